package org.eddp.learning;

import org.eddp.directions.Manipulation;
import org.eddp.directions.Term;

/**
 * Step (d): filters and signal vectors together.
 *
 * @param schedule of the step
 * @param objective L^fs and L^cur under all constraints (variant C), or L^fs and L^uur without L^fso (variant U)
 * @param subsampling signal vectors from the patches where a detector fires; off as an ablation
 * @param momentDecay factor by which moments of earlier batches fade per step when a batch is not the whole set
 */
public record JointOptions(Schedule schedule, Objective objective, boolean subsampling, double momentDecay) {
    public JointOptions {
        if (!(momentDecay >= 0 && momentDecay < 1)) {
            throw new IllegalArgumentException("moment decay = " + momentDecay + " must be within 0 .. 1");
        }
    }

    /** Refuses terms that a step has no meaning for. */
    static void checkTerms(String step, Objective objective, Term... excluded) {
        for (Term term : excluded) {
            if (objective.weights().containsKey(term) || objective.targets().containsKey(term)) {
                throw new IllegalArgumentException(
                        "step (" + step + ") has no signal vectors, so " + term.symbol() + " cannot be part of it");
            }
        }
        if (objective.usesHead() && objective.manipulation().kind() == Manipulation.Kind.CONSTRAINED) {
            throw new IllegalArgumentException("step (" + step
                    + ") has no signal vectors, so it cannot use the constrained manipulation; use unconstrained");
        }
    }
}
