package org.eddp.learning;

import org.eddp.features.FeatureSource;

/**
 * How the rate of a phase goes: along half a cosine to zero over its schedule, and again, from half the rate and over half
 * as many steps, in every further round. A further round begins slowly: at full rate its first steps would throw the directions
 * out of the narrow valley that the round before has found.
 */
final class Rounds {
    private static final double FURTHER_RATE = 0.5;
    /** Part of a further round over which its rate rises. */
    private static final double RISE = 0.2;

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

    /**
     * Which round a step is of.
     *
     * @param done steps that are finished
     * @param most further rounds there can be
     */
    LearningMonitor.Round round(int done, int most) {
        int number = 0;
        while (number < most && done > steps(number)) {
            number++;
        }
        int before = number == 0 ? 0 : steps(number - 1);
        return new LearningMonitor.Round(number + 1, most + 1, done - before, steps(number) - before);
    }

    /** Share of the rate at a step. */
    double rate(int step) {
        if (step < first) {
            return annealing(step, first);
        }
        int since = (step - first) % further;
        double risen = Math.min(1, (since + 1) / (RISE * further));
        return FURTHER_RATE * risen * annealing(since, further);
    }

    /** Half a cosine: the share of the rate left at a step of so many. */
    static double annealing(int step, int steps) {
        return 0.5 * (1 + Math.cos(Math.PI * step / steps));
    }
}
