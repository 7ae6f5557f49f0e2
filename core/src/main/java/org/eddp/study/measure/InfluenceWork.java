package org.eddp.study.measure;

import java.util.function.Consumer;
import org.eddp.features.FeatureSet;
import org.eddp.features.Head;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.InfluenceRows;
import org.eddp.influence.InfluenceSignificance;
import org.eddp.influence.Sensitivity;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.parts.Work;
import org.eddp.parts.WorkOrder;
import org.eddp.run.Run;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** Scores and tests concepts of a run; a unit is a concept. The process that computes units opens the network's head. */
final class InfluenceWork implements Work<InfluenceRows> {
    private final Run run;
    private final FeatureSet asked;
    private final InfluenceOptions options;
    private final long[][] samples;
    private final Workers workers;
    private final Monitor monitor;
    private Sensitivity sensitivity;
    private InfluenceSignificance test;

    /**
     * The work.
     *
     * @param asked features of the images that are asked about
     * @param samples patches of every concept that is to be tested; null to score only
     */
    InfluenceWork(
            Run run, FeatureSet asked, InfluenceOptions options, long[][] samples, Workers workers, Monitor monitor) {
        this.run = run;
        this.asked = asked;
        this.options = options;
        this.samples = samples;
        this.workers = workers;
        this.monitor = monitor;
    }

    /** How the network answers for images: by class vectors if it has some, else through its head. */
    static Sensitivity sensitivity(Run run, FeatureSet asked, InfluenceOptions options, Workers workers) {
        LinearReadout readout = run.features().readout().orElse(null);
        Head head = readout == null ? run.network().head(asked) : Head.of(readout, asked.grid());
        try (Scope scope = Scope.open()) {
            return Sensitivity.of(head, asked, options.perturbation(), workers);
        }
    }

    @Override
    public int units() {
        return run.directions().concepts();
    }

    @Override
    public void run(int first, int end, Consumer<? super InfluenceRows> inOrder) {
        if (test == null && end > first) {
            sensitivity = sensitivity(run, asked, options, workers);
            test = new InfluenceSignificance(
                    run.features(), samples, run.directions(), sensitivity, options, workers, monitor);
        }
        if (end > first) {
            test.run(first, end, inOrder);
        }
    }

    @Override
    public WorkOrder<InfluenceRows> order() {
        return InfluenceOrder.of(run, asked, options, samples);
    }

    @Override
    public Monitor monitor() {
        return monitor;
    }

    /** A process with several concepts reads their samples in one pass, and has a concept for each of its threads. */
    @Override
    public boolean preferFewTasks() {
        return true;
    }

    @Override
    public void close() {
        if (sensitivity != null) {
            sensitivity.close();
        }
        if (asked != run.features()) {
            asked.close();
        }
    }
}
