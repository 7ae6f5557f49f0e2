package org.eddp.directions;

import java.util.Map;
import org.eddp.tensor.Activation;

/** Options of the paper's experiments. */
public final class Presets {
    private Presets() {}

    /**
     * The synthetic experiment.
     *
     * @param concepts number of concepts
     * @param groups concepts that a patch holds at once
     */
    public static LearnOptions synthetic(int concepts, int groups, long seed) {
        Objective start = new Objective(
                Map.of(Term.SPARSITY, 1.0),
                Map.of(Term.MAXIMUM_ACTIVATION, 0.8, Term.MAXIMUM_MARGIN, 5.0, Term.INACTIVE_CLASSIFIER, 0.0),
                null);
        Map<Term, Double> weights = Map.of(Term.FOCAL_SPARSITY, 2.6, Term.UNCERTAINTY, 0.25);
        Map<Term, Double> targets = Map.of(
                Term.MAXIMUM_ACTIVATION, 0.5,
                Term.MAXIMUM_MARGIN, 15.0,
                Term.INACTIVE_CLASSIFIER, 0.0,
                Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.0);
        Objective refine = new Objective(weights, targets, Manipulation.full(Manipulation.Kind.UNCONSTRAINED));
        Objective joint = new Objective(weights, targets, Manipulation.full(Manipulation.Kind.CONSTRAINED))
                .withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, 0.01);
        return new LearnOptions(
                concepts,
                LossOptions.withShares((double) groups / concepts, Math.min(0.95, 5.0 / 3 * groups / concepts)),
                new StartOptions(
                        new Schedule(500, 0.05, 0, 0, 20, 5), start, 8, Standardisation.Kind.WHITEN, true, 0.2),
                new RefineOptions(new Schedule(500, 0.01, 0, 0, 20, 5), refine),
                new JointOptions(new Schedule(1000, 0.01, 0, 0, 20, 5), joint, true, 0.9),
                Activation.RELU,
                seed,
                TiledStep.DEFAULT_TILE_ELEMENTS);
    }
}
