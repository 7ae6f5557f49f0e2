package org.eddp.learning;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eddp.directions.Term;

/**
 * What a round of learning has come to. The objective needs no test of its own: the rate is zero at the end of every round, and
 * the objective stands still there.
 *
 * @param missed constraints that do not hold
 */
record Convergence(List<Term> missed) {
    /** With these losses at the end of a round. */
    static Convergence of(Map<Term, Double> values, LearnOptions.Objective objective) {
        return new Convergence(objective.targets().entrySet().stream()
                .filter(bound -> values.get(bound.getKey()) > bound.getValue() + tolerance(bound.getValue()))
                .map(Map.Entry::getKey)
                .toList());
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
