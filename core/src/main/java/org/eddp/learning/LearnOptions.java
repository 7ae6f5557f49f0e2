package org.eddp.learning;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Term;
import org.eddp.directions.step.TiledStep;
import org.eddp.features.FeatureSource;
import org.eddp.files.Json;
import org.eddp.network.OutputKind;
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
        @Json.MayBeNull Refine refine,
        Joint joint,
        Activation activation,
        long seed,
        int tileElements) {
    /** The usual size of a tile. */
    public static final int USUAL_TILE_ELEMENTS = TiledStep.DEFAULT_TILE_ELEMENTS;

    /** log2 of a thousand classes, in bits. */
    private static final double LABEL_FACTOR = 10;

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

    /**
     * The same for a network whose outputs are of a kind. L^ur of independent labels is within one bit, that of the networks with
     * classes that the weights of presets are for within about ten; a weight ten times as large gives it the same pull.
     */
    public LearnOptions forOutputs(OutputKind outputs) {
        if (outputs != OutputKind.LABELS) {
            return this;
        }
        return new LearnOptions(
                concepts,
                losses,
                new Start(
                        start.schedule(),
                        start.objective().reweighted(Term.UNCERTAINTY, LABEL_FACTOR),
                        start.restarts(),
                        start.standardise(),
                        start.orthonormal(),
                        start.initialMargin(),
                        start.mosaic()),
                refine == null
                        ? null
                        : new Refine(
                                refine.schedule(),
                                refine.objective().reweighted(Term.UNCERTAINTY, LABEL_FACTOR),
                                refine.reseed()),
                new Joint(
                        joint.schedule(),
                        joint.objective().reweighted(Term.UNCERTAINTY, LABEL_FACTOR),
                        joint.subsampling(),
                        joint.momentDecay(),
                        joint.rounds()),
                activation,
                seed,
                tileElements);
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
        SCALE,
        /**
         * Unit covariance on the leading principal components, two for every concept. Small but distinct things stand out as in
         * {@link #WHITEN}, and directions in which features hardly vary are left out: there are many of them in wide layers, and
         * whitening makes them as large as all others (docs/truth.md). {@link #ZSCORE} where features vary in fewer directions than
         * there are concepts.
         */
        PRINCIPAL
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

        /** The same with another schedule. */
        public Start withSchedule(Schedule changed) {
            return new Start(changed, objective, restarts, standardise, orthonormal, initialMargin, mosaic);
        }

        /** The same with features standardised in another way. */
        public Start withScaling(Scaling changed) {
            return new Start(schedule, objective, restarts, changed, orthonormal, initialMargin, mosaic);
        }
    }

    /**
     * Step (b): filters, margins and thresholds free in feature space; no signal vectors yet.
     *
     * @param schedule of the step
     * @param objective L^fs and L^uur under all constraints but L^fso
     * @param reseed give detectors that are silent or duplicates a new start, before this step and after it
     */
    public record Refine(Schedule schedule, Objective objective, boolean reseed) {
        /** Without new starts. */
        public Refine(Schedule schedule, Objective objective) {
            this(schedule, objective, false);
        }

        public Refine {
            checkNoSignals("b", objective);
        }

        /** The same with another schedule. */
        public Refine withSchedule(Schedule changed) {
            return new Refine(changed, objective, reseed);
        }
    }

    /**
     * Step (d): filters and signal vectors together.
     *
     * @param schedule of the step
     * @param objective L^fs and L^cur under all constraints (variant C), or L^fs and L^uur without L^fso (variant U)
     * @param subsampling signal vectors from the patches where a detector fires; off as an ablation
     * @param momentDecay factor by which moments of earlier batches fade per step when a batch is not the whole set
     * @param rounds further rounds at most, each half as long as the schedule and at half its rate, while a constraint is
     *     not met
     */
    public record Joint(Schedule schedule, Objective objective, boolean subsampling, double momentDecay, int rounds) {
        /** Without further rounds. */
        public Joint(Schedule schedule, Objective objective, boolean subsampling, double momentDecay) {
            this(schedule, objective, subsampling, momentDecay, 0);
        }

        public Joint {
            if (rounds < 0 || rounds > 1000) {
                throw new IllegalArgumentException("rounds = " + rounds + " must be within 0 .. 1000");
            }
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

    /** The same with another standardisation in step (a). */
    public LearnOptions withScaling(Scaling changed) {
        return new LearnOptions(
                concepts, losses, start.withScaling(changed), refine, joint, activation, seed, tileElements);
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

    /**
     * What a step minimises and what it is constrained to: min sum weight_j L_j subject to L_k &lt;= target_k.
     *
     * @param weights factors of the terms to minimise
     * @param targets upper bounds of the terms that are constraints; a term absent here and in {@code weights} is switched
     *     off, which is how ablations are made
     * @param manipulation how L^ur moves features; required when L^ur is weighted
     * @param penalties of constraints that need another one than the schedule's
     */
    public record Objective(
            Map<Term, Double> weights,
            Map<Term, Double> targets,
            @Json.MayBeNull Manipulation manipulation,
            Map<Term, Double> penalties) {
        /** With the schedule's penalty for every constraint. */
        public Objective(Map<Term, Double> weights, Map<Term, Double> targets, Manipulation manipulation) {
            this(weights, targets, manipulation, Map.of());
        }

        public Objective {
            weights = ordered(weights);
            targets = ordered(targets);
            penalties = ordered(penalties);
            weights.forEach((term, weight) -> {
                if (!(weight >= 0 && weight < 1e6)) {
                    throw new IllegalArgumentException(
                            "weight of " + term.symbol() + " = " + weight + " must be within 0 .. 1e6");
                }
            });
            targets.forEach((term, target) -> {
                if (!(target >= 0 && target < 1e6)) {
                    throw new IllegalArgumentException(
                            "target of " + term.symbol() + " = " + target + " must be within 0 .. 1e6");
                }
            });
            penalties.forEach((term, penalty) -> {
                if (!(penalty > 0 && penalty < 1e9)) {
                    throw new IllegalArgumentException(
                            "penalty of " + term.symbol() + " = " + penalty + " must be positive");
                }
            });
            if (targets.containsKey(Term.UNCERTAINTY)) {
                throw new IllegalArgumentException("ur is minimised, not constrained; give it a weight instead");
            }
            for (Term term : targets.keySet()) {
                if (weights.containsKey(term)) {
                    throw new IllegalArgumentException(
                            term.symbol() + " is both minimised and constrained; choose one");
                }
            }
            if (weights.containsKey(Term.UNCERTAINTY) && manipulation == null) {
                throw new IllegalArgumentException("ur needs a manipulation (unconstrained or constrained)");
            }
        }

        /** An unmodifiable copy in the order of {@link Term}, so that files list terms the same way every time. */
        private static Map<Term, Double> ordered(Map<Term, Double> map) {
            Map<Term, Double> copy = new EnumMap<>(Term.class);
            copy.putAll(map);
            return Collections.unmodifiableMap(copy);
        }

        /** The same with one target changed. */
        public Objective withTarget(Term term, double target) {
            Map<Term, Double> changed = new EnumMap<>(targets);
            changed.put(term, target);
            return new Objective(weights, changed, manipulation, penalties);
        }

        /** The same with a penalty of its own for one constraint. */
        public Objective withPenalty(Term term, double penalty) {
            Map<Term, Double> changed = new EnumMap<>(Term.class);
            changed.putAll(penalties);
            changed.put(term, penalty);
            return new Objective(weights, targets, manipulation, changed);
        }

        /** The same with the weight of one term times a factor. */
        Objective reweighted(Term term, double factor) {
            Map<Term, Double> changed = new EnumMap<>(weights);
            changed.computeIfPresent(term, (known, weight) -> weight * factor);
            return new Objective(changed, targets, manipulation, penalties);
        }

        /** The same without one term, weight or constraint. */
        public Objective without(Term term) {
            Map<Term, Double> w = new EnumMap<>(weights);
            w.remove(term);
            Map<Term, Double> t = new EnumMap<>(targets);
            t.remove(term);
            return new Objective(w, t, term == Term.UNCERTAINTY ? null : manipulation, penalties);
        }

        /** The same with another term minimised in place of one, with its weight. */
        public Objective replacing(Term old, Term replacement) {
            Map<Term, Double> w = new EnumMap<>(weights);
            Double weight = w.remove(old);
            if (weight != null) {
                w.put(replacement, weight);
            }
            return new Objective(w, targets, manipulation, penalties);
        }

        /** What sparsity adds to the objective, of all patches alike or focal. */
        double sparsity(Map<Term, Double> values) {
            double sum = 0;
            for (Term entropy : List.of(Term.SPARSITY, Term.FOCAL_SPARSITY)) {
                sum += weights.getOrDefault(entropy, 0.0) * values.getOrDefault(entropy, 0.0);
            }
            return sum;
        }

        /** Whether L^ur takes part. */
        public boolean usesHead() {
            return weights.containsKey(Term.UNCERTAINTY);
        }
    }

    /**
     * How long and how fast a step learns.
     *
     * @param epochs passes over the images
     * @param learningRate Adam's rate at the start; it is annealed to zero along half a cosine
     * @param batchImages images per batch; 0 takes all of them
     * @param referenceBatch batch size the rate is meant for; the rate scales linearly with the actual one. 0 switches
     *     scaling off
     * @param multiplierInterval optimiser steps between updates of the multipliers
     * @param penalty constant penalty mu of the augmented Lagrangian
     */
    public record Schedule(
            int epochs,
            double learningRate,
            int batchImages,
            int referenceBatch,
            int multiplierInterval,
            double penalty) {
        public Schedule {
            require(epochs >= 0, "epochs = " + epochs + " must not be negative");
            require(
                    learningRate > 0 && learningRate <= 100,
                    "learning rate = " + learningRate + " must be positive and at most 100");
            require(batchImages >= 0, "batch = " + batchImages + " images must not be negative (0 takes all)");
            require(referenceBatch >= 0, "reference batch = " + referenceBatch + " must not be negative");
            require(multiplierInterval >= 1, "multiplier interval = " + multiplierInterval + " must be at least 1");
            require(penalty > 0 && penalty < 1e9, "penalty = " + penalty + " must be positive");
        }

        private static void require(boolean condition, String message) {
            if (!condition) {
                throw new IllegalArgumentException(message);
            }
        }

        /** The same for so many passes over the images. */
        public Schedule withEpochs(int changed) {
            return new Schedule(changed, learningRate, batchImages, referenceBatch, multiplierInterval, penalty);
        }

        /** The same at another rate. */
        public Schedule withRate(double changed) {
            return new Schedule(epochs, changed, batchImages, referenceBatch, multiplierInterval, penalty);
        }

        /** The rate for batches of this many images. */
        double scaledRate(int images) {
            return referenceBatch == 0 ? learningRate : learningRate * images / referenceBatch;
        }
    }
}
