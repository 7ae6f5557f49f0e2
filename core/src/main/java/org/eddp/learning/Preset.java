package org.eddp.learning;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.Term;
import org.eddp.failure.InvalidInput;
import org.eddp.learning.LearnOptions.Objective;
import org.eddp.learning.LearnOptions.Schedule;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.tensor.Activation;

/** Named options of learning: for any layer of any network, or the paper's for one of its networks. */
public sealed interface Preset {
    /** Presets for any layer of any network. */
    enum General implements Preset {
        /** Suits most layers. */
        GENERAL,
        /** The same with the paper's pseudo-inverse: sparser detectors, but L^fso is seldom met. */
        EXACT
    }

    /** The name of the constant. */
    String name();

    /** The name that users write. */
    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The preset called, for example, {@code general} or {@code resnet18-places365}. */
    static Preset named(String name) {
        List<Preset> all = Stream.<Preset>concat(Stream.of(General.values()), Stream.of(NetworkPreset.values()))
                .toList();
        return all.stream()
                .filter(preset -> preset.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidInput("no preset is called '" + name + "'; there are "
                        + all.stream().map(Preset::label).collect(Collectors.joining(", "))));
    }

    /** The paper's five networks with the hyper-parameters it gives for them. */
    enum NetworkPreset implements Preset {
        RESNET18_PLACES365(
                List.of(384, 448, 512), epochs(500, 2500, 1250), rates(0.005, 0.00025, 0.00005), 400, 50_000, 5),
        EFFICIENTNET_IMAGENET(
                List.of(960, 1120, 1280), epochs(800, 3500, 1750), rates(0.001, 0.00005, 0.00005), 520, 65_000, 5),
        RESNET50_MIT(
                List.of(1536, 1792, 2048), epochs(1300, 2600, 1300), rates(0.001, 0.00025, 0.0001), 920, 75_000, 6),
        VGG16_IMAGENET(List.of(384, 448, 512), epochs(1000, 1000, 500), rates(0.001, 0.0001, 0.0001), 400, 50_000, 5),
        INCEPTION_V3_IMAGENET(
                List.of(1536, 1792, 2048), epochs(1500, 3000, 1500), rates(0.001, 0.00005, 0.00005), 520, 65_000, 6);

        /** Images per batch the paper's learning rates are meant for. */
        private static final int REFERENCE_BATCH = 4096;
        /** Optimiser steps between multiplier updates, and the constant penalty (the paper leaves both open). */
        private static final int MULTIPLIER_INTERVAL = 10;

        private static final double PENALTY = 1;

        private final List<Integer> concepts;
        private final int[] epochs;
        private final double[] rates;
        private final int smallestCluster;
        private final int largestCluster;
        private final double marginTarget;

        NetworkPreset(
                List<Integer> concepts,
                int[] epochs,
                double[] rates,
                int smallestCluster,
                int largestCluster,
                double marginTarget) {
            this.concepts = concepts;
            this.epochs = epochs;
            this.rates = rates;
            this.smallestCluster = smallestCluster;
            this.largestCluster = largestCluster;
            this.marginTarget = marginTarget;
        }

        private static int[] epochs(int a, int b, int d) {
            return new int[] {a, b, d};
        }

        private static double[] rates(double a, double b, double d) {
            return new double[] {a, b, d};
        }

        /** Numbers of concepts the paper reports. */
        public List<Integer> concepts() {
            return concepts;
        }

        /**
         * The paper's options for this network.
         *
         * @param numberOfConcepts I; the paper's are {@link #concepts()}
         * @param patches patches of the concept dataset, to which the paper's cluster sizes are relative
         */
        public LearnOptions options(int numberOfConcepts, Variant variant, long patches, long seed) {
            if (patches <= largestCluster) {
                throw new InvalidInput("the preset " + label() + " lets a concept take up to " + largestCluster
                        + " patches, but there are only " + patches + "; set the cluster bounds yourself");
            }
            Map<Term, Double> weights = new EnumMap<>(Map.of(Term.FOCAL_SPARSITY, 2.6, Term.UNCERTAINTY, 0.25));
            Map<Term, Double> targets = new EnumMap<>(Map.of(
                    Term.MAXIMUM_ACTIVATION, 0.8,
                    Term.INACTIVE_CLASSIFIER, 0.0,
                    Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.0,
                    Term.MAXIMUM_MARGIN, marginTarget));
            Objective refine = new Objective(weights, targets, Manipulation.partial(Kind.UNCONSTRAINED));
            Objective start = new Objective(
                            Map.of(Term.SPARSITY, 2.6, Term.UNCERTAINTY, 0.25), targets, refine.manipulation())
                    .without(Term.EXCESSIVELY_ACTIVE_CLASSIFIER);
            Objective joint = variant == Variant.U
                    ? refine
                    : new Objective(weights, targets, Manipulation.partial(Kind.CONSTRAINED))
                            .withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, 0.01);
            double startRate = this == INCEPTION_V3_IMAGENET && numberOfConcepts == 1792 ? 0.01 : rates[0];
            return LearnOptions.of(
                            numberOfConcepts,
                            LossOptions.of((double) smallestCluster / patches, (double) largestCluster / patches),
                            LearnOptions.Start.of(schedule(0, startRate), start),
                            LearnOptions.Refine.of(schedule(1, rates[1]), refine),
                            LearnOptions.Joint.of(schedule(2, rates[2]), joint),
                            this == EFFICIENTNET_IMAGENET ? Activation.SILU : Activation.RELU)
                    .withSeed(seed);
        }

        private Schedule schedule(int step, double rate) {
            return new Schedule(epochs[step], rate, REFERENCE_BATCH, REFERENCE_BATCH, MULTIPLIER_INTERVAL, PENALTY);
        }
    }
}
