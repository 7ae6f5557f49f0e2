package org.eddp.study;

import java.util.List;
import java.util.function.Supplier;
import org.eddp.learning.LearningMonitor;
import org.eddp.monitor.Monitor;
import org.eddp.study.Learning.LearningWatch;

/**
 * Shows learning as progress that never goes back. The schedule is one stage. Each further round is a separate stage,
 * because it is not known in advance whether it will be needed. The stage shows the number of the round.
 */
final class LearningProgress implements LearningMonitor, AutoCloseable {
    private final Monitor monitor;
    private Monitor.Stage stage;
    private int round = 1;

    /**
     * Begins with the schedule.
     *
     * @param steps of the schedule
     */
    LearningProgress(Monitor monitor, long steps) {
        this.monitor = monitor;
        stage = monitor.stage("learn", steps);
    }

    @Override
    public void onResume(List<Step> before) {
        if (monitor instanceof LearningWatch watch) {
            watch.onResume(before);
        }
    }

    @Override
    public void onStep(Step step) {
        if (monitor instanceof LearningWatch watch) {
            watch.onStep(step);
        }
        Round now = step.round();
        if (now.number() > round) {
            round = now.number();
            stage.close();
            stage = monitor.stage("learn, " + now.describe(), now.total());
        }
        Supplier<String> status = monitor.wantsDetails() ? step::describe : step::title;
        if (now.isFurther()) {
            stage.onProgress(now.done(), now.total(), status);
        } else {
            stage.onProgress(step.done(), step.total(), status);
        }
    }

    @Override
    public void remark(String text) {
        stage.remark(text);
    }

    @Override
    public boolean stopRequested() {
        return stage.stopRequested();
    }

    @Override
    public void close() {
        stage.close();
    }
}
