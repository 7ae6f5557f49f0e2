package org.eddp.learning;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Term;
import org.eddp.directions.step.TiledStep;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.files.json.Json;
import org.eddp.learning.Preset.NetworkPreset;
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
    /** log2 of a thousand classes, in bits. */
    private static final double LABEL_FACTOR = 10;

    public LearnOptions {
        if (concepts < 1) {
            throw new InvalidInput("concepts = " + concepts + " must be at least 1");
        }
        if (tileElements < 1) {
            throw new InvalidInput("tile elements = " + tileElements + " must be at least 1");
        }
    }

    /** Options for most layers of most networks: variant C by the {@linkplain GeneralPreset general preset}. */
    public static LearnOptions of(FeatureSource features, int concepts) {
        return GeneralPreset.of(concepts).of(features);
    }

    /** The given steps with the usual size of a tile, seed 1. */
    public static LearnOptions of(
            int concepts, LossOptions losses, Start start, Refine refine, Joint joint, Activation activation) {
        return new LearnOptions(concepts, losses, start, refine, joint, activation, 1, TiledStep.DEFAULT_TILE_ELEMENTS);
    }

    /**
     * The same for a network whose outputs are of a kind. L^ur of independent labels is at most one bit; the weights of
     * presets are for networks with classes, where it is at most about ten bits. For labels the weight is therefore
     * multiplied by ten.
     */
    public LearnOptions forOutputs(OutputKind outputs) {
        if (outputs != OutputKind.LABELS) {
            return this;
        }
        return withStart(start.withObjective(reweighted(start.objective())))
                .withRefine(refine == null ? null : refine.withObjective(reweighted(refine.objective())))
                .withJoint(joint.withObjective(reweighted(joint.objective())));
    }

    private static Objective reweighted(Objective objective) {
        return objective.reweighted(Term.UNCERTAINTY, LABEL_FACTOR);
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
        /** One factor for all features, to unit variance on average, so that large features stay large. */
        SCALE,
        /**
         * Unit covariance on the leading principal components, two for every concept. Small but distinct concepts stand
         * out as in {@link #WHITEN}. Directions in which features hardly vary are left out: wide layers have many of
         * them, and whitening would make them as large as all others (docs/truth.md). If features vary in fewer
         * directions than there are concepts, {@link #ZSCORE} is used.
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
     * @param mosaic combine detectors of all starts (see {@link StartCombination}) instead of keeping the best start;
     *     for data in which a patch holds several concepts
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
                throw new InvalidInput("restarts = " + restarts + " must be at least 1");
            }
            if (!(initialMargin > 0 && initialMargin < 1e6)) {
                throw new InvalidInput("initial margin = " + initialMargin + " must be positive");
            }
            checkNoSignals("a", objective);
        }

        /** One start with orthonormal filters and margin 0.2, each feature to unit variance. */
        public static Start of(Schedule schedule, Objective objective) {
            return new Start(schedule, objective, 1, Scaling.ZSCORE, true, 0.2, false);
        }

        /** The same with another schedule. */
        public Start withSchedule(Schedule changed) {
            return new Start(changed, objective, restarts, standardise, orthonormal, initialMargin, mosaic);
        }

        /** The same with {@code objective} changed. */
        public Start withObjective(Objective changed) {
            return new Start(schedule, changed, restarts, standardise, orthonormal, initialMargin, mosaic);
        }

        /** The same with {@code restarts} changed. */
        public Start withRestarts(int changed) {
            return new Start(schedule, objective, changed, standardise, orthonormal, initialMargin, mosaic);
        }

        /** The same with {@code standardise} changed. */
        public Start withStandardise(Scaling changed) {
            return new Start(schedule, objective, restarts, changed, orthonormal, initialMargin, mosaic);
        }

        /** The same with {@code orthonormal} changed. */
        public Start withOrthonormal(boolean changed) {
            return new Start(schedule, objective, restarts, standardise, changed, initialMargin, mosaic);
        }

        /** The same with {@code initialMargin} changed. */
        public Start withInitialMargin(double changed) {
            return new Start(schedule, objective, restarts, standardise, orthonormal, changed, mosaic);
        }

        /** The same with {@code mosaic} changed. */
        public Start withMosaic(boolean changed) {
            return new Start(schedule, objective, restarts, standardise, orthonormal, initialMargin, changed);
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
        public static Refine of(Schedule schedule, Objective objective) {
            return new Refine(schedule, objective, false);
        }

        public Refine {
            checkNoSignals("b", objective);
        }

        /** The same with another schedule. */
        public Refine withSchedule(Schedule changed) {
            return new Refine(changed, objective, reseed);
        }

        /** The same with {@code objective} changed. */
        public Refine withObjective(Objective changed) {
            return new Refine(schedule, changed, reseed);
        }

        /** The same with {@code reseed} changed. */
        public Refine withReseed(boolean changed) {
            return new Refine(schedule, objective, changed);
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
        /** Sub-sampling, and no further rounds. */
        public static Joint of(Schedule schedule, Objective objective) {
            return new Joint(schedule, objective, true, 0.9, 0);
        }

        public Joint {
            if (rounds < 0 || rounds > 1000) {
                throw new InvalidInput("rounds = " + rounds + " must be within 0 .. 1000");
            }
            if (!(momentDecay >= 0 && momentDecay < 1)) {
                throw new InvalidInput("moment decay = " + momentDecay + " must be within 0 .. 1");
            }
        }

        /** The same with {@code schedule} changed. */
        public Joint withSchedule(Schedule changed) {
            return new Joint(changed, objective, subsampling, momentDecay, rounds);
        }

        /** The same with {@code objective} changed. */
        public Joint withObjective(Objective changed) {
            return new Joint(schedule, changed, subsampling, momentDecay, rounds);
        }

        /** The same with {@code subsampling} changed. */
        public Joint withSubsampling(boolean changed) {
            return new Joint(schedule, objective, changed, momentDecay, rounds);
        }

        /** The same with {@code momentDecay} changed. */
        public Joint withMomentDecay(double changed) {
            return new Joint(schedule, objective, subsampling, changed, rounds);
        }

        /** The same with {@code rounds} changed. */
        public Joint withRounds(int changed) {
            return new Joint(schedule, objective, subsampling, momentDecay, changed);
        }
    }

    /** Refuses terms that need signal vectors in a step without them. */
    private static void checkNoSignals(String step, Objective objective) {
        Term fso = Term.FILTER_SIGNAL_ORTHOGONALITY;
        if (objective.weights().containsKey(fso) || objective.targets().containsKey(fso)) {
            throw new InvalidInput(
                    "step (" + step + ") has no signal vectors, so " + fso.symbol() + " cannot be part of it");
        }
        if (objective.usesHead() && objective.manipulation().kind() == Manipulation.Kind.CONSTRAINED) {
            throw new InvalidInput("step (" + step
                    + ") has no signal vectors, so it cannot use the constrained manipulation; use unconstrained");
        }
    }

    /** The same with another step (d). */
    public LearnOptions withJoint(Joint changed) {
        return new LearnOptions(concepts, losses, start, refine, changed, activation, seed, tileElements);
    }

    /** The same with {@code start} changed. */
    public LearnOptions withStart(Start changed) {
        return new LearnOptions(concepts, losses, changed, refine, joint, activation, seed, tileElements);
    }

    /** The same with {@code refine} changed. */
    public LearnOptions withRefine(Refine changed) {
        return new LearnOptions(concepts, losses, start, changed, joint, activation, seed, tileElements);
    }

    /** The same with {@code concepts} changed. */
    public LearnOptions withConcepts(int changed) {
        return new LearnOptions(changed, losses, start, refine, joint, activation, seed, tileElements);
    }

    /** The same with {@code losses} changed. */
    public LearnOptions withLosses(LossOptions changed) {
        return new LearnOptions(concepts, changed, start, refine, joint, activation, seed, tileElements);
    }

    /** The same with {@code activation} changed. */
    public LearnOptions withActivation(Activation changed) {
        return new LearnOptions(concepts, losses, start, refine, joint, changed, seed, tileElements);
    }

    /** The same with {@code seed} changed. */
    public LearnOptions withSeed(long changed) {
        return new LearnOptions(concepts, losses, start, refine, joint, activation, changed, tileElements);
    }

    /** The same with {@code tileElements} changed. */
    public LearnOptions withTileElements(int changed) {
        return new LearnOptions(concepts, losses, start, refine, joint, activation, seed, changed);
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
     * The objective and the constraints of a step: min sum weight_j L_j subject to L_k &lt;= target_k.
     *
     * @param weights factors of the terms to minimise
     * @param targets upper bounds of the terms that are constraints; a term absent here and in {@code weights} is
     *     switched off, which is how ablations are made
     * @param manipulation how L^ur moves features; required when L^ur is weighted
     * @param penalties of constraints whose penalty differs from the schedule's
     */
    public record Objective(
            Map<Term, Double> weights,
            Map<Term, Double> targets,
            @Json.MayBeNull Manipulation manipulation,
            Map<Term, Double> penalties) {
        /** The schedule's penalty for every constraint. */
        public Objective(Map<Term, Double> weights, Map<Term, Double> targets, Manipulation manipulation) {
            this(weights, targets, manipulation, Map.of());
        }

        public Objective {
            weights = ordered(weights);
            targets = ordered(targets);
            penalties = ordered(penalties);
            weights.forEach((term, weight) -> {
                if (!(weight >= 0 && weight < 1e6)) {
                    throw new InvalidInput("weight of " + term.symbol() + " = " + weight + " must be within 0 .. 1e6");
                }
            });
            targets.forEach((term, target) -> {
                if (!(target >= 0 && target < 1e6)) {
                    throw new InvalidInput("target of " + term.symbol() + " = " + target + " must be within 0 .. 1e6");
                }
            });
            penalties.forEach((term, penalty) -> {
                if (!(penalty > 0 && penalty < 1e9)) {
                    throw new InvalidInput("penalty of " + term.symbol() + " = " + penalty + " must be positive");
                }
            });
            if (targets.containsKey(Term.UNCERTAINTY)) {
                throw new InvalidInput("ur is minimised, not constrained; give it a weight instead");
            }
            for (Term term : targets.keySet()) {
                if (weights.containsKey(term)) {
                    throw new InvalidInput(term.symbol() + " is both minimised and constrained; choose one");
                }
            }
            if (weights.containsKey(Term.UNCERTAINTY) && manipulation == null) {
                throw new InvalidInput("ur needs a manipulation (unconstrained or constrained)");
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

        /** The same with {@code weights} changed. */
        public Objective withWeights(Map<Term, Double> changed) {
            return new Objective(changed, targets, manipulation, penalties);
        }

        /** The same with {@code targets} changed. */
        public Objective withTargets(Map<Term, Double> changed) {
            return new Objective(weights, changed, manipulation, penalties);
        }

        /** The same with {@code manipulation} changed. */
        public Objective withManipulation(Manipulation changed) {
            return new Objective(weights, targets, changed, penalties);
        }

        /** The same with {@code penalties} changed. */
        public Objective withPenalties(Map<Term, Double> changed) {
            return new Objective(weights, targets, manipulation, changed);
        }

        /** The same with a separate penalty for one constraint. */
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

        /** The weighted sparsity in the objective, plain or focal. */
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
                throw new InvalidInput(message);
            }
        }

        /** The same for so many passes over the images. */
        public Schedule withEpochs(int changed) {
            return new Schedule(changed, learningRate, batchImages, referenceBatch, multiplierInterval, penalty);
        }

        /** The rate for batches of this many images. */
        double scaledRate(int images) {
            return referenceBatch == 0 ? learningRate : learningRate * images / referenceBatch;
        }

        /** The same with {@code learningRate} changed. */
        public Schedule withLearningRate(double changed) {
            return new Schedule(epochs, changed, batchImages, referenceBatch, multiplierInterval, penalty);
        }

        /** The same with {@code batchImages} changed. */
        public Schedule withBatchImages(int changed) {
            return new Schedule(epochs, learningRate, changed, referenceBatch, multiplierInterval, penalty);
        }

        /** The same with {@code referenceBatch} changed. */
        public Schedule withReferenceBatch(int changed) {
            return new Schedule(epochs, learningRate, batchImages, changed, multiplierInterval, penalty);
        }

        /** The same with {@code multiplierInterval} changed. */
        public Schedule withMultiplierInterval(int changed) {
            return new Schedule(epochs, learningRate, batchImages, referenceBatch, changed, penalty);
        }

        /** The same with {@code penalty} changed. */
        public Schedule withPenalty(double changed) {
            return new Schedule(epochs, learningRate, batchImages, referenceBatch, multiplierInterval, changed);
        }
    }
}
