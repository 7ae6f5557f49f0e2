package org.eddp.learning;

import java.util.EnumMap;
import java.util.Map;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Term;
import org.eddp.directions.step.TiledStep;
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

    /** Patches per concept and batch of the general preset: the paper's for ResNet18 with 448 concepts. */
    private static final int GENERAL_PATCHES_PER_CONCEPT = 448;
    /** Fewest patches of a batch, so that shares and moments are not noise. */
    private static final int GENERAL_FEWEST_PATCHES = 16_384;
    /** Most patches of a batch: the paper's, 4,096 images on a 7 x 7 grid. */
    private static final int GENERAL_MOST_PATCHES = 4096 * 49;

    private Presets() {}

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
        LossOptions losses = LossOptions.withShares(evenShare, Math.min(0.95, 5.0 / 3 * evenShare));
        Objective objective = new Objective(Map.of(Term.SPARSITY, 1.0), start, null);
        return fullBatch(concepts, losses, starts(objective, 8, false), refine(later), joint(later, 0.01), seed);
    }

    /**
     * The synthetic experiment with several groups of concepts, one of each group in every patch. The paper has no such
     * case. Sparsity is not what tells concepts apart here (it wants one concept per patch), so L^ma is minimised instead,
     * between tight bounds on the share of a concept: a detector that is rarely undecided and fires as often as a concept
     * should. L^ur is left out: it pulls detectors towards the absence of a concept.
     */
    public static LearnOptions syntheticGroups(int concepts, int groups, long seed) {
        Map<Term, Double> bounds = Map.of(
                Term.INACTIVE_CLASSIFIER, 0.0,
                Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.0);
        Objective start =
                new Objective(Map.of(Term.MAXIMUM_ACTIVATION, 1.0), bounds, null).withTarget(Term.MAXIMUM_MARGIN, 8);
        Objective refine =
                new Objective(Map.of(Term.MAXIMUM_ACTIVATION, 2.6), bounds, null).withTarget(Term.MAXIMUM_MARGIN, 15);
        Objective joint = refine.withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, 0.01);
        double evenShare = (double) groups / concepts;
        LossOptions losses = LossOptions.withShares(evenShare, Math.min(0.95, 1.08 * evenShare));
        return fullBatch(concepts, losses, starts(start, 12, true), refine, joint, seed);
    }

    /**
     * The model-correction experiment. Targets and weights are the paper's, which gives no bounds on cluster sizes for it: a
     * concept has at least 4 % of the patches, so that something as rare as a mark on half of the pictures of one class can be
     * one, and at most 80 %, since most patches show nothing of interest. Features are brought to one scale but not
     * whitened: what the network writes most strongly is what is looked for.
     */
    public static LearnOptions chess(int concepts, long seed) {
        Map<Term, Double> startTargets = Map.of(
                Term.MAXIMUM_ACTIVATION, 0.8,
                Term.MAXIMUM_MARGIN, 8.0,
                Term.INACTIVE_CLASSIFIER, 0.01);
        Map<Term, Double> targets = new EnumMap<>(startTargets);
        targets.put(Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.01);
        Objective start = new Objective(Map.of(Term.SPARSITY, 1.0), startTargets, null);
        StartOptions starts =
                new StartOptions(schedule(500, 0.05), start, 8, Standardisation.Kind.SCALE, true, 0.2, false);
        LossOptions losses = LossOptions.withShares(0.04, 0.8);
        return fullBatch(concepts, losses, starts, refine(targets), joint(targets, 0.1), seed);
    }

    /**
     * Any layer of any network: the paper's objectives and targets for deep networks with schedules counted in optimiser
     * steps, so that small and large sets take about as many, and with bounds on cluster sizes relative to the set.
     *
     * @param images number of images of the set
     * @param cells patches of an image
     * @param width feature width D; filters start orthonormal unless there are more concepts than that
     * @param activation the layer's own
     * @param uncertainty whether L^ur takes part, which needs the upper part of the network
     */
    public static LearnOptions general(
            int concepts,
            Variant variant,
            int images,
            int cells,
            int width,
            Activation activation,
            boolean uncertainty,
            long seed) {
        Map<Term, Double> weights = new EnumMap<>(WEIGHTS);
        if (!uncertainty) {
            weights.remove(Term.UNCERTAINTY);
        }
        Map<Term, Double> startWeights = new EnumMap<>(weights);
        startWeights.put(Term.SPARSITY, startWeights.remove(Term.FOCAL_SPARSITY));
        Map<Term, Double> startTargets = Map.of(
                Term.MAXIMUM_ACTIVATION, 0.8,
                Term.INACTIVE_CLASSIFIER, 0.0,
                Term.MAXIMUM_MARGIN, 5.0);
        Map<Term, Double> targets = new EnumMap<>(startTargets);
        targets.put(Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.0);
        Manipulation unconstrained = uncertainty ? Manipulation.partial(Manipulation.Kind.UNCONSTRAINED) : null;
        Manipulation constrained = uncertainty ? Manipulation.partial(Manipulation.Kind.CONSTRAINED) : null;
        Objective refine = new Objective(weights, targets, unconstrained);
        Objective joint = variant == Variant.U
                ? refine
                : new Objective(weights, targets, constrained).withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, 0.01);
        int batch = Math.max(1, batchPatches(concepts) / cells);
        return new LearnOptions(
                concepts,
                LossOptions.withShares(0.5 / concepts, Math.min(0.5, 20.0 / concepts)),
                new StartOptions(
                        steps(400, 0.03, images, batch),
                        new Objective(startWeights, startTargets, unconstrained),
                        1,
                        Standardisation.Kind.ZSCORE,
                        concepts <= width,
                        0.2,
                        false),
                new RefineOptions(steps(400, 0.01, images, batch), refine),
                new JointOptions(steps(600, 0.01, images, batch), joint, true, 0.9),
                activation,
                seed,
                TiledStep.DEFAULT_TILE_ELEMENTS);
    }

    private static int batchPatches(int concepts) {
        long wanted = (long) GENERAL_PATCHES_PER_CONCEPT * concepts;
        return (int) Math.max(GENERAL_FEWEST_PATCHES, Math.min(GENERAL_MOST_PATCHES, wanted));
    }

    /** About so many optimiser steps, in whole epochs. */
    private static Schedule steps(int count, double rate, int images, int batch) {
        int perEpoch = Math.max(1, images / batch);
        return new Schedule(Math.max(1, Math.round((float) count / perEpoch)), rate, batch, 0, 10, 5);
    }

    /** The paper's objective of step (b). */
    private static Objective refine(Map<Term, Double> targets) {
        return new Objective(WEIGHTS, targets, Manipulation.full(Manipulation.Kind.UNCONSTRAINED));
    }

    /** The paper's objective of step (d). */
    private static Objective joint(Map<Term, Double> targets, double orthogonality) {
        return new Objective(WEIGHTS, targets, Manipulation.full(Manipulation.Kind.CONSTRAINED))
                .withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, orthogonality);
    }

    private static StartOptions starts(Objective objective, int restarts, boolean mosaic) {
        return new StartOptions(
                schedule(500, 0.05), objective, restarts, Standardisation.Kind.WHITEN, true, 0.2, mosaic);
    }

    private static LearnOptions fullBatch(
            int concepts, LossOptions losses, StartOptions start, Objective refine, Objective joint, long seed) {
        return new LearnOptions(
                concepts,
                losses,
                start,
                new RefineOptions(schedule(500, 0.01), refine),
                new JointOptions(schedule(3000, 0.01), joint, true, 0.9),
                Activation.RELU,
                seed,
                TiledStep.DEFAULT_TILE_ELEMENTS);
    }

    private static Schedule schedule(int epochs, double rate) {
        return new Schedule(epochs, rate, 0, 0, 20, 5);
    }
}
