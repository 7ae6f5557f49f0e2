package org.eddp.baselines.runs;

import org.eddp.labels.PatchRule;

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
public record SupervisedOptions(
        PatchRule rule,
        int leastPositives,
        int mostPositives,
        int negativesPerPositive,
        int miningRounds,
        int iterations,
        double penalty) {
    /** 20 negatives per positive and two rounds of mining; concepts on at least 20 patches. */
    public static final SupervisedOptions USUAL = new SupervisedOptions(PatchRule.MAJORITY, 20, 2000, 20, 2, 100, 1e-3);

    public SupervisedOptions {
        if (leastPositives < 1 || mostPositives < leastPositives) {
            throw new IllegalArgumentException("positives per concept from " + leastPositives + " to " + mostPositives
                    + " must be an interval from 1 on");
        }
        if (negativesPerPositive < 1 || miningRounds < 0) {
            throw new IllegalArgumentException("negatives per positive = " + negativesPerPositive
                    + " must be at least 1, mining rounds = " + miningRounds + " at least 0");
        }
    }
}
