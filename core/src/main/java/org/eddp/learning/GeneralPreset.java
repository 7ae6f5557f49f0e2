package org.eddp.learning;

import java.util.EnumMap;
import java.util.Map;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.Term;
import org.eddp.features.FeatureSource;
import org.eddp.learning.LearnOptions.Objective;
import org.eddp.learning.LearnOptions.Schedule;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.tensor.Activation;

/**
 * Options for any layer of any network: the paper's objectives and targets for deep networks. Schedules are counted in
 * optimiser steps, so that small and large sets need about as many, and bounds on cluster sizes are relative to the
 * set. Filters start orthonormal unless there are more concepts than features.
 *
 * @param concepts number of concepts I
 * @param variant of the method
 * @param activation the layer's own, or null for the one recorded with the features
 * @param uncertainty whether L^ur takes part, which needs the upper part of the network
 * @param seed of all randomness
 * @param exact the paper's pseudo-inverse in place of a damped one, one penalty for all constraints, a fixed number of
 *     steps and no new starts: sparser detectors, which may overlap, but L^fso is seldom met and explanations may
 *     cancel
 */
public record GeneralPreset(
        int concepts, Variant variant, Activation activation, boolean uncertainty, long seed, boolean exact) {
    /** Patches per concept and batch while there are few concepts: the paper's for ResNet18 with 448 concepts. */
    private static final int PATCHES_PER_CONCEPT = 448;
    /** Fewest patches of a batch; with fewer, shares and moments would be noise. */
    private static final int FEWEST_PATCHES = 16_384;
    /**
     * Most patches of a batch. The paper's batches have seven times as many, but signal vectors rest on earlier batches too,
     * and constraints need steps more than they need patches per step.
     */
    private static final int MOST_PATCHES = 64 * PATCHES_PER_CONCEPT;
    /**
     * Even shares that one concept may take: with a larger bound, a few concepts take nearly all patches and the others
     * the smallest share allowed.
     */
    private static final double LARGEST_SHARE = 5;

    private static final double LARGEST_SHARE_OF_EXACT = 20;
    /**
     * Relative to the diagonal of W^T S. A value ten times smaller or larger leaves L^fso twice as large and W^T S
     * worse conditioned.
     */
    private static final double DAMPING = 0.1;
    /** Shares of rare concepts move slowly, and L^fso is small in numbers: they need more than the usual penalty. */
    private static final Map<Term, Double> PENALTIES = Map.of(
            Term.INACTIVE_CLASSIFIER, 20.0,
            Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 50.0);

    private static final double ORTHOGONALITY_PENALTY = 200;
    /** Patches from which on step (d) uses its full rate, and the smallest part of that rate. */
    private static final int ENOUGH_PATCHES = 4 * FEWEST_PATCHES;

    private static final double SLOWEST = 0.15;

    private static final int ROUNDS = 3;

    /** Variant C with L^ur, seed 1. */
    public static GeneralPreset of(int concepts) {
        return new GeneralPreset(concepts, Variant.C, null, true, 1, false);
    }

    /** The same for another variant. */
    public GeneralPreset withVariant(Variant changed) {
        return new GeneralPreset(concepts, changed, activation, uncertainty, seed, exact);
    }

    /** The same for a layer with this activation function. */
    public GeneralPreset withActivation(Activation changed) {
        return new GeneralPreset(concepts, variant, changed, uncertainty, seed, exact);
    }

    /** The same with or without L^ur. */
    public GeneralPreset withUncertainty(boolean changed) {
        return new GeneralPreset(concepts, variant, activation, changed, seed, exact);
    }

    /** The same with another seed. */
    public GeneralPreset withSeed(long changed) {
        return new GeneralPreset(concepts, variant, activation, uncertainty, changed, exact);
    }

    /** The same with {@code concepts} changed. */
    public GeneralPreset withConcepts(int changed) {
        return new GeneralPreset(changed, variant, activation, uncertainty, seed, exact);
    }

    /** The same with {@code exact} changed. */
    public GeneralPreset withExact(boolean changed) {
        return new GeneralPreset(concepts, variant, activation, uncertainty, seed, changed);
    }

    /** The options for a set of features. */
    public LearnOptions of(FeatureSource features) {
        Map<Term, Double> targets = new EnumMap<>(startTargets());
        targets.put(Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.0);
        Manipulation unconstrained = manipulation(Kind.UNCONSTRAINED);
        Objective refine =
                new Objective(weights(Term.FOCAL_SPARSITY), targets, unconstrained, exact ? Map.of() : PENALTIES);
        Objective joint = variant == Variant.U ? refine : orthogonal(refine);
        Objective start = new Objective(weights(Term.SPARSITY), startTargets(), unconstrained);
        return LearnOptions.of(
                        concepts,
                        losses(),
                        LearnOptions.Start.of(steps(400, 0.03, features), start)
                                .withStandardise(exact ? LearnOptions.Scaling.ZSCORE : LearnOptions.Scaling.PRINCIPAL)
                                .withOrthonormal(concepts <= features.width()),
                        new LearnOptions.Refine(steps(400, 0.01, features), refine, !exact),
                        LearnOptions.Joint.of(steps(600, jointRate(features), features), joint)
                                .withRounds(exact ? 0 : ROUNDS),
                        activation == null ? features.activation() : activation)
                .withSeed(seed);
    }

    private Objective orthogonal(Objective refine) {
        Term fso = Term.FILTER_SIGNAL_ORTHOGONALITY;
        Objective joint = new Objective(
                        refine.weights(), refine.targets(), manipulation(Kind.CONSTRAINED), refine.penalties())
                .withTarget(fso, 0.01);
        return exact ? joint : joint.withPenalty(fso, ORTHOGONALITY_PENALTY);
    }

    /**
     * The rate is lower if there are few patches. Signal vectors are then noisy, and at the usual rate L^fso destroys
     * rare concepts. A rate proportional to the number of patches is not low enough; one proportional to its square is.
     */
    private double jointRate(FeatureSource features) {
        double share = (double) features.patches() / ENOUGH_PATCHES;
        return exact ? 0.01 : 0.01 * Math.max(SLOWEST, Math.min(1, share * share));
    }

    private LossOptions losses() {
        double largest = (exact ? LARGEST_SHARE_OF_EXACT : LARGEST_SHARE) / concepts;
        return LossOptions.of(0.5 / concepts, Math.min(0.5, largest)).withDamping(exact ? 0 : DAMPING);
    }

    private Map<Term, Double> weights(Term sparsity) {
        return uncertainty ? Map.of(sparsity, 2.6, Term.UNCERTAINTY, 0.25) : Map.of(sparsity, 2.6);
    }

    private static Map<Term, Double> startTargets() {
        return Map.of(
                Term.MAXIMUM_ACTIVATION, 0.8,
                Term.INACTIVE_CLASSIFIER, 0.0,
                Term.MAXIMUM_MARGIN, 5.0);
    }

    private Manipulation manipulation(Kind kind) {
        return uncertainty ? Manipulation.partial(kind) : null;
    }

    /** About so many optimiser steps, in whole epochs. */
    private Schedule steps(int count, double rate, FeatureSource features) {
        long wanted = (long) PATCHES_PER_CONCEPT * concepts;
        int patches = (int) Math.max(FEWEST_PATCHES, Math.min(MOST_PATCHES, wanted));
        int batch = Math.max(1, patches / features.grid().cells());
        int perEpoch = Math.max(1, features.images() / batch);
        return new Schedule(Math.max(1, Math.round((float) count / perEpoch)), rate, batch, 0, 10, 5);
    }
}
