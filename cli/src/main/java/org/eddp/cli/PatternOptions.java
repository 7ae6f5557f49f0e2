package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eddp.features.FeatureSet;
import org.eddp.files.FileFailure;
import org.eddp.influence.PatternComparison;
import org.eddp.influence.Sensitivity;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Concept;
import org.eddp.labels.Labels;
import org.eddp.labels.PatchLabels;
import org.eddp.labels.PatchRule;
import org.eddp.labels.PatternCavs;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Option;

/** The comparison of signal vectors with Pattern-CAVs of the same labels. */
final class PatternOptions {
    @Option(
            names = "--dataset",
            paramLabel = "DIR",
            description =
                    "Annotated dataset of the images of a labelled run: also measures I2, whether Pattern-CAVs of its"
                            + " labels have more influence than the signal vectors with the same label.")
    private Path dataset;

    @Option(
            names = "--label-split",
            paramLabel = "NAME",
            description = "Split that Pattern-CAVs come from (default: ${DEFAULT-VALUE}).")
    private String split = "train";

    /** What a comparison needs, read before anything is computed; null if it was not asked for. */
    Request request(Path run, FeatureSet set) {
        if (dataset == null) {
            return null;
        }
        return new Request(labels(run, dataset), AnnotatedFeatures.of(AnnotatedDataset.read(dataset), split, set));
    }

    /** The labels of a run that must have some. */
    static Labels labels(Path run, Path dataset) {
        if (!Files.exists(run.resolve("labels.json"))) {
            throw new FileFailure("the run " + run + " has no labels; label it first: ./eddp label --run " + run
                    + " --dataset " + dataset);
        }
        return Labels.read(run);
    }

    /** Labels of detectors, and pictures whose patches are labelled. */
    record Request(Labels labels, AnnotatedFeatures pictures) {
        /**
         * Compares.
         *
         * @param scores of the signal vectors, I x K
         */
        PatternComparison compare(Sensitivity sensitivity, Matrix scores, Workers workers) {
            Set<Concept> wanted = labels.concepts();
            PatchLabels patches = patches(wanted, workers);
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
                    sensitivity.scores(patterns),
                    PatternComparison.LEVEL);
        }

        private PatchLabels patches(Set<Concept> wanted, Workers workers) {
            try (Progress progress = new Progress("labels", pictures.images())) {
                return PatchLabels.of(pictures, wanted, PatchRule.MAJORITY, workers, new ProgressMonitor(progress));
            }
        }

        private static boolean varies(Concept concept, PatchLabels patches) {
            int shown = patches.positive(concept).cardinality();
            return shown > 0 && shown < patches.known(concept.category()).cardinality();
        }
    }
}
