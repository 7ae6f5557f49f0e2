package org.eddp.influence;

import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * Scores directions by the effect of a step along them on the predictions for many images.
 *
 * <p>S = 2 * (share of images whose probability of the class rises) - 1, images where it stays the same counting half.
 * +1: the direction always speaks for the class, -1: always against it. The same holds for independent labels.
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
            throw new InvalidInput("there are no images to score directions on");
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

    /** Scores and effects of all classes; directions as for {@link #scores}. */
    Measured measure(Matrix directions);

    /** The statistic of the test of significance, see {@link Measured#tested}; directions as for {@link #scores}. */
    default Matrix tested(Matrix directions) {
        return measure(directions).tested();
    }

    /**
     * Whether a direction is measured to the same bits whatever others are measured with it; otherwise all directions
     * have to be measured together.
     */
    default boolean separable() {
        return false;
    }

    /**
     * The results of steps along directions.
     *
     * @param scores S, n x K: how often the probability of a class rises, whether by much or by little
     * @param effects n x K: by how much the logarithm of its probability changes, on average over the images. Where S
     *     is 1 or -1, effects tell strong directions from weak ones
     * @param tested n x K: the statistic of the test of significance: S for classes; for labels the mean change of the
     *     logit, the logarithm of the odds of the label. For labels S is only a sign, which for a linear head is the
     *     same for every image
     */
    record Measured(Matrix scores, Matrix effects, Matrix tested) {
        /** Scores and effects on classes. */
        Measured(Matrix scores, Matrix effects) {
            this(scores, effects, scores);
        }
    }

    /** Releases the data of the images. */
    @Override
    default void close() {}

    /**
     * How far features are moved along a direction: X' = X + step on every grid cell, with no activation after it.
     *
     * @param strength alpha; the paper's is 5
     * @param norm the step that has that length
     */
    record Perturbation(double strength, Norm norm) {
        /** The step that has the length alpha. */
        public enum Norm {
            /** The step of a single cell (our reading of the paper). */
            CELL,
            /** The steps of all cells together, as in RCAV's own code. */
            TENSOR
        }

        public Perturbation {
            if (!(strength > 0 && Double.isFinite(strength))) {
                throw new InvalidInput("perturbation strength = " + strength + " must be a positive number");
            }
            if (norm == null) {
                throw new InvalidInput("the norm of the perturbation is missing; give CELL or TENSOR");
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
