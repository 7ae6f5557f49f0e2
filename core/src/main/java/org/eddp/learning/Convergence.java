package org.eddp.learning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eddp.directions.Term;

/**
 * What a round of learning has come to. The objective needs no test of its own: the rate is zero at the end of every round, and
 * the objective stands still there.
 *
 * @param missed constraints that do not hold
 * @param cost logarithm of what constraints exceed their targets by and of the sparsity spent on it: a per cent nearer to a target
 *     is worth a per cent of sparsity
 */
record Convergence(List<Term> missed, double cost) {
    /** Detectors this sparse are perfectly so. */
    private static final double NO_ENTROPY = 1e-3;

    /** With these losses at the end of a round. */
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

    /** Two per cent, or a little for a target of zero: less than counts as met in the end, while there are steps to spare. */
    private static double tolerance(double target) {
        return target == 0 ? 0.002 : 0.02 * target;
    }

    boolean reached() {
        return missed.isEmpty();
    }

    /** What is lacking, in words. */
    String lacking() {
        return missed.stream().map(term -> "L^" + term.symbol()).collect(Collectors.joining(", "))
                + (missed.size() == 1 ? " is above its target" : " are above their targets");
    }
}
