package org.eddp.study.measure;

import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.files.FileNames;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Distributor;
import org.eddp.tensor.Workers;

/**
 * Both splits of an annotated dataset with features; tensors belong to the open scope.
 *
 * @param name of the dataset
 * @param train split for labels
 *
 * @param val split for scores
 */
public record Splits(String name, AnnotatedFeatures train, AnnotatedFeatures val) {
    /** Bytes up to which features are read into memory at once. */
    public static final long IN_MEMORY = 1L << 30;

    /** Reads features into memory only if this process reads the shards itself; other processes read their own. */
    public static Splits of(
            Labelling.Options options, FeatureSet set, Workers workers, Distributor distributor, Monitor monitor) {
        boolean here = distributor == Distributor.HERE;
        return of(options, set, here ? set.inMemory(IN_MEMORY, workers) : set, monitor);
    }

    /** The same with features read on demand, if few are needed. */
    public static Splits stored(Labelling.Options options, FeatureSet set, Monitor monitor) {
        return of(options, set, set, monitor);
    }

    private static Splits of(Labelling.Options options, FeatureSet set, FeatureSource source, Monitor monitor) {
        AnnotatedDataset annotated = AnnotatedDataset.read(options.dataset());
        return new Splits(
                FileNames.last(options.dataset()),
                split(annotated, options.labelSplit(), set, source, monitor),
                split(annotated, options.scoreSplit(), set, source, monitor));
    }

    private static AnnotatedFeatures split(
            AnnotatedDataset annotated, String split, FeatureSet set, FeatureSource source, Monitor monitor) {
        AnnotatedFeatures found = AnnotatedFeatures.of(annotated, split, source, set);
        if (found.missing() > 0) {
            monitor.remark(found.missing() + " of the " + (found.images() + found.missing()) + " images of split '"
                    + split + "' have no features and are left out");
        }
        return found;
    }
}
