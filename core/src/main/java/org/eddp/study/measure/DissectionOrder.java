package org.eddp.study.measure;

import org.eddp.files.Json;
import org.eddp.files.SafetensorsFile;
import org.eddp.labels.DetectorGroups;
import org.eddp.labels.Dissection;
import org.eddp.labels.LabelledImages;
import org.eddp.monitor.Monitor;
import org.eddp.parts.PartialResultOrder;
import org.eddp.parts.Work;
import org.eddp.parts.WorkerContext;
import org.eddp.run.Run;
import org.eddp.tensor.Workers;

/**
 * Pixels of the detectors of a run, or of groups of them, and of the concepts of a split are counted; a unit is a shard of features.
 *
 * @param json a {@link Description}
 */
record DissectionOrder(String json) implements PartialResultOrder<Dissection.Counts> {
    private static final long serialVersionUID = 1L;

    /**
     * What to count.
     *
     * @param images of a split
     * @param groups of detectors
     */
    record Description(SplitLocation images, DetectorGroups groups) {
        Work<Dissection.Counts> work(Run run, LabelledImages pictures, Workers workers, Monitor monitor) {
            return new ShardWork<>(
                    pictures.units().size(),
                    new DissectionOrder(Json.toText(this)),
                    monitor,
                    (first, end, inOrder) -> Dissection.run(
                            pictures, run.directions().detectors(), groups, first, end, workers, monitor, inOrder));
        }
    }

    @Override
    public Work<Dissection.Counts> open(WorkerContext place) {
        Description asked = Json.fromText("a description of work", json, Description.class);
        Run run = asked.images().run().open(place);
        return asked.work(run, asked.images().images(run), place.workers(), place.monitor());
    }

    @Override
    public Dissection.Counts read(SafetensorsFile content) {
        return Dissection.Counts.read(content);
    }
}
