package org.eddp.study.measure;

import java.nio.file.Path;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Distributor;
import org.eddp.parts.Part;
import org.eddp.parts.Part.FinishedPart;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.measure.Sum.SumEvaluator;
import org.eddp.tensor.Scope;

/** Names for the detectors of a run, by dissection against an annotated dataset. */
public final class Labelling {
    private Labelling() {}

    /**
     * Options of labelling.
     *
     * @param dataset folder of a dataset in Broden's layout, whose images the run's feature set has
     * @param labelSplit split that labels come from
     * @param scoreSplit split that scores come from
     * @param counting images in which active pixels count
     * @param threshold IoU above which a detector counts as interpretable
     */
    public record Options(
            Path dataset, String labelSplit, String scoreSplit, Dissection.CountedImages counting, double threshold) {
        public Options {
            if (!(threshold >= 0 && threshold < 1)) {
                throw new InvalidInput("threshold " + threshold + " must be at least 0 and below 1, as IoU is");
            }
        }

        /** The paper's: labels from the train split, scores from the val split. */
        public static Options of(Path dataset) {
            return new Options(
                    dataset, "train", "val", Dissection.CountedImages.ANNOTATED_IMAGES, Labels.INTERPRETABLE);
        }

        /** The same with {@code labelSplit} changed. */
        public Options withLabelSplit(String changed) {
            return new Options(dataset, changed, scoreSplit, counting, threshold);
        }

        /** The same with {@code scoreSplit} changed. */
        public Options withScoreSplit(String changed) {
            return new Options(dataset, labelSplit, changed, counting, threshold);
        }

        /** The same with {@code counting} changed. */
        public Options withCounting(Dissection.CountedImages changed) {
            return new Options(dataset, labelSplit, scoreSplit, changed, threshold);
        }

        /** The same with {@code threshold} changed. */
        public Options withThreshold(double changed) {
            return new Options(dataset, labelSplit, scoreSplit, counting, changed);
        }
    }

    /** Labels every detector and writes the labels into the run. */
    public static Labels label(Run run, Options options, Monitor monitor) {
        return label(run, options, Distributor.HERE, monitor);
    }

    /** The same with pixels counted by a distributor. */
    public static Labels label(Run run, Options options, Distributor distributor, Monitor monitor) {
        try (FolderLock lock = run.writing();
                Scope scope = Scope.open()) {
            Splits splits = Splits.of(options, run.features(), run.workers(), distributor, monitor);
            Labels labels = new LabelSums(run, options, splits).closest(SumEvaluator.by(distributor, monitor));
            run.write(Results.LABELS, labels, run.options().command());
            return labels;
        }
    }

    /** Counts the pixels of one part, and stores the counts beside the labels until all parts are complete. */
    public static FinishedPart part(Run run, Options options, Part part, Monitor monitor) {
        try (Scope scope = Scope.open()) {
            return new LabelParts(run, options, monitor).run(part);
        }
    }

    /** Labels every detector from the counts of all parts, and writes the labels into the run. */
    public static Labels merge(Run run, Options options, Monitor monitor) {
        try (Scope scope = Scope.open()) {
            return new LabelParts(run, options, monitor).merge();
        }
    }

    /** The labels of a run that must have some. */
    public static Labels labels(Run run) {
        return run.read(Results.LABELS)
                .orElseThrow(() -> new FileFailure("the run " + run.folder()
                        + (run.isStale(Results.LABELS) ? " has labels of other directions" : " has no labels")
                        + "; label it first, on an annotated dataset (eddp label)"));
    }
}
