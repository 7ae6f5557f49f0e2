package org.eddp.study;

import java.nio.file.Path;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.run.Run;

/**
 * Where the annotated images of a split are, for another process that sees the same files.
 *
 * @param run with their features
 * @param dataset folder of the annotated dataset
 * @param split whose images are meant
 */
record SplitPlace(RunPlace run, String dataset, String split) {
    static SplitPlace of(Run run, Path dataset, String split) {
        return new SplitPlace(RunPlace.of(run), RunPlace.absolute(dataset), split);
    }

    /** The images, with features that are read when they are needed. */
    AnnotatedFeatures images(Run opened) {
        return AnnotatedFeatures.of(AnnotatedDataset.read(Path.of(dataset)), split, opened.features());
    }
}
