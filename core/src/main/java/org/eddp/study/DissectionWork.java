package org.eddp.study;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.eddp.directions.Detectors;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.DetectorGroups;
import org.eddp.labels.Dissection;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Work;
import org.eddp.parts.WorkOrder;
import org.eddp.run.Run;
import org.eddp.tensor.Workers;

/** Counts pixels of the detectors of a run and of the concepts of a split; a unit is a shard of features. */
final class DissectionWork implements Work<Dissection.Counts> {
    private final Run run;
    private final Path dataset;
    private final String split;
    private final AnnotatedFeatures images;
    private final Detectors detectors;
    private final Workers workers;
    private final Monitor monitor;

    DissectionWork(Run run, Path dataset, String split, AnnotatedFeatures images, Workers workers, Monitor monitor) {
        this.run = run;
        this.dataset = dataset;
        this.split = split;
        this.images = images;
        this.workers = workers;
        this.monitor = monitor;
        detectors = run.directions().detectors();
    }

    @Override
    public int units() {
        return images.units().size();
    }

    @Override
    public void run(int first, int end, Consumer<? super Dissection.Counts> inOrder) {
        DetectorGroups single = DetectorGroups.single(detectors.concepts());
        Dissection.run(images, detectors, single, first, end, workers, monitor, inOrder);
    }

    @Override
    public Monitor monitor() {
        return monitor;
    }

    @Override
    public WorkOrder<Dissection.Counts> order() {
        return DissectionOrder.of(run, dataset, split);
    }
}
