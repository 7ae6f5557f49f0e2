package org.eddp.study.measure;

import org.eddp.files.FileFailure;
import org.eddp.files.RemoteFiles;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.run.Run;

/**
 * The location of the annotated images of a split for another process that sees the same files.
 *
 * @param run with their features
 * @param dataset folder of the annotated dataset
 * @param datasetDigest expected digest of its tables
 *
 * @param split of the images
 */
record SplitLocation(RunLocation run, String dataset, String datasetDigest, String split) {
    static SplitLocation of(Run run, AnnotatedFeatures images) {
        AnnotatedDataset dataset = images.dataset();
        return new SplitLocation(
                RunLocation.of(run), RunLocation.absolute(dataset.folder()), dataset.digest(), images.split());
    }

    /** The images, with features that are read when they are needed. */
    AnnotatedFeatures images(Run opened) {
        AnnotatedDataset annotated = AnnotatedDataset.read(RemoteFiles.parse(dataset));
        if (!annotated.digest().equals(datasetDigest)) {
            throw new FileFailure("the dataset in " + dataset
                    + " is not the one that the work was described with; give it to every process alike");
        }
        return AnnotatedFeatures.of(annotated, split, opened.features());
    }
}
