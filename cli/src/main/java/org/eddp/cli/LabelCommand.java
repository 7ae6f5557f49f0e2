package org.eddp.cli;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.eddp.directions.Detectors;
import org.eddp.files.Json;
import org.eddp.labels.Concept;
import org.eddp.labels.DetectorLabel;
import org.eddp.labels.Dissection;
import org.eddp.labels.DissectionCounts;
import org.eddp.labels.LabelledImages;
import org.eddp.labels.Labels;
import org.eddp.metrics.CategoryCount;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddp label}: names for detectors. */
@Command(
        name = "label",
        header = "Names for the detectors of a run, by dissection against an annotated dataset.",
        mixinStandardHelpOptions = true,
        description =
                "Every detector gets the concept whose pixels it agrees with best (IoU on the train split; scores are"
                        + " on the val split). Writes labels.json into the run.",
        footer = {"", "Example:", "  ./eddp label --run runs/broden --dataset broden1_224"})
final class LabelCommand implements Callable<Integer> {
    private static final int SHOWN = 20;

    @Spec
    private CommandSpec spec;

    @Option(names = "--run", required = true, paramLabel = "DIR", description = "Run to label.")
    private Path run;

    @Mixin
    private DatasetOptions dataset;

    @Mixin
    private CountingOptions counting;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write labels.json to this file.")
    private Path json;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        OpenRun opened = OpenRun.of(run);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(threads.count())) {
            DatasetOptions.Splits splits = dataset.open(opened);
            Labels labels = label(splits, opened.directions().detectors(), counting, workers);
            labels.write(run);
            RunCommands.note(
                    run, CommandText.of(spec.commandLine().getParseResult().originalArgs()), "labels.json");
            if (json != null) {
                Json.write(json, labels);
            }
            print(labels);
        }
        return 0;
    }

    static Labels label(DatasetOptions.Splits splits, Detectors detectors, CountingOptions counting, Workers workers) {
        double threshold = counting.threshold();
        DissectionCounts train = count("label", splits.train(), detectors, workers);
        DissectionCounts val = count("score", splits.val(), detectors, workers);
        return Labels.of(splits.name(), train, val, splits.train()::labelName, counting.counting(), threshold);
    }

    /** Scores detectors whose labels are known. */
    static Labels score(
            DatasetOptions.Splits splits,
            Detectors detectors,
            List<Concept> concepts,
            CountingOptions counting,
            Workers workers) {
        double threshold = counting.threshold();
        DissectionCounts train = count("label", splits.train(), detectors, workers);
        DissectionCounts val = count("score", splits.val(), detectors, workers);
        return Labels.given(splits.name(), concepts, train, val, counting.counting(), threshold);
    }

    private static DissectionCounts count(String task, LabelledImages images, Detectors detectors, Workers workers) {
        try (Progress progress = new Progress(task, images.images())) {
            return Dissection.run(images, detectors, workers, new ProgressMonitor(progress));
        }
    }

    private static void print(Labels labels) {
        List<DetectorLabel> best = labels.detectors().stream()
                .filter(d -> d.concept() != null)
                .sorted(Comparator.comparingDouble(DetectorLabel::valIou).reversed())
                .limit(SHOWN)
                .toList();
        System.out.printf("%8s  %-30s %-12s %9s %9s%n", "detector", "label", "category", "IoU train", "IoU val");
        for (DetectorLabel label : best) {
            System.out.printf(
                    Locale.ROOT,
                    "%8d  %-30s %-12s %9.3f %9.3f%n",
                    label.detector(),
                    label.concept().name(),
                    label.concept().category(),
                    label.trainIou(),
                    label.valIou());
        }
        long interpretable =
                labels.detectors().stream().filter(DetectorLabel::interpretable).count();
        System.out.printf(
                Locale.ROOT,
                "%n%d of %d detectors are interpretable (IoU above %s)%n",
                interpretable,
                labels.detectors().size(),
                labels.interpretableAbove());
        for (CategoryCount category : CategoryCount.of(labels.detectors())) {
            System.out.printf(
                    "  %-12s %d detectors, %d different labels%n",
                    category.category(), category.detectors(), category.uniqueLabels());
        }
    }
}
