package org.eddp.directions;

import java.util.Map;
import org.eddp.tensor.Activation;

/**
 * Options of the experiments that make their own data; those of the paper's deep networks are in
 * {@link NetworkPreset}.
 *
 * <p>Weights and targets are the paper's. Its schedules (10,000 and 20,000 steps at small rates) are replaced by shorter
 * ones at larger rates that reach the same result; see docs/reproduction.md for the measurements.
 */
public final class Presets {
    private static final Map<Term, Double> WEIGHTS = Map.of(Term.FOCAL_SPARSITY, 2.6, Term.UNCERTAINTY, 0.25);
    private static final int MULTIPLIER_INTERVAL = 20;
    private static final double PENALTY = 5;

    private Presets() {}

    /**
     * The synthetic experiment.
     *
     * @param concepts number of concepts
     * @param groups concepts that a patch holds at once
     */
    public static LearnOptions synthetic(int concepts, int groups, long seed) {
        Map<Term, Double> start = Map.of(
                Term.MAXIMUM_ACTIVATION, 0.8,
                Term.MAXIMUM_MARGIN, 5.0,
                Term.INACTIVE_CLASSIFIER, 0.0);
        Map<Term, Double> joint = Map.of(
                Term.MAXIMUM_ACTIVATION, 0.5,
                Term.MAXIMUM_MARGIN, 15.0,
                Term.INACTIVE_CLASSIFIER, 0.0,
                Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.0,
                Term.FILTER_SIGNAL_ORTHOGONALITY, 0.01);
        double evenShare = (double) groups / concepts;
        // the paper's rho = 5/3 lies outside (0, 1): read as a multiple of the even share
        LossOptions losses = LossOptions.withShares(evenShare, Math.min(0.95, 5.0 / 3 * evenShare));
        return fullBatch(concepts, losses, start, joint, seed);
    }

    /** The model-correction experiment. The paper gives no bounds on cluster sizes for it; these suit its 2 x 2 grid. */
    public static LearnOptions chess(int concepts, long seed) {
        Map<Term, Double> start = Map.of(
                Term.MAXIMUM_ACTIVATION, 0.8,
                Term.MAXIMUM_MARGIN, 8.0,
                Term.INACTIVE_CLASSIFIER, 0.01);
        Map<Term, Double> joint = Map.of(
                Term.MAXIMUM_ACTIVATION, 0.8,
                Term.MAXIMUM_MARGIN, 8.0,
                Term.INACTIVE_CLASSIFIER, 0.01,
                Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.01,
                Term.FILTER_SIGNAL_ORTHOGONALITY, 0.1);
        return fullBatch(concepts, LossOptions.withShares(0.2 / concepts, 0.5), start, joint, seed);
    }

    private static LearnOptions fullBatch(
            int concepts, LossOptions losses, Map<Term, Double> start, Map<Term, Double> joint, long seed) {
        Objective jointObjective = new Objective(WEIGHTS, joint, Manipulation.full(Manipulation.Kind.CONSTRAINED));
        Objective refineObjective = new Objective(WEIGHTS, joint, Manipulation.full(Manipulation.Kind.UNCONSTRAINED))
                .without(Term.FILTER_SIGNAL_ORTHOGONALITY);
        return new LearnOptions(
                concepts,
                losses,
                new StartOptions(
                        schedule(500, 0.05),
                        new Objective(Map.of(Term.SPARSITY, 1.0), start, null),
                        8,
                        Standardisation.Kind.WHITEN,
                        true,
                        0.2),
                new RefineOptions(schedule(500, 0.01), refineObjective),
                new JointOptions(schedule(3000, 0.01), jointObjective, true, 0.9),
                Activation.RELU,
                seed,
                TiledStep.DEFAULT_TILE_ELEMENTS);
    }

    private static Schedule schedule(int epochs, double rate) {
        return new Schedule(epochs, rate, 0, 0, MULTIPLIER_INTERVAL, PENALTY);
    }
}
