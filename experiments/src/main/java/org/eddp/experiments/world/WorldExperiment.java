package org.eddp.experiments.world;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eddp.experiments.training.Trainer;
import org.eddp.features.FeatureSet;
import org.eddp.files.AtomicFile;
import org.eddp.files.Folders;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.metrics.Comparison;
import org.eddp.monitor.Monitor;
import org.eddp.report.ComparisonReport;
import org.eddp.run.Run;
import org.eddp.study.BaselineStudy;
import org.eddp.study.Evaluation;
import org.eddp.study.Extraction;
import org.eddp.study.InfluenceStudy;
import org.eddp.study.Labelling;
import org.eddp.study.Learning;
import org.eddp.study.RunComparison;
import org.eddp.study.Steps;
import org.eddp.tensor.Workers;

/**
 * Every method on an annotated world that is made here, from pictures to the comparison table. Steps that are finished are
 * not repeated; learning and extraction go on where they were.
 */
public final class WorldExperiment {
    private static final List<String> BASELINES =
            List.of("natural", "pca", "nmf", "ica", "sae", "uibe", "cbe", "ibd", "pcav");

    private static final long INFLUENCE_SEED = 1;

    private final Path folder;
    private final WorldOptions options;
    private final int threads;
    private final Observer observer;
    private final Steps steps;
    private final Path dataset;
    private final Path network;
    private final Path features;

    private WorldExperiment(Path folder, WorldOptions options, int threads, Observer observer) {
        this.folder = folder;
        this.options = options;
        this.threads = threads;
        this.observer = observer;
        steps = new Steps(observer);
        dataset = folder.resolve("dataset");
        network = folder.resolve("network");
        features = folder.resolve("features");
    }

    /**
     * A step of the experiment.
     *
     * @param name what is done, as the command is called that does it alone
     * @param settings by the names of that command's options; empty where an option has no value
     */
    public record Step(String name, Map<String, String> settings) {
        private Step(String name) {
            this(name, Map.of());
        }

        private Step with(String setting, Object value) {
            Map<String, String> more = new LinkedHashMap<>(settings);
            more.put(setting, value.toString());
            return new Step(name, more);
        }
    }

    /** Watches the experiment, and is told what its steps found. */
    public interface Observer extends Steps.Observer {
        /** The command that repeats a step alone; results say that they were made by it. */
        String command(Step step);

        /**
         * The network is trained.
         *
         * @param classes number of its classes
         * @param valAccuracy on the pictures to judge by
         * @param trainAccuracy on the pictures it learned from
         */
        default void trained(int classes, double valAccuracy, double trainAccuracy) {}

        /** Features are extracted. */
        default void extracted(FeatureSet set) {}

        /** Another method has found its directions. */
        default void fitted(Path run, BaselineStudy.Result result) {}
    }

    /**
     * Makes the experiment, and the table as {@code table.json}, {@code table.csv}, {@code table.tex} and
     * {@code table.html}.
     *
     * @param folder of everything; one that holds a world of other options is refused
     * @param command how the experiment was asked for; shown on the page
     * @param threads number of threads; results do not depend on it
     * @throws org.eddp.monitor.Stopped if the observer asks to stop
     */
    public static Comparison run(Path folder, WorldOptions options, String command, int threads, Observer observer) {
        Folders.prepare(folder);
        Folders.claim(folder.resolve("world.json"), options, "a world");
        return new WorldExperiment(folder, options, threads, observer).run(command);
    }

    /** The page with the table. */
    public static Path page(Path folder) {
        return folder.resolve("table.html");
    }

    private Comparison run(String command) {
        makeDataset();
        WorldNetwork.Card card = trainNetwork();
        observer.trained(card.classes().size(), card.valAccuracy(), card.trainAccuracy());
        FeatureSet set = extract(card);
        List<Path> runs = new ArrayList<>();
        for (Variant variant : List.of(Variant.U, Variant.C)) {
            runs.add(learn(set, variant));
        }
        for (String method : BASELINES) {
            runs.add(baseline(set, method));
        }
        runs.forEach(this::evaluate);
        runs.forEach(this::influence);
        Comparison comparison = RunComparison.of(runs, observer);
        comparison.write(folder.resolve("table.json"), folder.resolve("table.csv"), folder.resolve("table.tex"));
        List<RunComparison.Details> details =
                runs.stream().map(r -> RunComparison.details(r, observer)).toList();
        AtomicFile.writeString(
                page(folder), ComparisonReport.html(new ComparisonReport.Content(comparison, details, 0, command)));
        return comparison;
    }

    private void makeDataset() {
        if (Files.exists(dataset.resolve(ImageClasses.FILE))) {
            return;
        }
        WorldOptions.Pictures pictures = options.pictures();
        try (Workers workers = new Workers(threads);
                Monitor.Stage stage = observer.stage("pictures", pictures.train() + pictures.val())) {
            WorldGenerator.write(dataset, pictures, workers, stage);
        }
    }

    private WorldNetwork.Card trainNetwork() {
        if (Files.exists(network.resolve(WorldNetwork.CARD))) {
            return WorldNetwork.Card.read(network);
        }
        try (Workers workers = new Workers(threads);
                Monitor.Stage stage = observer.stage("training", 1000)) {
            return WorldNetwork.train(dataset, network, options.network(), workers, new Passes(stage));
        }
    }

    /** Progress with the loss and accuracy of the last pass. */
    private static final class Passes implements Trainer.EpochMonitor {
        private final Monitor whole;
        private String last = "first pass";

        Passes(Monitor whole) {
            this.whole = whole;
        }

        @Override
        public void onProgress(long done, long total) {
            whole.onProgress(done, total, () -> last);
        }

        @Override
        public void onEpoch(int epoch, int epochs, double loss, double accuracy) {
            last = String.format(Locale.ROOT, "pass %d of %d, loss %.3f, accuracy %.3f", epoch, epochs, loss, accuracy);
        }

        @Override
        public boolean stopRequested() {
            return whole.stopRequested();
        }
    }

    /** Not asked whether it is done: it checks what is there, and that it belongs to this network and these pictures. */
    private FeatureSet extract(WorldNetwork.Card card) {
        Path file = network.resolve(WorldNetwork.ONNX);
        String command = observer.command(new Step("features")
                .with("network", file)
                .with("layer", card.layer())
                .with("images", dataset)
                .with("preprocess", "torchvision")
                .with("resize", 0)
                .with("out", features));
        Extraction.Options how = new Extraction.Options(
                card.layer(), input -> card.preprocessing(), null, false, Extraction.BATCH, false, false, threads);
        FeatureSet[] set = new FeatureSet[1];
        steps.run(command, () -> {
            set[0] = Extraction.run(file, dataset, features, how, observer);
            observer.extracted(set[0]);
        });
        return set[0];
    }

    private Path learn(FeatureSet set, Variant variant) {
        Path run = folder.resolve("runs").resolve("eddp-" + variant.name().toLowerCase(Locale.ROOT));
        String command = observer.command(new Step("learn")
                .with("features", features)
                .with("variant", variant)
                .with("concepts", options.concepts())
                .with("seed", seed())
                .with("resume", "")
                .with("out", run));
        Learning.Options usual = Learning.Options.of(options.concepts());
        Learning.Options how = new Learning.Options(
                options.concepts(),
                variant,
                Learning.GENERAL,
                Learning.Changes.NONE,
                null,
                null,
                usual.memory(),
                seed(),
                true,
                usual.checkpointSeconds(),
                threads,
                command);
        steps.learn(set, run, how);
        return run;
    }

    private Path baseline(FeatureSet set, String method) {
        Path run = folder.resolve("runs").resolve(method);
        if (!Run.isFinished(run)) {
            String command = observer.command(new Step("baseline")
                    .with("features", features)
                    .with("method", method)
                    .with("concepts", options.concepts())
                    .with("dataset", dataset)
                    .with("seed", seed())
                    .with("overwrite", "")
                    .with("out", run));
            BaselineStudy.Options how = new BaselineStudy.Options(
                    method, options.concepts(), null, null, false, dataset, null, null, seed(), threads, command);
            steps.run(command, () -> observer.fitted(run, BaselineStudy.run(set, run, how, observer)));
        }
        return run;
    }

    private void evaluate(Path run) {
        Step step = new Step("evaluate").with("run", run).with("dataset", dataset);
        steps.evaluate(run, opened(step), Evaluation.Options.of(Labelling.Options.of(dataset)));
    }

    private void influence(Path run) {
        Step step = new Step("influence").with("run", run).with("no-test", "");
        steps.influence(
                run, opened(step), InfluenceStudy.Options.of(INFLUENCE_SEED).untested());
    }

    private Run.Options opened(Step step) {
        return new Run.Options(null, null, null, null, threads, observer.command(step));
    }

    private long seed() {
        return options.pictures().seed();
    }
}
