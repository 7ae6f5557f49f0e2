package org.eddp.baselines.runs;

import org.eddp.baselines.Nmf;
import org.eddp.metrics.Quantiles.Saturated;

/**
 * Options of a baseline.
 *
 * @param concepts number of directions I; the natural basis always has one per feature, supervised methods one per concept
 * @param share of the patches on which a detector fires whose method gives no threshold; null for that of the paper
 * @param saturated what a detector does whose threshold would be the largest value that occurs
 * @param iterations most iterations or optimiser steps; null for the method's own
 * @param nmfUpdates how NMF improves its factors
 * @param seed of all randomness
 * @param supervised for methods that learn from labels
 */
public record BaselineOptions(
        int concepts,
        Double share,
        Saturated saturated,
        Integer iterations,
        Nmf.Updates nmfUpdates,
        long seed,
        SupervisedOptions supervised) {
    public BaselineOptions {
        if (concepts < 1) {
            throw new IllegalArgumentException("concepts = " + concepts + " must be at least 1");
        }
        if (share != null && !(share > 0 && share < 1)) {
            throw new IllegalArgumentException("share = " + share + " of the patches must be within 0 .. 1");
        }
        if (iterations != null && iterations < 1) {
            throw new IllegalArgumentException("iterations = " + iterations + " must be at least 1");
        }
    }

    /** The paper's protocol, with the faster updates of NMF. */
    public static BaselineOptions of(int concepts, long seed) {
        return new BaselineOptions(
                concepts, null, Saturated.FIRES, null, Nmf.Updates.HIERARCHICAL, seed, SupervisedOptions.USUAL);
    }

    double shareOr(double usual) {
        return share == null ? usual : share;
    }

    int iterationsOr(int usual) {
        return iterations == null ? usual : iterations;
    }
}
