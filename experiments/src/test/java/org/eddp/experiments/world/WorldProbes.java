package org.eddp.experiments.world;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Concept;
import org.eddp.labels.PatchLabels;
import org.eddp.labels.PatternCavs;
import org.eddp.metrics.SupervisedThresholds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/**
 * Detectors of what is known to be in the pictures of a world: for every concept that enough patches show, the linear discriminant
 * (the difference of the means with and without it, divided by the covariance), with the threshold of the largest F1.
 */
final class WorldProbes {
    /** Added to the variances, relative to their mean, so that the covariance has an inverse. */
    private static final double RIDGE = 1e-3;

    private WorldProbes() {}

    /**
     * Writes them as people write probes: an array per part.
     *
     * @param leastPatches that show a concept of which there is to be a detector
     */
    static void write(FeatureSet set, Path dataset, int leastPatches, Path file, Workers workers) {
        try (Scope scope = Scope.open()) {
            AnnotatedFeatures train = AnnotatedFeatures.of(AnnotatedDataset.read(dataset), "train", set);
            FeatureSource features = train.features();
            PatchLabels labels = PatchLabels.of(train, null, PatchLabels.Rule.MAJORITY, workers, Monitor.NONE);
            List<Concept> concepts = new TreeSet<>(labels.concepts())
                    .stream()
                            .filter(c -> !c.category().equals("scene")
                                    && labels.positive(c).cardinality() >= leastPatches)
                            .toList();
            Matrix patterns = PatternCavs.of(features, concepts, labels, workers);
            Matrix filters =
                    inverse(FeatureStatistics.of(features).covariance()).times(patterns);
            Detectors probes = SupervisedThresholds.of(
                    features,
                    new Detectors(filters, new double[concepts.size()]),
                    concepts,
                    labels,
                    workers,
                    Monitor.NONE);
            new SafetensorsFile()
                    .add("W_enc", probes.filters())
                    .add("threshold", probes.thresholds())
                    .add("W_dec", patterns.transpose())
                    .write(file);
        }
    }

    private static Matrix inverse(Matrix covariance) {
        Matrix sum = covariance.copy();
        double trace = 0;
        for (int d = 0; d < sum.rows(); d++) {
            trace += sum.get(d, d);
        }
        for (int d = 0; d < sum.rows(); d++) {
            sum.set(d, d, sum.get(d, d) + RIDGE * trace / sum.rows());
        }
        return sum.inverse();
    }
}
