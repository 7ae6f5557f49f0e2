package org.eddp.baselines;

import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.labels.PatchLabels;
import org.eddp.metrics.Quantiles.Saturated;

/**
 * Options of a baseline.
 *
 * @param concepts number of directions I; the natural basis always has one per feature, supervised methods one per
 *     concept
 * @param share of the patches on which every detector fires; null for the thresholds of the method, or the share of the
 *     paper where it has none
 * @param saturated behaviour of a detector whose threshold would be the largest value that occurs
 * @param iterations most iterations or optimiser steps; null for the method's own
 * @param nmfUpdates how NMF improves its factors
 * @param seed of all randomness
 * @param supervised for methods that learn from labels
 */
public record BaselineOptions(
        int concepts,
        @Json.MayBeNull Double share,
        Saturated saturated,
        @Json.MayBeNull Integer iterations,
        Nmf.Updates nmfUpdates,
        long seed,
        Supervised supervised) {
    public BaselineOptions {
        if (concepts < 1) {
            throw new InvalidInput("concepts = " + concepts + " must be at least 1");
        }
        if (share != null && !(share > 0 && share < 1)) {
            throw new InvalidInput("share = " + share + " of the patches must be within 0 .. 1");
        }
        if (iterations != null && iterations < 1) {
            throw new InvalidInput("iterations = " + iterations + " must be at least 1");
        }
    }

    /** The paper's protocol, with the faster updates of NMF. */
    public static BaselineOptions of(int concepts, long seed) {
        return new BaselineOptions(
                concepts, null, Saturated.FIRES, null, Nmf.Updates.HIERARCHICAL, seed, Supervised.USUAL);
    }

    /** The same with detectors that fire on another share of the patches. */
    public BaselineOptions withShare(Double changed) {
        return new BaselineOptions(concepts, changed, saturated, iterations, nmfUpdates, seed, supervised);
    }

    /** The same with {@code concepts} changed. */
    public BaselineOptions withConcepts(int changed) {
        return new BaselineOptions(changed, share, saturated, iterations, nmfUpdates, seed, supervised);
    }

    /** The same with {@code saturated} changed. */
    public BaselineOptions withSaturated(Saturated changed) {
        return new BaselineOptions(concepts, share, changed, iterations, nmfUpdates, seed, supervised);
    }

    /** The same with {@code iterations} changed. */
    public BaselineOptions withIterations(Integer changed) {
        return new BaselineOptions(concepts, share, saturated, changed, nmfUpdates, seed, supervised);
    }

    /** The same with {@code nmfUpdates} changed. */
    public BaselineOptions withNmfUpdates(Nmf.Updates changed) {
        return new BaselineOptions(concepts, share, saturated, iterations, changed, seed, supervised);
    }

    /** The same with {@code seed} changed. */
    public BaselineOptions withSeed(long changed) {
        return new BaselineOptions(concepts, share, saturated, iterations, nmfUpdates, changed, supervised);
    }

    /** The same with {@code supervised} changed. */
    public BaselineOptions withSupervised(Supervised changed) {
        return new BaselineOptions(concepts, share, saturated, iterations, nmfUpdates, seed, changed);
    }

    double shareOr(double usual) {
        return share == null ? usual : share;
    }

    int iterationsOr(int usual) {
        return iterations == null ? usual : iterations;
    }

    /**
     * How classifiers are learned from labels.
     *
     * @param rule when a patch shows a concept
     * @param leastPositives concepts that fewer patches show are left out
     * @param mostPositives patches of a concept that are used at most, drawn at random
     * @param negativesPerPositive at most so many patches without the concept per patch with it; the paper has 20
     * @param miningRounds times that the classifier is learned again with the negatives it found hardest
     * @param iterations most Newton steps of every fit; it stops at the optimum
     * @param penalty on the squared length of the weights
     */
    public record Supervised(
            PatchLabels.Rule rule,
            int leastPositives,
            int mostPositives,
            int negativesPerPositive,
            int miningRounds,
            int iterations,
            double penalty) {
        /** 20 negatives per positive and two rounds of mining; concepts on at least 20 patches. */
        public static final Supervised USUAL = new Supervised(PatchLabels.Rule.MAJORITY, 20, 2000, 20, 2, 100, 1e-3);

        public Supervised {
            if (leastPositives < 1 || mostPositives < leastPositives) {
                throw new InvalidInput("positives per concept from " + leastPositives + " to " + mostPositives
                        + " must be an interval from 1 on");
            }
            if (negativesPerPositive < 1 || miningRounds < 0) {
                throw new InvalidInput("negatives per positive = " + negativesPerPositive
                        + " must be at least 1, mining rounds = " + miningRounds + " at least 0");
            }
        }

        /** The same with {@code rule} changed. */
        public Supervised withRule(PatchLabels.Rule changed) {
            return new Supervised(
                    changed, leastPositives, mostPositives, negativesPerPositive, miningRounds, iterations, penalty);
        }

        /** The same with {@code leastPositives} changed. */
        public Supervised withLeastPositives(int changed) {
            return new Supervised(
                    rule, changed, mostPositives, negativesPerPositive, miningRounds, iterations, penalty);
        }

        /** The same with {@code mostPositives} changed. */
        public Supervised withMostPositives(int changed) {
            return new Supervised(
                    rule, leastPositives, changed, negativesPerPositive, miningRounds, iterations, penalty);
        }

        /** The same with {@code negativesPerPositive} changed. */
        public Supervised withNegativesPerPositive(int changed) {
            return new Supervised(rule, leastPositives, mostPositives, changed, miningRounds, iterations, penalty);
        }

        /** The same with {@code miningRounds} changed. */
        public Supervised withMiningRounds(int changed) {
            return new Supervised(
                    rule, leastPositives, mostPositives, negativesPerPositive, changed, iterations, penalty);
        }

        /** The same with {@code iterations} changed. */
        public Supervised withIterations(int changed) {
            return new Supervised(
                    rule, leastPositives, mostPositives, negativesPerPositive, miningRounds, changed, penalty);
        }

        /** The same with {@code penalty} changed. */
        public Supervised withPenalty(double changed) {
            return new Supervised(
                    rule, leastPositives, mostPositives, negativesPerPositive, miningRounds, iterations, changed);
        }
    }
}
