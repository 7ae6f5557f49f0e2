package org.eddp.influence;

import org.eddp.tensor.Matrix;

/**
 * Scores directions by what a step along them does to the predictions for many images.
 *
 * <p>S = 2 * (share of images whose probability of the class rises) - 1, images where it stays the same counting half. +1:
 * the direction always speaks for the class, -1: always against it.
 *
 * <p>Implementations are thread-safe.
 */
public interface Sensitivity {
    /** Number of classes K. */
    int classes();

    /** Number of images. */
    int images();

    /**
     * Scores of all classes.
     *
     * @param directions D x n, of any length; a zero column moves nothing and scores 0
     * @return n x K
     */
    Matrix scores(Matrix directions);
}
