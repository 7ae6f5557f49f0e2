package org.eddp.directions;

import static org.eddp.RandomMatrices.gaussian;

import java.util.Map;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/** Small seeded problems for the tests of this package. */
final class Problems {
    static final Grid GRID = new Grid(1, 2);

    private Problems() {}

    static Matrix positive(int rows, int columns, long seed) {
        return gaussian(rows, columns, seed).map(x -> Math.max(0, x + 1));
    }

    /** Features of {@code images} images of two patches. */
    static DenseFeatures features(int images, int width, DType type, long seed) {
        return new DenseFeatures(Tensor.of(positive(2 * images, width, seed), type), GRID);
    }

    static LinearHead head(int width, int classes, long seed) {
        return new LinearHead(
                gaussian(width, classes, seed), gaussian(1, classes, seed + 1).values());
    }

    /** Few steps of everything: two starts, (b) and (d) of variant C, mini-batches in (d). */
    static LearnOptions shortRun(int concepts, long seed) {
        Map<Term, Double> weights = Map.of(Term.FOCAL_SPARSITY, 2.6, Term.UNCERTAINTY, 0.25);
        Map<Term, Double> targets = Map.of(
                Term.MAXIMUM_ACTIVATION, 0.5,
                Term.MAXIMUM_MARGIN, 5.0,
                Term.INACTIVE_CLASSIFIER, 0.0,
                Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.0);
        Objective start = new Objective(
                Map.of(Term.SPARSITY, 1.0),
                Map.of(Term.MAXIMUM_ACTIVATION, 0.8, Term.MAXIMUM_MARGIN, 5.0, Term.INACTIVE_CLASSIFIER, 0.0),
                null);
        Objective refine = new Objective(weights, targets, Manipulation.partial(Manipulation.Kind.UNCONSTRAINED));
        Objective joint = new Objective(weights, targets, Manipulation.partial(Manipulation.Kind.CONSTRAINED))
                .withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, 0.01);
        return new LearnOptions(
                concepts,
                LossOptions.withShares(0.9 / concepts, 0.6),
                new StartOptions(
                        new Schedule(6, 0.05, 0, 0, 3, 5), start, 2, Standardisation.Kind.WHITEN, true, 0.2, false),
                new RefineOptions(new Schedule(5, 0.01, 0, 0, 3, 5), refine),
                new JointOptions(new Schedule(3, 0.01, 10, 0, 2, 5), joint, true, 0.9),
                Activation.RELU,
                seed,
                64);
    }
}
