package org.eddp.influence;

import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * Scores directions by what a step along them does to the predictions for many images.
 *
 * <p>S = 2 * (share of images whose probability of the class rises) - 1, images where it stays the same counting half. +1:
 * the direction always speaks for the class, -1: always against it.
 *
 * <p>Implementations are thread-safe.
 */
public interface Sensitivity extends AutoCloseable {
    /**
     * Scores over the images of a source: in closed form where the head is linear, else through the head.
     *
     * @param workers threads; not closed
     */
    static Sensitivity of(Head head, FeatureSource source, Perturbation perturbation, Workers workers) {
        if (source.images() < 1) {
            throw new IllegalArgumentException("there are no images to score directions on");
        }
        return head.linear().isPresent()
                ? new LinearSensitivity(head, source, perturbation, workers)
                : new HeadSensitivity(head, source, perturbation, workers);
    }

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

    /** Releases what was computed of the images. */
    @Override
    default void close() {}
}
