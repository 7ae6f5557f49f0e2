package org.eddp.influence;

import org.eddp.influence.Sensitivity.Perturbation;

/**
 * How influence is measured.
 *
 * @param perturbation how far features are moved
 * @param noise what the scores are compared with
 * @param significance level of the whole table; each of its I x K tests has this divided by I K (Bonferroni). The paper's
 *     is 0.05
 */
public record InfluenceOptions(Perturbation perturbation, Noise noise, double significance) {
    public InfluenceOptions {
        if (!(significance > 0 && significance < 1)) {
            throw new IllegalArgumentException("significance = " + significance + " must be within 0 .. 1");
        }
    }

    /** The paper's numbers. */
    public static InfluenceOptions of(long seed) {
        return new InfluenceOptions(Perturbation.DEFAULT, Noise.of(seed), 0.05);
    }

    /**
     * How noise signal vectors are made: fit a linear classifier to permuted labels of patches and take the signal vector of
     * its positive side.
     *
     * @param directions noise signal vectors per concept, N; the paper's is 100
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
            if (directions < 1) {
                throw new IllegalArgumentException("noise directions = " + directions + " must be at least 1");
            }
            if (samples < 4) {
                throw new IllegalArgumentException("samples = " + samples + " must be at least 4");
            }
            if (epochs < 1) {
                throw new IllegalArgumentException("epochs = " + epochs + " must be at least 1");
            }
            if (!(rate > 0)) {
                throw new IllegalArgumentException("learning rate = " + rate + " must be positive");
            }
            if (group < 1) {
                throw new IllegalArgumentException("group = " + group + " must be at least 1");
            }
        }

        /** The paper's numbers. */
        public static Noise of(long seed) {
            return new Noise(100, 5000, 100, 0.01, 25, seed);
        }
    }

    /**
     * The same with other steps.
     *
     * @param tensorNormalised the steps of all patches together have that length, instead of each
     */
    public InfluenceOptions stepping(double strength, boolean tensorNormalised) {
        Perturbation.Norm norm = tensorNormalised ? Perturbation.Norm.TENSOR : Perturbation.Norm.CELL;
        return new InfluenceOptions(new Perturbation(strength, norm), noise, significance);
    }

    /** The same with another number of noise signal vectors per concept. */
    public InfluenceOptions withNoise(int count) {
        return new InfluenceOptions(
                perturbation,
                new Noise(count, noise.samples(), noise.epochs(), noise.rate(), noise.group(), noise.seed()),
                significance);
    }
}
