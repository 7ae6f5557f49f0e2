package org.eddp.experiments.sticker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.Experiment.Checkpoints;
import org.eddp.experiments.marks.Card;
import org.eddp.experiments.marks.LabelledPictures;
import org.eddp.experiments.marks.LabelledPictures.Example;
import org.eddp.experiments.marks.PictureFeatures;
import org.eddp.experiments.marks.PooledLayer;
import org.eddp.experiments.marks.ShortLearning;
import org.eddp.experiments.sticker.StickerExperiment.StickerOptions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Head;
import org.eddp.files.Digests;
import org.eddp.files.FileNames;
import org.eddp.files.Folders;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.images.input.Preprocessing;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.Learner;
import org.eddp.learning.LearningMonitor;
import org.eddp.learning.LearningResult;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.run.RunInProgress;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/**
 * Repair on real photographs for one seed: cards, features, linear layer, directions, and their comparison with the
 * card.
 */
final class StickerTrial {
    /** Parts of a trial, in steps of learning directions. */
    static final long FEATURES = 200;

    static final long LEARNING = 2000;
    static final long STUDY = 50;

    /** Cards that every test picture is judged with, one at a time: few pictures then still tell small differences. */
    private static final int TEST_CARDS = 4;

    private final StickerOptions options;
    private final Path folder;
    private final Checkpoints checkpoints;
    private final Workers workers;
    private final Experiment.Watcher watcher;
    private final LabelledPictures pictures;
    private final int marked;
    private final Map<String, Double> seconds = new LinkedHashMap<>();

    /**
     * A new trial.
     *
     * @param folder for directions and the linear layer
     * @param workers threads; not closed
     */
    StickerTrial(
            StickerOptions options, Path folder, Checkpoints checkpoints, Workers workers, Experiment.Watcher watcher) {
        this.options = options;
        this.folder = folder;
        this.checkpoints = checkpoints;
        this.workers = workers;
        this.watcher = watcher;
        pictures = options.pictures().labelled(options.seed());
        marked = pictures.label(options.pictures().marked());
    }

    Experiment.Trial<StickerResults> run() {
        Folders.prepare(folder);
        Network found = Networks.load(options.network());
        Preprocessing preprocessing = options.preprocessing().apply(found.input());
        try (Scope scope = Scope.open();
                Network network =
                        Networks.fit(found, options.network(), preprocessing.cropHeight(), preprocessing.cropWidth())) {
            PictureFeatures.Source source = PictureFeatures.Source.of(
                    network, options.layer() == null ? null : options.layer().toString(), preprocessing);
            StickerData data = timed("features", () -> data(source));
            LinearReadout readout = timed(
                    "linear layer",
                    () -> PooledLayer.train(
                            data.train().features(),
                            data.train().labels(),
                            pictures.classes().size(),
                            new SplittableRandom(options.seed())));
            LearningResult learned =
                    timed("directions", () -> learn(data.train().features(), readout));
            // Written after learning: if the folder was deleted in the meantime, learning creates it again, without
            // this file.
            write(readout);
            Monitor watching = watcher.part("evaluation", STUDY);
            CardStudy study = timed("evaluation", () -> new CardStudy(data, readout, learned.directions(), workers));
            StickerResults results = study.results(
                    settings(source, study),
                    options.seed(),
                    ShortLearning.options(data.train().features(), options.concepts(), options.seed())
                            .losses()
                            .damping(),
                    learned.curves());
            watching.onProgress(1, 1);
            return new Experiment.Trial<>(results, new CardSheets(source, data, study).all(), seconds);
        }
    }

    private <T> T timed(String name, Supplier<T> work) {
        long begin = System.nanoTime();
        T result = work.get();
        seconds.put(name, (System.nanoTime() - begin) / 1e9);
        return result;
    }

    private StickerData data(PictureFeatures.Source source) {
        Card[] onTrain = new Card[pictures.train().size()];
        for (int n = 0; n < onTrain.length; n++) {
            boolean mark = pictures.train().get(n).label() == marked;
            onTrain[n] = mark ? Card.random(Seeds.random(options.seed(), 1, n), source.aspect(), Card.SALE) : null;
        }
        List<Example> stamped = new ArrayList<>();
        for (int k = 0; k < TEST_CARDS; k++) {
            stamped.addAll(pictures.test());
        }
        Card[] onTest = new Card[stamped.size()];
        for (int n = 0; n < onTest.length; n++) {
            onTest[n] = Card.random(Seeds.random(options.seed(), 2, n), source.aspect(), Card.SALE);
        }
        Monitor watching = watcher.part("features", FEATURES);
        List<Example> test = pictures.test();
        double all = onTrain.length + test.size() + onTest.length;
        double first = onTrain.length / all;
        double second = first + test.size() / all;
        return new StickerData(
                pictures.classes(),
                marked,
                source.features(pictures.train(), onTrain, workers, watching.part(0, first)),
                source.features(test, new Card[test.size()], workers, watching.part(first, second)),
                source.features(stamped, onTest, workers, watching.part(second, 1)));
    }

    /** It follows from every picture: a checkpoint of other pictures is not continued. */
    private static String digest(LinearReadout readout) {
        return Digests.of(Json.toText(List.of(readout.classVectors().values(), readout.biases())));
    }

    private void write(LinearReadout readout) {
        new SafetensorsFile()
                .add("classVectors", readout.classVectors())
                .add("biases", readout.biases())
                .write(folder.resolve("linear-layer.safetensors"));
    }

    /** As eddp learn does, with the linear layer as the part above the features. */
    private LearningResult learn(DenseFeatures features, LinearReadout readout) {
        LearnOptions learning = ShortLearning.options(features, options.concepts(), options.seed());
        Map<String, Object> provenance = new TreeMap<>(Map.of(
                "experiment", "sticker",
                "network", FileNames.last(options.network()),
                "images", FileNames.last(options.pictures().folder()),
                "marked", options.pictures().marked(),
                "linearLayer", digest(readout)));
        RunInProgress run =
                new RunInProgress(folder, learning, provenance, checkpoints.resume(), checkpoints.seconds());
        Monitor watching = watcher.part("directions", LEARNING);
        LearningResult learned = run.finished();
        if (learned == null) {
            learned = new Learner(features, learning)
                    .head(Head.of(readout, features.grid()))
                    .workers(workers)
                    .monitor(LearningMonitor.of(watching))
                    .checkpoints(run)
                    .learn();
            run.finish(learned);
        }
        watching.onProgress(1, 1);
        return learned;
    }

    private StickerResults.Settings settings(PictureFeatures.Source source, CardStudy study) {
        return new StickerResults.Settings(
                options.seed(),
                FileNames.last(options.network()),
                source.layer().cut().layer().name(),
                FileNames.last(options.pictures().folder()),
                pictures.classes(),
                pictures.classes().get(marked),
                options.concepts(),
                pictures.train().size(),
                (int) pictures.train().stream().filter(e -> e.label() == marked).count(),
                pictures.test().size(),
                TEST_CARDS,
                study.trainAccuracy(),
                study.cardShare());
    }
}
