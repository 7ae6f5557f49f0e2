package org.eddp.learning;

import org.eddp.directions.Term;

/**
 * Step (a): orthonormal filters in standardised space, one shared margin and threshold, several random starts.
 *
 * @param schedule of each start
 * @param objective L^s (and L^uur on deep networks) under the constraints that apply
 * @param restarts random starts, of which the best by a label-free merit is kept
 * @param standardise how features are standardised
 * @param orthonormal orthonormal filters; off for more concepts than features, or as an ablation
 * @param initialMargin shared margin M at the start
 * @param mosaic put the detectors together from all starts (see {@link StartCombination}) instead of keeping the best start whole;
 *     for data in which a patch holds several concepts
 */
public record StartOptions(
        Schedule schedule,
        Objective objective,
        int restarts,
        Standardisation.Kind standardise,
        boolean orthonormal,
        double initialMargin,
        boolean mosaic) {
    public StartOptions {
        if (restarts < 1) {
            throw new IllegalArgumentException("restarts = " + restarts + " must be at least 1");
        }
        if (!(initialMargin > 0 && initialMargin < 1e6)) {
            throw new IllegalArgumentException("initial margin = " + initialMargin + " must be positive");
        }
        JointOptions.checkTerms("a", objective, Term.FILTER_SIGNAL_ORTHOGONALITY);
    }
}
