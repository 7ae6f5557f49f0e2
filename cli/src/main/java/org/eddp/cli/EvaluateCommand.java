package org.eddp.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.eddp.baselines.runs.BaselineRun;
import org.eddp.directions.Detectors;
import org.eddp.files.Json;
import org.eddp.images.ImageReader;
import org.eddp.images.Preprocessing;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Concept;
import org.eddp.labels.DetectorGroups;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.labels.PatchLabels;
import org.eddp.labels.PatchRule;
import org.eddp.metrics.Comparison;
import org.eddp.metrics.Metrics;
import org.eddp.metrics.Monosemanticity;
import org.eddp.metrics.SupervisedThresholds;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
    /** Metrics of detectors combined by label, in the folder of a run. */
    static final String LINEAR_OR = "linear-or.json";

    @Spec
    private CommandSpec spec;

    @Option(names = "--run", required = true, paramLabel = "DIR", description = "Run to evaluate.")
    private Path run;

    @Mixin
    private DatasetOptions dataset;

    @Mixin
    private CountingOptions counting;

    @Option(
            names = "--taught-labels",
            description =
                    "Measure every detector for the concept it was taught (ibd and pcav), as the paper does, instead"
                            + " of the one it agrees with best.")
    private boolean taughtLabels;

    @Option(
            names = "--linear-or",
            description = "Also measure detectors of the same label combined: fires where any of them does. Written to"
                    + " linear-or.json, which eddp compare --html compares concept by concept.")
    private boolean linearOr;

    @Option(
            names = "--supervised-thresholds",
            description = "Also measure the same directions with the thresholds of largest F1 on the train split.")
    private boolean supervisedThresholds;

    @Option(
            names = "--embedder",
            paramLabel = "FILE",
            description = "ONNX or TorchScript network whose output embeds pictures (CLIP in the paper); measures"
                    + " monosemanticity M.")
    private Path embedder;

    @Option(
            names = "--embedder-preprocess",
            paramLabel = "NAME",
            description = "Its preprocessing: torchvision, keras, caffe, plain (default: ${DEFAULT-VALUE}).")
    private String embedderPreprocess = "torchvision";

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
            Detectors detectors = opened.directions().detectors();
            Metrics metrics = evaluate(splits, detectors, workers);
            if (embedder != null) {
                metrics = metrics.with(monosemanticity(splits.val(), detectors, workers));
                metrics.write(run);
            }
            String command = CommandText.of(spec.commandLine().getParseResult().originalArgs());
            RunCommands.note(run, command, "labels.json", "metrics.json");
            if (json != null) {
                Json.write(json, metrics);
            }
            String name = run.getFileName().toString();
            List<Comparison.Row> rows = new ArrayList<>();
            rows.add(Runs.row(name, detectors.concepts(), metrics, run));
            Labels labels = Labels.read(run);
            if (linearOr) {
                rows.add(linearOr(name, splits, detectors, labels, workers));
                Json.write(run.resolve(LINEAR_OR), rows.get(rows.size() - 1).metrics());
                RunCommands.note(run, command, LINEAR_OR);
            }
            if (supervisedThresholds) {
                rows.add(supervisedThresholds(name, splits, detectors, labels, workers));
            }
            System.out.print(new Comparison(rows).text());
        }
        return 0;
    }

    /** Labels and measures, and writes both into a run. */
    private Metrics evaluate(DatasetOptions.Splits splits, Detectors detectors, Workers workers) {
        Labels labels = taughtLabels
                ? LabelCommand.score(splits, detectors, taught(), counting, workers)
                : LabelCommand.label(splits, detectors, counting, workers);
        labels.write(run);
        Metrics metrics = measure(splits, detectors, labels, workers);
        metrics.write(run);
        return metrics;
    }

    private List<Concept> taught() {
        List<Concept> concepts = BaselineRun.read(run).concepts();
        if (concepts == null) {
            throw new IllegalArgumentException("--taught-labels: the detectors of " + run
                    + " were not taught any; leave it out, or give a run of eddp baseline --method ibd or pcav");
        }
        return concepts;
    }

    private static Metrics measure(DatasetOptions.Splits splits, Detectors detectors, Labels labels, Workers workers) {
        try (Progress progress = new Progress("evaluate", splits.val().images())) {
            return Metrics.of(
                    splits.val(), detectors, labels, PatchRule.MAJORITY, workers, new ProgressMonitor(progress));
        }
    }

    private Monosemanticity monosemanticity(AnnotatedFeatures val, Detectors detectors, Workers workers) {
        try (Network network = Networks.load(embedder);
                Progress progress = new Progress("embed", 1000)) {
            ImageInput input = network.input();
            Preprocessing own = Preprocessing.preset(embedderPreprocess);
            Preprocessing sized =
                    input.height() > 0 && input.width() > 0 ? own.withSize(input.height(), input.width()) : own;
            ImageReader reader = new ImageReader();
            return Monosemanticity.of(
                    val.features(),
                    detectors,
                    image -> reader.read(val.path(image)),
                    val.preprocessing(),
                    Monosemanticity.Embedder.of(network, sized),
                    Monosemanticity.IMAGES_PER_DETECTOR,
                    workers,
                    new ProgressMonitor(progress));
        }
    }

    private static Comparison.Row linearOr(
            String name, DatasetOptions.Splits splits, Detectors detectors, Labels labels, Workers workers) {
        DetectorGroups groups = DetectorGroups.byLabel(labels);
        Labels combined = Labels.given(
                labels.dataset(),
                groups.concepts(labels),
                Dissection.run(splits.train(), detectors, groups, workers, Monitor.NONE),
                Dissection.run(splits.val(), detectors, groups, workers, Monitor.NONE),
                labels.counting(),
                labels.interpretableAbove());
        Metrics metrics =
                Metrics.of(splits.val(), detectors, groups, combined, PatchRule.MAJORITY, workers, Monitor.NONE);
        return new Comparison.Row(name + ", linear or", groups.count(), metrics);
    }

    private static Comparison.Row supervisedThresholds(
            String name, DatasetOptions.Splits splits, Detectors detectors, Labels labels, Workers workers) {
        List<Concept> concepts = new ArrayList<>();
        labels.detectors().forEach(label -> concepts.add(label.concept()));
        Set<Concept> wanted = new HashSet<>(concepts);
        wanted.remove(null);
        PatchLabels patches = PatchLabels.of(splits.train(), wanted, PatchRule.MAJORITY, workers, Monitor.NONE);
        Detectors chosen =
                SupervisedThresholds.of(splits.train().features(), detectors, concepts, patches, workers, Monitor.NONE);
        Labels same = Labels.given(
                labels.dataset(),
                concepts,
                Dissection.run(splits.train(), chosen, workers, Monitor.NONE),
                Dissection.run(splits.val(), chosen, workers, Monitor.NONE),
                labels.counting(),
                labels.interpretableAbove());
        return new Comparison.Row(
                name + ", supervised thresholds", chosen.concepts(), measure(splits, chosen, same, workers));
    }
}
