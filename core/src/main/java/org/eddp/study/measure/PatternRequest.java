package org.eddp.study.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eddp.features.FeatureSet;
import org.eddp.files.FileFailure;
import org.eddp.influence.InfluenceResults.PatternComparison;
import org.eddp.influence.Sensitivity;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Concept;
import org.eddp.labels.Labels;
import org.eddp.labels.PatchLabels;
import org.eddp.labels.PatternCavs;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * The comparison of signal vectors with Pattern-CAVs of the same labels; its inputs are read before anything is
 * computed.
 *
 * @param labels of detectors
 * @param pictures whose patches are labelled
 */
record PatternRequest(Labels labels, AnnotatedFeatures pictures) {
    static PatternRequest of(Labels labels, Path dataset, String split, FeatureSet set) {
        return new PatternRequest(labels, AnnotatedFeatures.of(AnnotatedDataset.read(dataset), split, set));
    }

    /**
     * Compares concepts with Pattern-CAVs.
     *
     * @param scores of the signal vectors, I x K: what a test of significance compares, see {@link Sensitivity.Measured#tested}
     */
    PatternComparison compare(Sensitivity sensitivity, Matrix scores, Workers workers, Monitor monitor) {
        Set<Concept> wanted = labels.concepts();
        PatchLabels patches = patches(wanted, workers, monitor);
        List<Concept> known =
                wanted.stream().filter(concept -> varies(concept, patches)).toList();
        if (known.isEmpty()) {
            throw new FileFailure("no interpretable label of the run is shown by a patch of the dataset;"
                    + " I2 needs the dataset that labels come from");
        }
        Matrix patterns = PatternCavs.of(pictures.features(), known, patches, workers);
        List<Integer> indices = new ArrayList<>();
        labels.detectors().forEach(d -> indices.add(d.interpretable() ? known.indexOf(d.concept()) : -1));
        return PatternComparison.of(
                scores,
                indices.stream().mapToInt(Integer::intValue).toArray(),
                sensitivity.tested(patterns),
                PatternComparison.LEVEL);
    }

    private PatchLabels patches(Set<Concept> wanted, Workers workers, Monitor monitor) {
        try (Monitor.Stage stage = monitor.stage("labels", pictures.images())) {
            return PatchLabels.of(pictures, wanted, PatchLabels.Rule.MAJORITY, workers, stage);
        }
    }

    private static boolean varies(Concept concept, PatchLabels patches) {
        int shown = patches.positive(concept).cardinality();
        return shown > 0 && shown < patches.known(concept.category()).cardinality();
    }
}
