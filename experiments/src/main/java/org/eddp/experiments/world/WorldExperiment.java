package org.eddp.experiments.world;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.experiments.training.Trainer;
import org.eddp.features.FeatureSet;
import org.eddp.files.AtomicFile;
import org.eddp.files.Circumstances;
import org.eddp.files.FolderLock;
import org.eddp.files.Folders;
import org.eddp.files.Request;
import org.eddp.images.input.Preprocessing;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.metrics.Comparison;
import org.eddp.monitor.Monitor;
import org.eddp.report.metrics.ComparisonReport;
import org.eddp.study.BaselineSuite;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.study.Learning;
import org.eddp.study.PresetChanges;
import org.eddp.study.Steps;
import org.eddp.study.measure.RunComparison;
import org.eddp.tensor.Workers;

/**
 * Every method on an annotated world that is made here, from pictures to the comparison table. Steps that are finished are
 * not repeated; learning and extraction go on where they were.
 */
public final class WorldExperiment {
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

    /** Watches the experiment, and is told what its steps found. */
    public interface Observer extends BaselineSuite.Observer {
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
    }

    /**
     * Makes the experiment, and the table as {@code table.json}, {@code table.csv}, {@code table.tex} and
     * {@code table.html}.
     *
     * @param folder of everything; one that holds a world of other options is refused
     * @param request how the experiment was asked for; shown on the page
     * @param threads number of threads; results do not depend on it
     * @throws org.eddp.monitor.Stopped if the observer asks to stop
     */
    public static Comparison run(Path folder, WorldOptions options, Request request, int threads, Observer observer) {
        try (FolderLock lock = FolderLock.take(folder)) {
            Folders.claim(folder.resolve("world.json"), options, "a world");
            return new WorldExperiment(folder, options, threads, observer).run(request);
        }
    }

    /**
     * The network of a world.
     *
     * @param file as ONNX
     * @param preprocessing how pictures become its input
     */
    public record Trained(Path file, Preprocessing preprocessing) {}

    /**
     * Draws the pictures and trains the network, and nothing after it.
     *
     * @param folder of everything; one that holds a world of other options is refused
     * @throws org.eddp.monitor.Stopped if the observer asks to stop
     */
    public static Trained train(Path folder, WorldOptions options, int threads, Observer observer) {
        try (FolderLock lock = FolderLock.take(folder)) {
            Folders.claim(folder.resolve("world.json"), options, "a world");
            WorldExperiment experiment = new WorldExperiment(folder, options, threads, observer);
            experiment.makeDataset();
            WorldNetwork.Card card = experiment.trainNetwork();
            return new Trained(experiment.network.resolve(WorldNetwork.ONNX), card.preprocessing());
        }
    }

    /** The page with the table. */
    public static Path page(Path folder) {
        return folder.resolve("table.html");
    }

    private Comparison run(Request request) {
        makeDataset();
        WorldNetwork.Card card = trainNetwork();
        observer.trained(card.classes().size(), card.valAccuracy(), card.trainAccuracy());
        FeatureSet set = extract(card);
        List<Path> runs = new ArrayList<>();
        for (Variant variant : List.of(Variant.U, Variant.C)) {
            runs.add(learn(set, variant));
        }
        BaselineSuite.Options others =
                new BaselineSuite.Options(null, options.concepts(), dataset, null, seed(), threads);
        runs.addAll(BaselineSuite.fit(set, folder.resolve("runs"), others, observer));
        BaselineSuite.judge(set, runs, others, observer);
        Comparison comparison = RunComparison.of(runs, 0, observer);
        comparison.write(folder.resolve("table.json"), folder.resolve("table.csv"), folder.resolve("table.tex"));
        AtomicFile.writeString(page(folder), ComparisonReport.html(comparison, runs, request.command(), observer));
        Circumstances.change(folder, known -> known.withCommand(request, threads));
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

    /** Progress with the accuracy of the last pass. */
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
            last = String.format(Locale.ROOT, "pass %d of %d, accuracy %.2f", epoch, epochs, accuracy);
        }

        @Override
        public boolean stopRequested() {
            return whole.stopRequested();
        }
    }

    /** Not asked whether it is done: it checks what is there, and that it belongs to this network and these pictures. */
    private FeatureSet extract(WorldNetwork.Card card) {
        Path file = network.resolve(WorldNetwork.ONNX);
        Request request = observer.request(new Steps.Step("features")
                .with("network", file)
                .with("layer", card.layer())
                .with("images", dataset)
                .with("preprocess", "torchvision")
                .with("resize", 0)
                .with("out", features));
        Extraction.Options how = new Extraction.Options(
                card.layer(),
                InputChoice.of(card.preprocessing()),
                null,
                false,
                Extraction.BATCH,
                Extraction.SHARD_BYTES,
                false,
                false,
                threads);
        FeatureSet[] set = new FeatureSet[1];
        steps.run(request, () -> {
            set[0] = Extraction.run(file, dataset, features, how, observer);
            observer.extracted(set[0]);
        });
        return set[0];
    }

    private Path learn(FeatureSet set, Variant variant) {
        Path run = folder.resolve("runs").resolve("eddp-" + variant.name().toLowerCase(Locale.ROOT));
        Request request = observer.request(new Steps.Step("learn")
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
                Learning.EXACT, // things, parts and colours share patches here, which leaves L^fso no room
                PresetChanges.NONE,
                null,
                null,
                usual.memory(),
                seed(),
                true,
                usual.checkpointSeconds(),
                threads,
                request);
        steps.learn(set, run, how);
        return run;
    }

    private long seed() {
        return options.pictures().seed();
    }
}
