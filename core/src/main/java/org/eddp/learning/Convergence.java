package org.eddp.learning;

import java.util.Map;
import org.eddp.directions.Term;

/**
 * Where a round of learning has come to.
 *
 * @param met whether every constraint holds, to within {@link #tolerance}
 * @param settled whether the objective has stopped falling
 */
record Convergence(boolean met, boolean settled) {
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
        boolean met = true;
        for (Map.Entry<Term, Double> bound : phase.objective().targets().entrySet()) {
            double value = values.get(bound.getKey());
            met &= !(value > bound.getValue() + tolerance(bound.getValue()));
        }
        double fall = 0;
        double size = 0;
        for (Map.Entry<Term, Double> weighted : phase.objective().weights().entrySet()) {
            double value = history.mean(phase.index(), weighted.getKey(), last.after(), last.upTo());
            double earlier = history.mean(phase.index(), weighted.getKey(), before.after(), before.upTo());
            fall += weighted.getValue() * (earlier - value);
            size += weighted.getValue() * Math.abs(value);
        }
        return new Convergence(met, !(fall > STILL * size));
    }

    /** How far above its target a constraint counts as met: two per cent, which batches differ by. */
    static double tolerance(double target) {
        return target == 0 ? 0.002 : 0.02 * target;
    }

    boolean reached() {
        return met && settled;
    }
}
