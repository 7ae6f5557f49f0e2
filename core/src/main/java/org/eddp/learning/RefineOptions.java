package org.eddp.learning;

import org.eddp.directions.Term;

/**
 * Step (b): filters, margins and thresholds free in feature space; no signal vectors yet.
 *
 * @param schedule of the step
 * @param objective L^fs and L^uur under all constraints but L^fso
 */
public record RefineOptions(Schedule schedule, Objective objective) {
    public RefineOptions {
        JointOptions.checkTerms("b", objective, Term.FILTER_SIGNAL_ORTHOGONALITY);
    }
}
