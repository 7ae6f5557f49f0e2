/**
 * Pictures with marks that are drawn on them: labelled pictures of a folder, cards and other marks that know which patches they
 * cover, features of such pictures at a layer of a network, a linear layer on pooled features, and which detectors are those of a
 * mark. The experiments {@code sticker} and {@code truth} build on it.
 */
package org.eddp.experiments.marks;
