package org.eddp.experiments.truth;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.eddp.experiments.marks.PictureFeatures;
import org.eddp.experiments.marks.PooledLayer;
import org.eddp.experiments.marks.ShortLearning;
import org.eddp.experiments.truth.TruthBenchmark.TruthOptions;
import org.eddp.features.Head;
import org.eddp.images.input.Preprocessing;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.Learner;
import org.eddp.learning.LearningMonitor;
import org.eddp.learning.LearningResult;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** Makes one trial: pictures, features, two heads, directions, and the answers of the methods. */
final class TrialMaker {
    /** Shares of the time at which parts end, roughly. */
    private static final double FEATURES = 0.35;

    private static final double LEARNING = 0.75;
    private static final double BASELINES = 0.85;

    private final TruthOptions options;
    private final Workers workers;

    TrialMaker(TruthOptions options, Workers workers) {
        this.options = options;
        this.workers = workers;
    }

    /**
     * Makes the trial.
     *
     * @param folder where the learned directions are written
     */
    TruthTrial make(
            TruthTrial.Settings settings, Path file, Preprocessing preprocessing, Path folder, Monitor monitor) {
        TrialPictures pictures = TrialPictures.of(options, settings.seed());
        try (Scope scope = Scope.open();
                Network network = Networks.load(file, preprocessing.cropHeight(), preprocessing.cropWidth())) {
            PictureFeatures.Source source = PictureFeatures.Source.of(network, null, preprocessing);
            TrialData data = pictures.data(source, workers, monitor.part(0, FEATURES));
            String layer = source.layer().cut().layer().name();
            return measure(settings, data, layer, folder, monitor);
        }
    }

    /** Trains heads, learns directions and applies all methods. */
    TruthTrial measure(TruthTrial.Settings settings, TrialData data, String layer, Path folder, Monitor monitor) {
        long seed = settings.seed();
        Head relying = head(data.relying(), data, seed);
        Head ignoring = head(data.twins(), data, seed);
        LearnOptions usual =
                ShortLearning.options(data.relying().features(), options.size().concepts(), seed);
        LearnOptions learning =
                usual.withStart(usual.start().withStandardise(options.size().standardise()));
        LearningResult learned = new Learner(data.relying().features(), learning)
                .head(relying)
                .workers(workers)
                .monitor(LearningMonitor.of(monitor.part(FEATURES, LEARNING)))
                .learn();
        learned.directions().write(folder.resolve("directions.safetensors"));
        TrialConcepts concepts =
                TrialConcepts.of(learned.directions(), data, seed, workers, monitor.part(LEARNING, BASELINES));
        TrialStudy study = new TrialStudy(data, concepts, relying, ignoring, learning.losses(), seed, workers);
        return new TruthTrial(settings, study.methods(), study.run(layer), study.causes(monitor.part(BASELINES, 1)));
    }

    private static Head head(CauseSet train, TrialData data, long seed) {
        return Head.of(
                PooledLayer.train(
                        train.features(), train.labels(), data.classes().size(), new SplittableRandom(seed)),
                train.features().grid());
    }
}
