package org.eddp.learning;

import org.eddp.features.FeatureSource;

/**
 * How the rate of a phase goes: along half a cosine to zero over its schedule, and again, from half the rate and over half
 * as many steps, in every further round.
 */
final class Rounds {
    private static final double FURTHER_RATE = 0.5;

    private final int first;
    private final int further;

    /** Of a phase on a source. */
    Rounds(Phase phase, FeatureSource source) {
        first = phase.steps(source);
        further = Math.max(1, first / 2);
    }

    /** Steps up to the end of a round, from 0. */
    int steps(int round) {
        return Math.addExact(first, Math.multiplyExact(round, further));
    }

    /** Share of the rate at a step. */
    double rate(int step) {
        return step < first ? annealing(step, first) : FURTHER_RATE * annealing((step - first) % further, further);
    }

    /** The steps of a round. */
    Span lastRound(int round) {
        return new Span(round == 0 ? 0 : steps(round - 1), steps(round));
    }

    /** Steps after one and up to another. */
    record Span(int after, int upTo) {
        /** A tenth of the steps, counted from the end. */
        Span tenth(int fromEnd) {
            int length = upTo - after;
            return new Span(upTo - (fromEnd + 1) * length / 10, upTo - fromEnd * length / 10);
        }
    }

    /** Half a cosine: the share of the rate left at a step of so many. */
    static double annealing(int step, int steps) {
        return 0.5 * (1 + Math.cos(Math.PI * step / steps));
    }
}
