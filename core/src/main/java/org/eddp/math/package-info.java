/**
 * Mathematics without data: an optimiser, vectors, inverses of matrices, medians, and random numbers.
 *
 * <p>Results must not depend on the order in which parts of a computation run, nor on interruptions; so there is no
 * shared generator: {@link org.eddp.math.Seeds} derives one from the seed and the number of the part.
 */
package org.eddp.math;
