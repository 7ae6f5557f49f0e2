package org.eddp.learning;

import org.eddp.features.FeatureSource;

/**
 * The learning rate of a phase: it falls along half a cosine to zero over the schedule. Every further round has half
 * the rate and half as many steps. Its rate rises slowly at first: at full rate its first steps would leave the narrow
 * valley that the last round has found.
 */
final class Rounds {
    private static final double FURTHER_RATE = 0.5;
    /** Part of a further round over which its rate rises. */
    private static final double RISE = 0.2;

    private final int first;
    private final int further;

    Rounds(Phase phase, FeatureSource source) {
        first = phase.steps(source);
        further = Math.max(1, first / 2);
    }

    /** Steps up to the end of a round, from 0. */
    int steps(int round) {
        return Math.addExact(first, Math.multiplyExact(round, further));
    }

    /**
     * The round of a step.
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
