package org.eddp.study.measure;

import org.eddp.features.FeatureSet;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.influence.FiredPatches;
import org.eddp.monitor.Monitor;
import org.eddp.parts.PartialResult.PartialResultOrder;
import org.eddp.parts.Work;
import org.eddp.parts.WorkerContext;
import org.eddp.run.Run;
import org.eddp.tensor.Workers;

/**
 * Finds the patches on which every detector fires, for drawing samples; a unit is a shard.
 *
 * @param json a {@link RunLocation}
 */
record SamplingOrder(String json) implements PartialResultOrder<FiredPatches> {
    private static final long serialVersionUID = 1L;

    static Work<FiredPatches> work(Run run, Workers workers, Monitor monitor) {
        FeatureSet set = run.features();
        return new ShardWork<>(
                set.units().size(),
                () -> new SamplingOrder(Json.toText(RunLocation.of(run))),
                monitor,
                (first, end, inOrder) -> FiredPatches.run(
                        set, set.units(), run.directions().detectors(), first, end, workers, monitor, inOrder));
    }

    @Override
    public String title() {
        return "samples for influence";
    }

    @Override
    public Work<FiredPatches> open(WorkerContext place) {
        RunLocation asked = Json.fromText("a description of work", json, RunLocation.class);
        return work(asked.open(place), place.workers(), place.monitor());
    }

    @Override
    public FiredPatches read(SafetensorsFile content) {
        return FiredPatches.read(content);
    }
}
