package org.eddp.influence;

import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * Scores directions by what a step along them does to the predictions for many images.
 *
 * <p>S = 2 * (share of images whose probability of the class rises) - 1, images where it stays the same counting half. +1:
 * the direction always speaks for the class, -1: always against it. Where outputs are independent labels the same is said of labels.
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
        if (head.linear().isEmpty()) {
            return new HeadSensitivity(head, source, perturbation, workers);
        }
        return head.outputs() == OutputKind.LABELS
                ? new LabelSensitivity(head, source, perturbation, workers)
                : new LinearSensitivity(head, source, perturbation, workers);
    }

    /** Number of classes K. */
    int classes();

    /** Number of images. */
    int images();

    /** The mean probability of every class over the images, before any step. */
    double[] probabilities();

    /**
     * Scores of all classes.
     *
     * @param directions D x n, of any length; a zero column moves nothing and scores 0
     * @return n x K
     */
    default Matrix scores(Matrix directions) {
        return measure(directions).scores();
    }

    /** Scores of all classes, and how much they stand for; directions as for {@link #scores}. */
    Measured measure(Matrix directions);

    /** What a test of significance compares, see {@link Measured#tested}; directions as for {@link #scores}. */
    default Matrix tested(Matrix directions) {
        return measure(directions).tested();
    }

    /**
     * Whether a direction is measured to the same bits whatever others are measured with it; otherwise those who share directions have to measure
     * all of them together.
     */
    default boolean separable() {
        return false;
    }

    /**
     * What a step along directions does.
     *
     * @param scores S, n x K: how often the probability of a class rises, whether by much or by little
     * @param effects n x K: by how much the logarithm of its probability changes, on average over the images. Where S is 1 or -1,
     *     effects tell strong directions from weak ones
     * @param tested n x K: what a test of significance compares. S for classes. For labels, which do not compete, S says no more than
     *     a sign, and of a linear head it is the same for every image; there it is the mean change of the logit, the logarithm of the
     *     odds of the label
     */
    record Measured(Matrix scores, Matrix effects, Matrix tested) {
        /** Of classes. */
        Measured(Matrix scores, Matrix effects) {
            this(scores, effects, scores);
        }
    }

    /** Releases what was computed of the images. */
    @Override
    default void close() {}

    /**
     * How far features are moved along a direction to see what the network makes of it: X' = X + step on every grid cell, with
     * no activation after it.
     *
     * @param strength alpha; the paper's is 5
     * @param norm what has that length
     */
    record Perturbation(double strength, Norm norm) {
        /** What has the length alpha. */
        public enum Norm {
            /** The step of a single cell (our reading of the paper). */
            CELL,
            /** The steps of all cells together, as in RCAV's own code. */
            TENSOR
        }

        public Perturbation {
            if (!(strength > 0 && Double.isFinite(strength))) {
                throw new IllegalArgumentException(
                        "perturbation strength = " + strength + " must be a positive number");
            }
            if (norm == null) {
                throw new IllegalArgumentException("the norm of the perturbation is missing; give CELL or TENSOR");
            }
        }

        /** The paper's: 5 on every cell. */
        public static final Perturbation DEFAULT = new Perturbation(5, Norm.CELL);

        /** Length of the step of one cell of a grid of {@code cells}. */
        public double step(int cells) {
            return norm == Norm.CELL ? strength : strength / Math.sqrt(cells);
        }
    }
}
