package org.eddp.learning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eddp.directions.Term;

/**
 * The state at the end of a round of learning. The objective needs no separate test: the rate is zero at the end of
 * every round, so the objective no longer changes.
 *
 * @param missed constraints that do not hold
 * @param cost logarithm of the violation of the constraints plus that of sparsity: one per cent less violation is worth
 *     one per cent of sparsity
 */
record Convergence(List<Term> missed, double cost) {
    /** Below this value of the loss, detectors count as perfectly sparse. */
    private static final double NO_ENTROPY = 1e-3;

    /** Reads the losses at the end of a round. */
    static Convergence of(Map<Term, Double> values, LearnOptions.Objective objective) {
        List<Term> missed = new ArrayList<>();
        double cost = Math.log(Math.max(NO_ENTROPY, objective.sparsity(values)));
        for (Map.Entry<Term, Double> bound : objective.targets().entrySet()) {
            double value = values.get(bound.getKey());
            double least = bound.getValue() + tolerance(bound.getValue());
            if (value > least) {
                missed.add(bound.getKey());
                cost += Math.log(value / least);
            }
        }
        return new Convergence(List.copyOf(missed), cost);
    }

    /**
     * Two per cent, or a small number for a target of zero. This is stricter than the final check, because there are
     * steps left.
     */
    private static double tolerance(double target) {
        return target == 0 ? 0.002 : 0.02 * target;
    }

    boolean reached() {
        return missed.isEmpty();
    }

    /** The missed constraints, in words. */
    String lacking() {
        return missed.stream().map(term -> "L^" + term.symbol()).collect(Collectors.joining(", "))
                + (missed.size() == 1 ? " is above its target" : " are above their targets");
    }
}
