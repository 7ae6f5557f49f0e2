package org.eddp.study.measure;

import java.util.function.Consumer;
import org.eddp.features.FeatureSet;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.InfluenceRows;
import org.eddp.influence.InfluenceSignificance;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.run.Run;
import org.eddp.tensor.Workers;

/** Scores and tests concepts of a run; a unit is a concept. The process that computes units opens the network's head. */
final class InfluenceWork extends SensitivityWork<InfluenceRows> {
    private final long[][] samples;
    private InfluenceSignificance test;

    /**
     * The work.
     *
     * @param asked features of the images to measure on
     * @param samples patches of every concept that is to be tested; null to score only
     */
    InfluenceWork(
            Run run, FeatureSet asked, InfluenceOptions options, long[][] samples, Workers workers, Monitor monitor) {
        super(run, asked, options, workers, monitor);
        this.samples = samples;
    }

    @Override
    public int units() {
        return run.directions().concepts();
    }

    @Override
    public void run(int first, int end, Consumer<? super InfluenceRows> inOrder) {
        if (end <= first) {
            return;
        }
        if (test == null) {
            test = new InfluenceSignificance(
                    run.features(), samples, run.directions(), sensitivity(), options, workers, monitor());
        }
        test.run(first, end, inOrder);
    }

    @Override
    public WorkOrder<InfluenceRows> order() {
        return InfluenceOrder.of(run, asked, options, samples);
    }
}
