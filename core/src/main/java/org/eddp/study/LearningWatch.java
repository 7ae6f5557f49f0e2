package org.eddp.study;

import java.util.List;
import org.eddp.learning.LearningMonitor.Step;
import org.eddp.monitor.Monitor;

/** A monitor that is told the losses of learning as numbers, where others are told words about them. */
public interface LearningWatch extends Monitor {
    /**
     * Learning goes on from a checkpoint.
     *
     * @param before what was recorded of the steps up to there
     */
    void onResume(List<Step> before);

    /** One more step. Its maps may change with the next one. */
    void onStep(Step step);
}
