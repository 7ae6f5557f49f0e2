package org.eddp.study.measure;

import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.monitor.Monitor;
import org.eddp.parts.PartialResult.PartialResultOrder;
import org.eddp.parts.Work;
import org.eddp.parts.WorkerContext;
import org.eddp.run.Run;
import org.eddp.tensor.Workers;

/**
 * Counts the pixels of the detectors of a run, or of groups of them, and of the concepts of a split; a unit is a shard
 * of features.
 *
 * @param json a {@link Description}
 */
record DissectionOrder(String json) implements PartialResultOrder<Dissection.Counts> {
    private static final long serialVersionUID = 1L;

    /**
     * The inputs.
     *
     * @param images of a split
     * @param groups of detectors
     */
    private record Description(SplitLocation images, DetectorGroups groups) {}

    static Work<Dissection.Counts> work(
            Run run, AnnotatedFeatures images, DetectorGroups groups, Workers workers, Monitor monitor) {
        return new ShardWork<>(
                images.units().size(),
                () -> new DissectionOrder(Json.toText(new Description(SplitLocation.of(run, images), groups))),
                monitor,
                (first, end, inOrder) -> Dissection.run(
                        images, run.directions().detectors(), groups, first, end, workers, monitor, inOrder));
    }

    @Override
    public String title() {
        return "pixels of detectors and labels";
    }

    @Override
    public Work<Dissection.Counts> open(WorkerContext place) {
        Description asked = Json.fromText("a description of work", json, Description.class);
        Run run = asked.images().run().open(place);
        return work(run, asked.images().images(run), asked.groups(), place.workers(), place.monitor());
    }

    @Override
    public Dissection.Counts read(SafetensorsFile content) {
        return Dissection.Counts.read(content);
    }
}
