package org.eddp.learning;

import java.util.Map;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Term;
import org.eddp.tensor.Activation;

/** A run of a few steps that takes part in everything. */
final class ShortRun {
    private ShortRun() {}

    /** Two starts, (b) and (d) of variant C, mini-batches in (d). */
    static LearnOptions options(int concepts, long seed) {
        Map<Term, Double> weights = Map.of(Term.FOCAL_SPARSITY, 2.6, Term.UNCERTAINTY, 0.25);
        Map<Term, Double> targets = Map.of(
                Term.MAXIMUM_ACTIVATION, 0.5,
                Term.MAXIMUM_MARGIN, 5.0,
                Term.INACTIVE_CLASSIFIER, 0.0,
                Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.0);
        LearnOptions.Objective start = new LearnOptions.Objective(
                Map.of(Term.SPARSITY, 1.0),
                Map.of(Term.MAXIMUM_ACTIVATION, 0.8, Term.MAXIMUM_MARGIN, 5.0, Term.INACTIVE_CLASSIFIER, 0.0),
                null);
        LearnOptions.Objective refine =
                new LearnOptions.Objective(weights, targets, Manipulation.partial(Manipulation.Kind.UNCONSTRAINED));
        LearnOptions.Objective joint = new LearnOptions.Objective(
                        weights, targets, Manipulation.partial(Manipulation.Kind.CONSTRAINED))
                .withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, 0.01);
        return LearnOptions.of(
                        concepts,
                        LossOptions.of(0.9 / concepts, 0.6),
                        LearnOptions.Start.of(new LearnOptions.Schedule(6, 0.05, 0, 0, 3, 5), start)
                                .withRestarts(2)
                                .withStandardise(LearnOptions.Scaling.WHITEN),
                        LearnOptions.Refine.of(new LearnOptions.Schedule(5, 0.01, 0, 0, 3, 5), refine),
                        LearnOptions.Joint.of(new LearnOptions.Schedule(3, 0.01, 10, 0, 2, 5), joint),
                        Activation.RELU)
                .withSeed(seed)
                .withTileElements(64);
    }
}
