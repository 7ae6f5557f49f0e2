package org.eddp.experiments;

import java.util.EnumMap;
import java.util.Map;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Term;
import org.eddp.learning.LearnOptions;
import org.eddp.tensor.Activation;

/**
 * Learning options of the experiments that make their own data.
 *
 * <p>Weights and targets are the paper's. Its schedules (10,000 and 20,000 steps at small rates) are replaced by
 * shorter ones at larger rates that reach the same result; see docs/reproduction.md for the measurements.
 */
public final class ExperimentPresets {
    private static final Map<Term, Double> WEIGHTS = Map.of(Term.FOCAL_SPARSITY, 2.6, Term.UNCERTAINTY, 0.25);

    private ExperimentPresets() {}

    /** The synthetic experiment with one concept per patch. */
    public static LearnOptions synthetic(int concepts, long seed) {
        Map<Term, Double> start = Map.of(
                Term.MAXIMUM_ACTIVATION, 0.8,
                Term.MAXIMUM_MARGIN, 5.0,
                Term.INACTIVE_CLASSIFIER, 0.0);
        Map<Term, Double> later = Map.of(
                Term.MAXIMUM_ACTIVATION, 0.5,
                Term.MAXIMUM_MARGIN, 15.0,
                Term.INACTIVE_CLASSIFIER, 0.0,
                Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.0);
        double evenShare = 1.0 / concepts;
        // the paper's rho = 5/3 lies outside (0, 1): read as a multiple of the even share
        LossOptions losses = LossOptions.of(evenShare, Math.min(0.95, 5.0 / 3 * evenShare));
        LearnOptions.Objective objective = new LearnOptions.Objective(Map.of(Term.SPARSITY, 1.0), start, null);
        return fullBatch(concepts, losses, starts(objective, 8, false), refine(later), joint(later, 0.01), seed);
    }

    /**
     * The synthetic experiment with several groups of concepts, one of each group in every patch. The paper has no such
     * case. Sparsity cannot separate concepts here, because it prefers one concept per patch. So L^ma is minimised
     * instead, between tight bounds on the share of a concept: a detector should rarely be undecided and fire as often
     * as a concept occurs. L^ur is left out: it pulls detectors towards the absence of a concept.
     */
    public static LearnOptions syntheticGroups(int concepts, int groups, long seed) {
        Map<Term, Double> bounds = Map.of(
                Term.INACTIVE_CLASSIFIER, 0.0,
                Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.0);
        LearnOptions.Objective start = new LearnOptions.Objective(Map.of(Term.MAXIMUM_ACTIVATION, 1.0), bounds, null)
                .withTarget(Term.MAXIMUM_MARGIN, 8);
        LearnOptions.Objective refine = new LearnOptions.Objective(Map.of(Term.MAXIMUM_ACTIVATION, 2.6), bounds, null)
                .withTarget(Term.MAXIMUM_MARGIN, 15);
        LearnOptions.Objective joint = refine.withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, 0.01);
        double evenShare = (double) groups / concepts;
        LossOptions losses = LossOptions.of(evenShare, Math.min(0.95, 1.08 * evenShare));
        return fullBatch(concepts, losses, starts(start, 12, true), refine, joint, seed);
    }

    /**
     * The model-correction experiment. Targets and weights are the paper's, which gives no bounds on cluster sizes for
     * it: a concept has at least 4 % of the patches, so that a mark on half of the pictures of one class can be a
     * concept, and at most 80 %, since most patches show only background. Features are scaled by one factor and not
     * whitened, because the strongest directions are the interesting ones.
     */
    public static LearnOptions chess(int concepts, long seed) {
        Map<Term, Double> startTargets = Map.of(
                Term.MAXIMUM_ACTIVATION, 0.8,
                Term.MAXIMUM_MARGIN, 8.0,
                Term.INACTIVE_CLASSIFIER, 0.01);
        Map<Term, Double> targets = new EnumMap<>(startTargets);
        targets.put(Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.01);
        LearnOptions.Objective start = new LearnOptions.Objective(Map.of(Term.SPARSITY, 1.0), startTargets, null);
        LearnOptions.Start starts = LearnOptions.Start.of(schedule(500, 0.05), start)
                .withRestarts(8)
                .withStandardise(LearnOptions.Scaling.SCALE);
        LossOptions losses = LossOptions.of(0.04, 0.8);
        return fullBatch(concepts, losses, starts, refine(targets), joint(targets, 0.1), seed);
    }

    /** The paper's objective of step (b). */
    private static LearnOptions.Objective refine(Map<Term, Double> targets) {
        return new LearnOptions.Objective(WEIGHTS, targets, Manipulation.full(Manipulation.Kind.UNCONSTRAINED));
    }

    /** The paper's objective of step (d). */
    private static LearnOptions.Objective joint(Map<Term, Double> targets, double orthogonality) {
        return new LearnOptions.Objective(WEIGHTS, targets, Manipulation.full(Manipulation.Kind.CONSTRAINED))
                .withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, orthogonality);
    }

    private static LearnOptions.Start starts(LearnOptions.Objective objective, int restarts, boolean mosaic) {
        return LearnOptions.Start.of(schedule(500, 0.05), objective)
                .withRestarts(restarts)
                .withStandardise(LearnOptions.Scaling.WHITEN)
                .withMosaic(mosaic);
    }

    private static LearnOptions fullBatch(
            int concepts,
            LossOptions losses,
            LearnOptions.Start start,
            LearnOptions.Objective refine,
            LearnOptions.Objective joint,
            long seed) {
        return LearnOptions.of(
                        concepts,
                        losses,
                        start,
                        LearnOptions.Refine.of(schedule(500, 0.01), refine),
                        LearnOptions.Joint.of(schedule(3000, 0.01), joint),
                        Activation.RELU)
                .withSeed(seed);
    }

    private static LearnOptions.Schedule schedule(int epochs, double rate) {
        return new LearnOptions.Schedule(epochs, rate, 0, 0, 20, 5);
    }
}
