package org.eddp.learning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eddp.directions.Term;

/**
 * Where a round of learning has come to.
 *
 * @param missed constraints that do not hold, to within {@link #tolerance}
 * @param settled whether the objective has stopped falling
 */
record Convergence(List<Term> missed, boolean settled) {
    /** Change of the objective, relative to the sizes of its terms, that counts as standing still. */
    private static final double STILL = 0.005;

    /**
     * Of a round.
     *
     * @param values losses at its end
     */
    static Convergence of(Map<Term, Double> values, Phase phase, History history, Rounds.Span round) {
        Rounds.Span last = round.tenth(0);
        Rounds.Span before = round.tenth(1);
        List<Term> missed = new ArrayList<>();
        for (Map.Entry<Term, Double> bound : phase.objective().targets().entrySet()) {
            if (values.get(bound.getKey()) > bound.getValue() + tolerance(bound.getValue())) {
                missed.add(bound.getKey());
            }
        }
        double fall = 0;
        double size = 0;
        for (Map.Entry<Term, Double> weighted : phase.objective().weights().entrySet()) {
            double value = history.mean(phase.index(), weighted.getKey(), last.after(), last.upTo());
            double earlier = history.mean(phase.index(), weighted.getKey(), before.after(), before.upTo());
            fall += weighted.getValue() * (earlier - value);
            size += weighted.getValue() * Math.abs(value);
        }
        return new Convergence(missed, !(fall > STILL * size));
    }

    /** How far above its target a constraint counts as met: two per cent, which batches differ by. */
    static double tolerance(double target) {
        return target == 0 ? 0.002 : 0.02 * target;
    }

    boolean reached() {
        return missed.isEmpty() && settled;
    }

    /** What is lacking, in words. */
    String lacking() {
        return missed.isEmpty()
                ? "the objective still falls"
                : missed.stream().map(term -> "L^" + term.symbol()).collect(Collectors.joining(", "))
                        + (missed.size() == 1 ? " is above its target" : " are above their targets");
    }
}
