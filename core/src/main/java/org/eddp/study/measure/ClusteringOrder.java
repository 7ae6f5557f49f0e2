package org.eddp.study.measure;

import java.util.List;
import org.eddp.features.FeatureSource;
import org.eddp.files.Json;
import org.eddp.files.SafetensorsFile;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.metrics.ClusteringCounts;
import org.eddp.monitor.Monitor;
import org.eddp.parts.PartialResultOrder;
import org.eddp.parts.Work;
import org.eddp.parts.WorkerContext;
import org.eddp.run.Run;
import org.eddp.tensor.Workers;

/**
 * Patches on which the detectors of a run fire are counted; a unit is a shard of features.
 *
 * @param json a {@link Description}
 */
record ClusteringOrder(String json) implements PartialResultOrder<ClusteringCounts> {
    private static final long serialVersionUID = 1L;

    /**
     * Where to count.
     *
     * @param run with features
     * @param split of an annotated dataset, null for all images of the features
     */
    record Description(RunLocation run, @Json.MayBeNull SplitLocation split) {
        Work<ClusteringCounts> work(
                Run opened, FeatureSource source, List<int[]> units, Workers workers, Monitor monitor) {
            return new ShardWork<>(
                    units.size(),
                    new ClusteringOrder(Json.toText(this)),
                    monitor,
                    (first, end, inOrder) -> ClusteringCounts.run(
                            source, units, opened.directions().detectors(), first, end, workers, monitor, inOrder));
        }
    }

    @Override
    public Work<ClusteringCounts> open(WorkerContext place) {
        Description asked = Json.fromText("a description of work", json, Description.class);
        Run run = asked.run().open(place);
        if (asked.split() == null) {
            return asked.work(run, run.features(), run.features().units(), place.workers(), place.monitor());
        }
        AnnotatedFeatures images = asked.split().images(run);
        return asked.work(run, images.features(), images.units(), place.workers(), place.monitor());
    }

    @Override
    public ClusteringCounts read(SafetensorsFile content) {
        return ClusteringCounts.read(content);
    }
}
