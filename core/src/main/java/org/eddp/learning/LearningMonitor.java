package org.eddp.learning;

import java.util.Map;
import org.eddp.directions.Term;
import org.eddp.monitor.Stopped;

/** Watches learning, and may ask it to stop. */
public interface LearningMonitor {
    /** Watches nothing. */
    LearningMonitor NONE = step -> {};

    /**
     * One optimiser step.
     *
     * @param stage "a", "b" or "d"
     * @param restart random start within (a), from 0
     * @param done optimiser steps finished over the whole run
     * @param total optimiser steps of the whole run
     * @param values losses
     * @param targets of the constraints among them
     * @param multipliers of the constraints
     */
    record Step(
            String stage,
            int restart,
            long done,
            long total,
            Map<Term, Double> values,
            Map<Term, Double> targets,
            Map<Term, Double> multipliers) {}

    /** Called after every step, on the learning thread. */
    void onStep(Step step);

    /** Asked before every step; when true, learning saves its state and throws {@link Stopped}. */
    default boolean stopRequested() {
        return false;
    }
}
