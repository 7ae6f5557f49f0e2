package org.eddp.metrics;

import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.tensor.Workers;

/**
 * How detectors divide the patches of a set among themselves.
 *
 * @param coverage share of the patches on which at least one detector fires
 * @param redundancy detectors that fire on a patch, on average over all patches
 * @param sizes patches on which each detector fires
 * @param patchesByDetectors patches on which k detectors fire at once, for k from 0 up to the most that do
 */
public record Clustering(double coverage, double redundancy, long[] sizes, long[] patchesByDetectors) {
    /** Counts over all patches. */
    public static Clustering of(FeatureSource source, Detectors detectors, Workers workers) {
        ClusteringCounts counts = ClusteringCounts.none(detectors.concepts());
        ImageStream.of(source, Math.max(source.width(), detectors.concepts()), ClusteringCounts.TILE_ELEMENTS)
                .forEach(workers, range -> ClusteringCounts.of(range.rows(), detectors), counts::add);
        return counts.clustering();
    }
}
