package org.eddp.experiments.world;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.experiments.training.Trainer;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.files.AtomicFile;
import org.eddp.files.FolderLock;
import org.eddp.files.json.Circumstances;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.files.json.Json;
import org.eddp.images.input.Preprocessing;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.learning.Preset;
import org.eddp.metrics.Comparison;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.report.metrics.ComparisonReport;
import org.eddp.study.BaselineSuite;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.study.Learning;
import org.eddp.study.Learning.Checkpoints;
import org.eddp.study.Steps;
import org.eddp.study.measure.RunComparison;
import org.eddp.tensor.Workers;

/**
 * Every method on an annotated world that is made here, from pictures to the comparison table. Finished steps are not
 * repeated; learning and extraction resume.
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

    /** Observes the experiment, and receives the results of its steps. */
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
     * @param request shown on the page
     * @param threads number of threads; results do not depend on it
     * @throws org.eddp.monitor.Monitor.Stopped if the observer stops the work
     */
    public static Comparison run(Path folder, WorldOptions options, Request request, int threads, Observer observer) {
        try (FolderLock lock = FolderLock.take(folder)) {
            Json.claim(folder.resolve("world.json"), options, "a world");
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
     * @throws org.eddp.monitor.Monitor.Stopped if the observer stops the work
     */
    public static Trained train(Path folder, WorldOptions options, int threads, Observer observer) {
        try (FolderLock lock = FolderLock.take(folder)) {
            Json.claim(folder.resolve("world.json"), options, "a world");
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
        BaselineSuite.Options others = BaselineSuite.Options.of(options.concepts())
                .withDataset(dataset)
                .withSeed(seed())
                .withThreads(threads);
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

    /** Always called: it checks existing features against this network and these pictures. */
    private FeatureSet extract(WorldNetwork.Card card) {
        Path file = network.resolve(WorldNetwork.ONNX);
        Request request = observer.request(new Steps.Step("features")
                .with("network", file)
                .with("layer", card.layer())
                .with("images", dataset)
                .with("preprocess", "torchvision")
                .with("resize", 0)
                .with("out", features));
        Extraction.Options how = Extraction.Options.of(LayerAddress.of(card.layer()))
                .withPreprocessing(InputChoice.of(card.preprocessing()))
                .withThreads(threads);
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
                .with("preset", Preset.General.EXACT.label())
                .with("concepts", options.concepts())
                .with("seed", seed())
                .with("resume", "")
                .with("out", run));
        Learning.Options how = Learning.Options.of(options.concepts())
                .withVariant(variant)
                // objects, parts and colours share patches here, which leaves L^fso no room
                .withPreset(Preset.General.EXACT)
                .withSeed(seed())
                .withCheckpoints(Checkpoints.DEFAULT.withResume(true))
                .withThreads(threads)
                .withRequest(request);
        steps.learn(set, run, how);
        return run;
    }

    private long seed() {
        return options.pictures().seed();
    }

    /**
     * Options of a world.
     *
     * @param pictures to draw
     * @param network to train
     * @param concepts number of directions of every method that can choose
     */
    public record WorldOptions(Pictures pictures, Network network, int concepts) {
        public WorldOptions {
            require(concepts >= 1, "concepts = " + concepts + " must be at least 1");
        }

        /** Enough to train a network well. */
        public static WorldOptions of(long seed) {
            return of(Pictures.USUAL.withSeed(seed), Network.USUAL.withSeed(seed));
        }

        /** Enough to see every part of the experiment at work within minutes. */
        public static WorldOptions quick(long seed) {
            return of(Pictures.QUICK.withSeed(seed), Network.QUICK.withSeed(seed));
        }

        public WorldOptions withPictures(Pictures changed) {
            return new WorldOptions(changed, network, concepts);
        }

        public WorldOptions withNetwork(Network changed) {
            return new WorldOptions(pictures, changed, concepts);
        }

        public WorldOptions withConcepts(int changed) {
            return new WorldOptions(pictures, network, changed);
        }

        private static WorldOptions of(Pictures pictures, Network network) {
            return new WorldOptions(pictures, network, network.width() * 7 / 8);
        }

        private static void require(boolean condition, String message) {
            if (!condition) {
                throw new InvalidInput(message);
            }
        }

        /**
         * The pictures to draw.
         *
         * @param train pictures to learn from
         * @param val pictures to judge by
         * @param size of the pictures, in pixels both ways
         * @param annotationSize of the label maps, in pixels both ways; at most {@code size}
         * @param seed of everything that is drawn
         */
        public record Pictures(int train, int val, int size, int annotationSize, long seed) {
            static final Pictures USUAL = new Pictures(4000, 1000, 128, 64, 1);
            static final Pictures QUICK = new Pictures(2400, 600, 128, 64, 1);

            private static final int SMALLEST_SIZE = 32;
            private static final int LARGEST_SIZE = 1024;
            private static final int MOST = 1_000_000;

            public Pictures {
                require(train >= 1 && train <= MOST, "train = " + train + " pictures must be within 1 .. " + MOST);
                require(val >= 1 && val <= MOST, "val = " + val + " pictures must be within 1 .. " + MOST);
                require(
                        size >= SMALLEST_SIZE && size <= LARGEST_SIZE,
                        "size = " + size + " must be within " + SMALLEST_SIZE + " .. " + LARGEST_SIZE + " pixels");
                require(
                        annotationSize >= 8 && annotationSize <= size,
                        "annotation size = " + annotationSize + " must be within 8 .. " + size
                                + ", the size of the pictures");
            }

            Pictures withSeed(long other) {
                return new Pictures(train, val, size, annotationSize, other);
            }

            public Pictures withTrain(int changed) {
                return new Pictures(changed, val, size, annotationSize, seed);
            }

            public Pictures withVal(int changed) {
                return new Pictures(train, changed, size, annotationSize, seed);
            }

            public Pictures withSize(int changed) {
                return new Pictures(train, val, changed, annotationSize, seed);
            }

            public Pictures withAnnotationSize(int changed) {
                return new Pictures(train, val, size, changed, seed);
            }
        }

        /**
         * The network that is trained on a world.
         *
         * @param input side of the images it takes; pictures are resized to it. A multiple of 16
         * @param width number of maps of its last block, the feature width D
         * @param training how it is trained
         */
        public record Network(int input, int width, Trainer.Options training) {
            /** Maps of 8 x 8 with 96 features. */
            static final Network USUAL = new Network(128, 96, Trainer.Options.DEFAULT);

            /** Maps of 8 x 8 with 64 features. */
            static final Network QUICK = new Network(128, 64, Trainer.Options.DEFAULT);

            public Network {
                require(
                        input >= 32 && input <= 512 && input % 16 == 0,
                        "input = " + input + " must be a multiple of 16 within 32 .. 512");
                require(
                        width >= 8 && width <= 1024 && width % 8 == 0,
                        "width = " + width + " must be a multiple of 8 within 8 .. 1024");
            }

            /** The same for another number of passes over the pictures. */
            public Network withEpochs(int epochs) {
                return new Network(input, width, training.withEpochs(epochs));
            }

            Network withSeed(long seed) {
                return new Network(input, width, training.withSeed(seed));
            }
        }
    }
}
