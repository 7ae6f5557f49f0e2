package org.eddp.study.measure;

import java.util.List;
import org.eddp.features.FeatureSource;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.metrics.ClusteringCounts;
import org.eddp.monitor.Monitor;
import org.eddp.parts.PartialResult.PartialResultOrder;
import org.eddp.parts.Work;
import org.eddp.parts.WorkerContext;
import org.eddp.run.Run;
import org.eddp.tensor.Workers;

/**
 * Counts the patches on which the detectors of a run fire; a unit is a shard of features.
 *
 * @param json a {@link Description}
 */
record ClusteringOrder(String json) implements PartialResultOrder<ClusteringCounts> {
    private static final long serialVersionUID = 1L;

    /**
     * The inputs.
     *
     * @param run with features
     * @param split of an annotated dataset, null for all images of the features
     */
    private record Description(
            RunLocation run, @Json.MayBeNull SplitLocation split) {}

    /** Clustering of the images of a split of an annotated dataset. */
    static Work<ClusteringCounts> work(Run run, AnnotatedFeatures images, Workers workers, Monitor monitor) {
        return work(run, images, images.features(), images.units(), workers, monitor);
    }

    /**
     * On all images of the features of a run.
     *
     * @param source the features, wherever they are
     */
    static Work<ClusteringCounts> work(Run run, FeatureSource source, Workers workers, Monitor monitor) {
        return work(run, null, source, run.features().units(), workers, monitor);
    }

    private static Work<ClusteringCounts> work(
            Run run,
            AnnotatedFeatures split,
            FeatureSource source,
            List<int[]> units,
            Workers workers,
            Monitor monitor) {
        return new ShardWork<>(
                units.size(),
                () -> new ClusteringOrder(Json.toText(
                        new Description(RunLocation.of(run), split == null ? null : SplitLocation.of(run, split)))),
                monitor,
                (first, end, inOrder) -> ClusteringCounts.run(
                        source, units, run.directions().detectors(), first, end, workers, monitor, inOrder));
    }

    @Override
    public String title() {
        return "patches on which detectors fire";
    }

    @Override
    public Work<ClusteringCounts> open(WorkerContext place) {
        Description asked = Json.fromText("a description of work", json, Description.class);
        Run run = asked.run().open(place);
        return asked.split() == null
                ? work(run, run.features(), place.workers(), place.monitor())
                : work(run, asked.split().images(run), place.workers(), place.monitor());
    }

    @Override
    public ClusteringCounts read(SafetensorsFile content) {
        return ClusteringCounts.read(content);
    }
}
