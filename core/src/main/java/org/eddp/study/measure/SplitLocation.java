package org.eddp.study.measure;

import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.run.Run;

/**
 * Where the annotated images of a split are, for another process that sees the same files.
 *
 * @param run with their features
 * @param dataset folder of the annotated dataset
 * @param datasetDigest what its tables must be
 * @param split whose images are meant
 */
record SplitLocation(RunLocation run, String dataset, String datasetDigest, String split) {
    static SplitLocation of(Run run, Path dataset, String split) {
        return new SplitLocation(
                RunLocation.of(run),
                RunLocation.absolute(dataset),
                AnnotatedDataset.read(dataset).digest(),
                split);
    }

    /** The images, with features that are read when they are needed. */
    AnnotatedFeatures images(Run opened) {
        AnnotatedDataset annotated = AnnotatedDataset.read(Path.of(dataset));
        if (!annotated.digest().equals(datasetDigest)) {
            throw new FileFailure("the dataset in " + dataset
                    + " is not the one that the work was described with; give it to every process alike");
        }
        return AnnotatedFeatures.of(annotated, split, opened.features());
    }
}
