package org.eddp.cli.option;

import java.nio.file.Path;
import org.eddp.failure.InvalidInput;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.monitor.Monitor;
import org.eddp.run.Run;
import org.eddp.study.measure.Labelling;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** A run, and the annotated dataset for names and scores. */
public final class LabellingOptions {
    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--run", required = true, paramLabel = "DIR", description = "The run.")
    private Path run;

    @Option(
            names = "--dataset",
            paramLabel = "DIR",
            description = "Annotated dataset in Broden's layout (index.csv, label.csv, category.csv, images/).")
    private Path dataset;

    @Option(
            names = "--features",
            paramLabel = "DIR",
            converter = AnyPlace.class,
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

    @Option(
            names = "--counting",
            paramLabel = "HOW",
            description = "Images in which active pixels count: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Dissection.CountedImages counting = Dissection.CountedImages.ANNOTATED_IMAGES;

    @Option(
            names = "--threshold",
            paramLabel = "X",
            description = "IoU above which a detector counts as interpretable (default: ${DEFAULT-VALUE}).")
    private double threshold = Labels.INTERPRETABLE;

    @Mixin
    private Threads threads;

    /** Whether there are annotations. */
    public boolean hasLabels() {
        return dataset != null;
    }

    public Labelling.Options labelling() {
        if (dataset == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--dataset=DIR'");
        }
        if (!(threshold >= 0 && threshold < 1)) {
            throw new InvalidInput("--threshold " + threshold + " must be at least 0 and below 1, as IoU is");
        }
        return Labelling.Options.of(dataset)
                .withLabelSplit(labelSplit)
                .withScoreSplit(scoreSplit)
                .withCounting(counting)
                .withThreshold(threshold);
    }

    /** Opens the run. */
    public Run open(Monitor monitor) {
        Run.Options opened = Run.Options.DEFAULT
                .withFeatures(features)
                .withThreads(threads.count())
                .withRequest(CommandText.of(spec));
        return Run.open(run, opened, monitor);
    }
}
