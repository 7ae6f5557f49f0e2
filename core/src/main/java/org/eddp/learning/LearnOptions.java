package org.eddp.learning;

import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Term;
import org.eddp.directions.step.TiledStep;
import org.eddp.features.FeatureSource;
import org.eddp.tensor.Activation;

/**
 * Everything that determines a run, apart from the features and the network.
 *
 * <p>{@link #of} has what suits most layers; {@link GeneralPreset} chooses more of it, {@link NetworkPreset} holds the
 * paper's.
 *
 * @param concepts number of concepts I
 * @param losses constants inside the losses
 * @param start step (a)
 * @param refine step (b), or null to go from (a) to (c)
 * @param joint steps (c) and (d)
 * @param activation the layer's own activation
 * @param seed of all randomness
 * @param tileElements tile size; changes rounding, not the method
 */
public record LearnOptions(
        int concepts,
        LossOptions losses,
        Start start,
        Refine refine,
        Joint joint,
        Activation activation,
        long seed,
        int tileElements) {
    /** The usual size of a tile. */
    public static final int USUAL_TILE_ELEMENTS = TiledStep.DEFAULT_TILE_ELEMENTS;

    public LearnOptions {
        if (concepts < 1) {
            throw new IllegalArgumentException("concepts = " + concepts + " must be at least 1");
        }
        if (tileElements < 1) {
            throw new IllegalArgumentException("tile elements = " + tileElements + " must be at least 1");
        }
    }

    /** What suits most layers of most networks: variant C by the {@linkplain GeneralPreset general preset}. */
    public static LearnOptions of(FeatureSource features, int concepts) {
        return new GeneralPreset(concepts).of(features);
    }

    /** The two variants of the method. */
    public enum Variant {
        /** EDDP-U: unconstrained manipulation, no L^fso: favours interpretability. */
        U,
        /** EDDP-C: constrained manipulation and L^fso: balances interpretability and influence. */
        C
    }

    /** How features are standardised for step (a). */
    public enum Scaling {
        /** Each feature to unit variance. */
        ZSCORE,
        /** Unit covariance on the span of the data. */
        WHITEN,
        /** One factor for all features, to unit variance on average: what stands out keeps standing out. */
        SCALE
    }

    /**
     * Step (a): orthonormal filters in standardised space, one shared margin and threshold, several random starts.
     *
     * @param schedule of each start
     * @param objective L^s (and L^uur on deep networks) under the constraints that apply
     * @param restarts random starts, of which the best by a label-free merit is kept
     * @param standardise how features are standardised
     * @param orthonormal orthonormal filters; off for more concepts than features, or as an ablation
     * @param initialMargin shared margin M at the start
     * @param mosaic put the detectors together from all starts (see {@link StartCombination}) instead of keeping the
     *     best start whole; for data in which a patch holds several concepts
     */
    public record Start(
            Schedule schedule,
            Objective objective,
            int restarts,
            Scaling standardise,
            boolean orthonormal,
            double initialMargin,
            boolean mosaic) {
        public Start {
            if (restarts < 1) {
                throw new IllegalArgumentException("restarts = " + restarts + " must be at least 1");
            }
            if (!(initialMargin > 0 && initialMargin < 1e6)) {
                throw new IllegalArgumentException("initial margin = " + initialMargin + " must be positive");
            }
            checkNoSignals("a", objective);
        }
    }

    /**
     * Step (b): filters, margins and thresholds free in feature space; no signal vectors yet.
     *
     * @param schedule of the step
     * @param objective L^fs and L^uur under all constraints but L^fso
     */
    public record Refine(Schedule schedule, Objective objective) {
        public Refine {
            checkNoSignals("b", objective);
        }
    }

    /**
     * Step (d): filters and signal vectors together.
     *
     * @param schedule of the step
     * @param objective L^fs and L^cur under all constraints (variant C), or L^fs and L^uur without L^fso (variant U)
     * @param subsampling signal vectors from the patches where a detector fires; off as an ablation
     * @param momentDecay factor by which moments of earlier batches fade per step when a batch is not the whole set
     */
    public record Joint(Schedule schedule, Objective objective, boolean subsampling, double momentDecay) {
        public Joint {
            if (!(momentDecay >= 0 && momentDecay < 1)) {
                throw new IllegalArgumentException("moment decay = " + momentDecay + " must be within 0 .. 1");
            }
        }
    }

    /** Refuses what needs signal vectors in a step that has none. */
    private static void checkNoSignals(String step, Objective objective) {
        Term fso = Term.FILTER_SIGNAL_ORTHOGONALITY;
        if (objective.weights().containsKey(fso) || objective.targets().containsKey(fso)) {
            throw new IllegalArgumentException(
                    "step (" + step + ") has no signal vectors, so " + fso.symbol() + " cannot be part of it");
        }
        if (objective.usesHead() && objective.manipulation().kind() == Manipulation.Kind.CONSTRAINED) {
            throw new IllegalArgumentException("step (" + step
                    + ") has no signal vectors, so it cannot use the constrained manipulation; use unconstrained");
        }
    }

    /** The same with another step (d). */
    public LearnOptions withJoint(Joint changed) {
        return new LearnOptions(concepts, losses, start, refine, changed, activation, seed, tileElements);
    }

    /** Passes over the images in all steps together: the optimiser steps when a batch is the whole set. */
    public long epochs() {
        return (long) start.restarts() * start.schedule().epochs()
                + (refine == null ? 0 : refine.schedule().epochs())
                + joint.schedule().epochs();
    }

    /** Whether any step needs the upper part of the network. */
    public boolean usesHead() {
        return start.objective().usesHead()
                || (refine != null && refine.objective().usesHead())
                || joint.objective().usesHead();
    }
}
