package org.eddp.bench;

import java.util.Map;
import org.eddp.directions.Term;
import org.eddp.directions.step.Weighting;

/**
 * Constant coefficients, whatever the values of the terms.
 *
 * @param coefficients the terms that take part, and how strongly each pulls
 */
public record Weights(Map<Term, Double> coefficients) implements Weighting {
    /** The terms of the joint step with constrained manipulation (step (d), variant C), as a learning run sees them. */
    public static final Weights JOINT = new Weights(Map.of(
            Term.FOCAL_SPARSITY, 2.6,
            Term.MAXIMUM_ACTIVATION, 1.3,
            Term.INACTIVE_CLASSIFIER, 0.7,
            Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.9,
            Term.FILTER_SIGNAL_ORTHOGONALITY, 1.1,
            Term.UNCERTAINTY, 0.25));

    public Weights {
        coefficients = Map.copyOf(coefficients);
    }

    @Override
    public boolean uses(Term term) {
        return coefficients.containsKey(term);
    }

    @Override
    public double coefficient(Term term, double value) {
        return coefficients.getOrDefault(term, 0.0);
    }
}
