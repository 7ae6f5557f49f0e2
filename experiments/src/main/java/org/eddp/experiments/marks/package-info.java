/**
 * Pictures with marks that are drawn on them: labelled pictures of a folder, cards and other marks with their patches,
 * features of such pictures, a linear layer on pooled features, and the detectors of a mark. The experiments
 * {@code sticker} and {@code truth} build on it.
 */
package org.eddp.experiments.marks;
