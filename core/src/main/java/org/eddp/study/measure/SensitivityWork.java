package org.eddp.study.measure;

import org.eddp.features.FeatureSet;
import org.eddp.features.Head;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.Sensitivity;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.parts.Work;
import org.eddp.run.Run;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/**
 * Work that asks how the network answers when features move along directions. The process that computes units opens the
 * network's head, when it computes the first.
 */
abstract class SensitivityWork<R> implements Work<R> {
    final Run run;
    final FeatureSet asked;
    final InfluenceOptions options;
    final Workers workers;
    private final Monitor monitor;
    private Sensitivity sensitivity;

    /** @param asked features of the images to measure on */
    SensitivityWork(Run run, FeatureSet asked, InfluenceOptions options, Workers workers, Monitor monitor) {
        this.run = run;
        this.asked = asked;
        this.options = options;
        this.workers = workers;
        this.monitor = monitor;
    }

    /** How the network answers for images: by class vectors if it has some, else through its head. */
    static Sensitivity open(Run run, FeatureSet asked, InfluenceOptions options, Workers workers) {
        LinearReadout readout = run.features().readout().orElse(null);
        Head head = readout == null ? run.network().head(asked) : Head.of(readout, asked.grid());
        try (Scope scope = Scope.open()) {
            return Sensitivity.of(head, asked, options.perturbation(), workers);
        }
    }

    final Sensitivity sensitivity() {
        if (sensitivity == null) {
            sensitivity = open(run, asked, options, workers);
        }
        return sensitivity;
    }

    @Override
    public Monitor monitor() {
        return monitor;
    }

    /** Units of one process share what they read: the samples of concepts, or the covariance of the features. */
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
