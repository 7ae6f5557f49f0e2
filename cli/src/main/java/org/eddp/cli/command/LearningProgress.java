package org.eddp.cli.command;

import java.util.Locale;
import java.util.Map;
import org.eddp.cli.terminal.Interruption;
import org.eddp.cli.terminal.Progress;
import org.eddp.directions.Term;
import org.eddp.learning.LearningMonitor;

/** Shows every loss with its target and multiplier while learning, and passes on the wish to stop. */
final class LearningProgress implements LearningMonitor {
    private final String name;
    private final Progress progress;
    private long seen;

    LearningProgress(String name, Progress progress) {
        this.name = name;
        this.progress = progress;
    }

    @Override
    public void onStep(Step step) {
        // a resumed run begins in the middle: what it skipped counts as done
        progress.advance(step.done() - seen, () -> describe(step));
        seen = step.done();
    }

    @Override
    public boolean stopRequested() {
        return Interruption.requested();
    }

    /** For example "eddp (d) fs 0.027 ur -1.533 ma 0.014&lt;=0.5 ic 0.014&gt;0 x2.13". */
    private String describe(Step step) {
        StringBuilder text =
                new StringBuilder(name).append(" (").append(step.stage()).append(')');
        for (Map.Entry<Term, Double> entry : step.values().entrySet()) {
            Double target = step.targets().get(entry.getKey());
            text.append(' ').append(entry.getKey().symbol()).append(' ').append(number(entry.getValue()));
            if (target != null) {
                text.append(entry.getValue() <= target ? "<=" : ">").append(shortest(target));
                double multiplier = step.multipliers().get(entry.getKey());
                if (multiplier > 0) {
                    text.append(" x").append(number(multiplier));
                }
            }
        }
        return text.toString();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static String shortest(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
