package org.eddp.influence;

import org.eddp.failure.InvalidInput;
import org.eddp.influence.Sensitivity.Perturbation;

/**
 * How influence is measured.
 *
 * @param perturbation how far features are moved
 * @param noise the noise that scores are compared with in the paper's test
 * @param significance level of the whole table in the paper's test; each of its I x K tests has this divided by I K
 *     (Bonferroni). The paper's is 0.05
 * @param effects how effects are tested
 */
public record InfluenceOptions(Perturbation perturbation, Noise noise, double significance, Effects effects) {
    public InfluenceOptions {
        if (!(significance > 0 && significance < 1)) {
            throw new InvalidInput("significance = " + significance + " must be within 0 .. 1");
        }
    }

    /** The paper's numbers. */
    public static InfluenceOptions of(long seed) {
        return new InfluenceOptions(Perturbation.DEFAULT, Noise.of(seed), 0.05, Effects.of(seed));
    }

    /** The same with {@code perturbation} changed. */
    public InfluenceOptions withPerturbation(Perturbation changed) {
        return new InfluenceOptions(changed, noise, significance, effects);
    }

    /** The same with {@code noise} changed. */
    public InfluenceOptions withNoise(Noise changed) {
        return new InfluenceOptions(perturbation, changed, significance, effects);
    }

    /** The same with {@code significance} changed. */
    public InfluenceOptions withSignificance(double changed) {
        return new InfluenceOptions(perturbation, noise, changed, effects);
    }

    /** The same with {@code effects} changed. */
    public InfluenceOptions withEffects(Effects changed) {
        return new InfluenceOptions(perturbation, noise, significance, changed);
    }

    /**
     * How effects are tested: against steps along noise directions ({@link NoiseDirections}), which all concepts share.
     *
     * @param directions noise directions where the head is linear, so that all of them are one product. Where there are so many
     *     classes that the effects on them would take over 128 MB, fewer are taken
     * @param passes noise directions where each of them goes through the network, and the smallest number in any case
     * @param falseDiscoveryRate share of the pairs called significant that may be chance (Benjamini and Hochberg)
     * @param seed of noise directions
     */
    public record Effects(int directions, int passes, double falseDiscoveryRate, long seed) {
        private static final int KEPT_EFFECTS = 1 << 24;

        public Effects {
            if (passes < EffectNull.FEWEST || directions < passes) {
                throw new InvalidInput("noise directions = " + directions + " and " + passes
                        + " through the network must be at least " + EffectNull.FEWEST + ", and not the second more");
            }
            if (!(falseDiscoveryRate > 0 && falseDiscoveryRate < 1)) {
                throw new InvalidInput("false discovery rate = " + falseDiscoveryRate + " must be within 0 .. 1");
            }
        }

        /** Enough directions to find a single pair among those of a hundred concepts. */
        public static Effects of(long seed) {
            return new Effects(4000, 500, 0.05, seed);
        }

        /**
         * Number of noise directions that concepts are compared with.
         *
         * @param closedForm whether they need no passes through the network
         */
        int directions(boolean closedForm, int classes) {
            return closedForm ? Math.min(directions, Math.max(passes, KEPT_EFFECTS / classes)) : passes;
        }

        /** The same with {@code directions} and {@code passes} changed. */
        public Effects withDirections(int many, int few) {
            return new Effects(many, few, falseDiscoveryRate, seed);
        }

        /** The same with {@code falseDiscoveryRate} changed. */
        public Effects withFalseDiscoveryRate(double changed) {
            return new Effects(directions, passes, changed, seed);
        }
    }

    /**
     * How noise signal vectors are made: fit a linear classifier to permuted labels of patches and take the signal vector of
     * its positive side.
     *
     * @param directions noise signal vectors per concept, N; the paper's is 100, and 0 leaves the test out
     * @param samples patches per concept at most, half of them with the concept; the paper's is 5000. (The paper draws them
     *     from a pool of at most 20 times as many patches without the concept as with it. A draw from a random pool is a random
     *     draw, so the pool needs no option.)
     * @param epochs full-batch Adam steps per classifier; the paper's is 100
     * @param rate learning rate; the paper's is 0.01
     * @param group noise signal vectors made and scored at a time; a concept is finished as soon as all its classes are
     *     decided. Does not change the verdicts
     * @param seed of samples and permutations
     */
    public record Noise(int directions, int samples, int epochs, double rate, int group, long seed) {
        public Noise {
            if (directions < 0) {
                throw new InvalidInput("noise directions = " + directions + " must not be negative");
            }
            if (samples < 4) {
                throw new InvalidInput("samples = " + samples + " must be at least 4");
            }
            if (epochs < 1) {
                throw new InvalidInput("epochs = " + epochs + " must be at least 1");
            }
            if (!(rate > 0)) {
                throw new InvalidInput("learning rate = " + rate + " must be positive");
            }
            if (group < 1) {
                throw new InvalidInput("group = " + group + " must be at least 1");
            }
        }

        /** The paper's numbers. */
        public static Noise of(long seed) {
            return new Noise(100, 5000, 100, 0.01, 25, seed);
        }

        /** The same with {@code directions} changed. */
        public Noise withDirections(int changed) {
            return new Noise(changed, samples, epochs, rate, group, seed);
        }

        /** The same with {@code samples} changed. */
        public Noise withSamples(int changed) {
            return new Noise(directions, changed, epochs, rate, group, seed);
        }

        /** The same with {@code epochs} changed. */
        public Noise withEpochs(int changed) {
            return new Noise(directions, samples, changed, rate, group, seed);
        }

        /** The same with {@code rate} changed. */
        public Noise withRate(double changed) {
            return new Noise(directions, samples, epochs, changed, group, seed);
        }

        /** The same with {@code group} changed. */
        public Noise withGroup(int changed) {
            return new Noise(directions, samples, epochs, rate, changed, seed);
        }
    }
}
