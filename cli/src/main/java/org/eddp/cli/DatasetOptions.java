package org.eddp.cli;

import java.nio.file.Path;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import picocli.CommandLine.Option;

/** The options that name an annotated dataset and its features. */
final class DatasetOptions {
    private static final long IN_MEMORY = 1L << 30;

    @Option(
            names = "--dataset",
            required = true,
            paramLabel = "DIR",
            description = "Annotated dataset in Broden's layout (index.csv, label.csv, category.csv, images/).")
    private Path dataset;

    @Option(
            names = "--features",
            paramLabel = "DIR",
            description = "Feature set of the dataset's images, of the layer of the run (default: that of the run).")
    private Path features;

    @Option(
            names = "--label-split",
            paramLabel = "NAME",
            description = "Split that labels come from (default: ${DEFAULT-VALUE}).")
    private String labelSplit = "train";

    @Option(
            names = "--score-split",
            paramLabel = "NAME",
            description = "Split that scores come from (default: ${DEFAULT-VALUE}).")
    private String scoreSplit = "val";

    /**
     * Both splits with features.
     *
     * @param name of the dataset
     */
    record Splits(String name, AnnotatedFeatures train, AnnotatedFeatures val) {}

    /** Opens the dataset and the features of a run; tensors belong to the open scope. */
    Splits open(OpenRun run) {
        return open(run.features(features));
    }

    Splits open(FeatureSet set) {
        AnnotatedDataset annotated = AnnotatedDataset.read(dataset);
        FeatureSource source = set.inMemory(IN_MEMORY);
        Path name = dataset.toAbsolutePath().normalize().getFileName();
        return new Splits(
                name == null ? dataset.toString() : name.toString(),
                split(annotated, labelSplit, set, source),
                split(annotated, scoreSplit, set, source));
    }

    private static AnnotatedFeatures split(
            AnnotatedDataset annotated, String split, FeatureSet set, FeatureSource source) {
        AnnotatedFeatures found = AnnotatedFeatures.of(
                annotated, split, source, set.records(), set.info().provenance().preprocessing());
        if (found.missing() > 0) {
            System.err.println(found.missing() + " of the " + (found.images() + found.missing()) + " images of split '"
                    + split + "' have no features and are left out");
        }
        return found;
    }
}
