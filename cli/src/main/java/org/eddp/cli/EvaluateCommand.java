package org.eddp.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.eddp.directions.Detectors;
import org.eddp.files.Json;
import org.eddp.labels.Counting;
import org.eddp.labels.Labels;
import org.eddp.labels.PatchRule;
import org.eddp.metrics.Comparison;
import org.eddp.metrics.Metrics;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp evaluate}: the interpretability metrics of a run. */
@Command(
        name = "evaluate",
        header = "The paper's interpretability metrics of a run, on an annotated dataset.",
        mixinStandardHelpOptions = true,
        description =
                "Labels the detectors on the train split and measures them on the val split: coverage, redundancy,"
                        + " precision, recall, F1, AP, S1, S2, mIoU. Writes labels.json and metrics.json into the run.",
        footer = {"", "Example:", "  ./eddp evaluate --run runs/broden --dataset broden1_224"})
final class EvaluateCommand implements Callable<Integer> {
    @Option(names = "--run", required = true, paramLabel = "DIR", description = "Run to evaluate.")
    private Path run;

    @Mixin
    private DatasetOptions dataset;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write metrics.json to this file.")
    private Path json;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        OpenRun opened = OpenRun.of(run);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(threads.count())) {
            DatasetOptions.Splits splits = dataset.open(opened);
            Metrics metrics = evaluate(run, splits, opened.directions().detectors(), workers);
            if (json != null) {
                Json.write(json, metrics);
            }
            String name = run.getFileName().toString();
            System.out.print(
                    new Comparison(List.of(Runs.row(name, opened.directions().concepts(), metrics, run))).text());
        }
        return 0;
    }

    /** Labels and measures, and writes both into a run. */
    static Metrics evaluate(Path run, DatasetOptions.Splits splits, Detectors detectors, Workers workers) {
        Labels labels = LabelCommand.label(splits, detectors, Counting.ANNOTATED_IMAGES, Labels.INTERPRETABLE, workers);
        labels.write(run);
        try (Progress progress = new Progress("evaluate", splits.val().images())) {
            Metrics metrics = Metrics.of(
                    splits.val(), detectors, labels, PatchRule.MAJORITY, workers, new ProgressMonitor(progress));
            metrics.write(run);
            return metrics;
        }
    }
}
