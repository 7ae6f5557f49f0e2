package org.eddp.learning;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eddp.directions.Term;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;

/** Observes learning, and may request a stop. */
public interface LearningMonitor {
    /** Does nothing. */
    LearningMonitor NONE = step -> {};

    /**
     * The position of a step among the rounds of its descent. The first round is the schedule. Each further round begins only if
     * a constraint is not met when the previous round ends. So the number of rounds is not known in advance.
     *
     * @param number of the round, from 1
     * @param most rounds there can be
     * @param done optimiser steps finished of this round
     * @param total optimiser steps of this round
     */
    record Round(int number, int most, long done, long total) {
        /** Whether it goes beyond the schedule. */
        public boolean isFurther() {
            return number > 1;
        }

        /** For example "round 2 of at most 4". */
        public String describe() {
            return "round " + number + " of at most " + most;
        }
    }

    /**
     * One optimiser step.
     *
     * @param stage "a", "b" or "d"
     * @param restart random start within (a), from 0
     * @param round of the descent
     * @param done optimiser steps finished over the whole run
     * @param total optimiser steps of the whole run, further rounds only as far as they have begun
     * @param values losses
     * @param targets of the constraints among them
     * @param multipliers of the constraints
     */
    record Step(
            String stage,
            int restart,
            Round round,
            long done,
            long total,
            Map<Term, Double> values,
            Map<Term, Double> targets,
            Map<Term, Double> multipliers) {
        /** For example "(d) fs 0.027 ur -1.533 ma 0.014&lt;=0.5 ic 0.014&gt;0 x2.13". */
        public String describe() {
            StringBuilder text = new StringBuilder("(").append(stage).append(')');
            values.forEach((term, value) -> {
                Double target = targets.get(term);
                text.append(' ').append(term.symbol()).append(' ').append(number(value));
                if (target != null) {
                    text.append(value <= target ? "<=" : ">").append(shortest(target));
                    double multiplier = multipliers.get(term);
                    if (multiplier > 0) {
                        text.append(" x").append(number(multiplier));
                    }
                }
            });
            return text.toString();
        }

        /** The step of the method without its numbers, for example "step (d), pairs". */
        public String title() {
            String what = switch (stage) {
                case "a" -> "first directions";
                case "b" -> "detectors";
                default -> "pairs";
            };
            return "step (" + stage + "), " + what;
        }

        private static String number(double value) {
            return String.format(Locale.ROOT, "%.3f", value);
        }

        private static String shortest(double value) {
            return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
        }
    }

    /** Called after every step, on the learning thread. */
    void onStep(Step step);

    /**
     * Learning resumes from a checkpoint.
     *
     * @param before the recorded steps before it
     */
    default void onResume(List<Step> before) {}

    /** A remark about the course of learning. */
    default void remark(String text) {}

    /** Called before every step; when true, learning saves its state and throws {@link Stopped}. */
    default boolean stopRequested() {
        return false;
    }

    /**
     * Shows steps as the progress of a monitor, with every loss, its target and its multiplier as the status. During
     * further rounds the progress stays at its end.
     */
    static LearningMonitor of(Monitor monitor) {
        return new LearningMonitor() {
            @Override
            public void onStep(Step step) {
                if (step.round().isFurther()) {
                    monitor.onProgress(1, 1, () -> step.round().describe() + " " + step.describe());
                } else {
                    monitor.onProgress(step.done(), step.total(), step::describe);
                }
            }

            @Override
            public void remark(String text) {
                monitor.remark(text);
            }

            @Override
            public boolean stopRequested() {
                return monitor.stopRequested();
            }
        };
    }
}
