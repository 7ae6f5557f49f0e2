package org.eddp.experiments.chess;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.chess.ChessExperiment.ChessOptions;
import org.eddp.experiments.training.TrainedNetwork;
import org.eddp.experiments.training.Trainer;
import org.eddp.experiments.training.TrainingImages;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureSet;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileNames;
import org.eddp.files.Folders;
import org.eddp.images.decode.Picture;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.Learner;
import org.eddp.learning.LearningMonitor;
import org.eddp.learning.LearningResult;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.run.NewRun;
import org.eddp.run.RunInProgress;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * The model-correction experiment for one seed: pictures, network, directions, and the comparison of the directions
 * with the mark.
 */
final class ChessTrial {
    private static final double NO_CHECKPOINTS = 1e9;

    private final ChessOptions options;
    private final Session session;
    private final LearnOptions learning;
    private final ChessData data;
    private final Map<String, Double> seconds = new LinkedHashMap<>();

    private ChessTrial(ChessOptions options, Session session, LearnOptions learning) {
        this.options = options;
        this.session = session;
        this.learning = learning;
        data = options.data();
    }

    /**
     * The environment of a trial.
     *
     * @param folder for networks and directions
     * @param workers threads; not closed
     * @param training watches the training of the network; may throw to stop it
     * @param learning watches the learning of the directions
     */
    record Session(Path folder, Workers workers, Trainer.EpochMonitor training, LearningMonitor learning) {}

    /**
     * Runs the experiment.
     *
     * @param learning how the directions are learned
     * @return with the responses of every detector, in concept order
     */
    static Experiment.Trial<ChessResults> run(ChessOptions options, Session session, LearnOptions learning) {
        return new ChessTrial(options, session, learning).run();
    }

    private Experiment.Trial<ChessResults> run() {
        Path file = Folders.prepare(session.folder()).resolve("network.onnx");
        TrainingImages train = ChessData.images(data.train());
        long begin = System.nanoTime();
        TrainedNetwork trained =
                ChessNetwork.train(train, options.epochs(), options.seed(), session.workers(), session.training());
        trained.writeOnnx(file);
        seconds.put("training", since(begin));
        double accuracy = trained.accuracy(train, session.workers());
        // from here on the network is loaded from its file, as a user would do
        try (Scope scope = Scope.open();
                Network network = Networks.load(file)) {
            PatchLayer layer = PatchLayer.of(network.cut(trained.architecture().lastMaps()), null);
            Tensor rows = layer.rows(layer.cut().lower(train.batch(0, train.size())));
            DenseFeatures features = new DenseFeatures(rows, layer.grid());
            LinearReadout readout = LinearReadout.of(layer.cut()).orElseThrow();
            ChessFiles files = ChessFiles.write(session.folder(), data);
            FeatureSet stored = files.extract(file, network, layer, session.workers());
            LearningResult learned = learn(features, readout, stored);
            WatermarkStudy study =
                    new WatermarkStudy(data, layer, readout, features, learned.directions(), session.workers());
            ChessResults.Settings settings = new ChessResults.Settings(
                    options.seed(),
                    options.images() == null ? null : FileNames.last(options.images()),
                    options.concepts(),
                    options.epochs(),
                    data.train().size(),
                    data.markedCount(),
                    data.clean().size(),
                    accuracy);
            ChessResults results = study.results(settings, options.seed(), learned.curves());
            study.writeCorrected(file, session.folder().resolve("corrected.onnx"));
            List<Picture> sheets = study.segmentations();
            byte[] mark = sheets.get(results.watermark().concept()).png();
            AtomicFile.write(session.folder().resolve("mark.png"), stream -> stream.write(mark));
            files.name(results.watermark().concept());
            return new Experiment.Trial<>(results, sheets, seconds);
        }
    }

    private LearningResult learn(DenseFeatures features, LinearReadout readout, FeatureSet stored) {
        Map<String, Object> provenance = new TreeMap<>(Map.of("experiment", "chess", "options", options.named()));
        provenance.putAll(NewRun.data(stored, null));
        RunInProgress folder = new RunInProgress(session.folder(), learning, provenance, false, NO_CHECKPOINTS);
        long begin = System.nanoTime();
        LearningResult learned = new Learner(features, learning)
                .head(Head.of(readout, features.grid()))
                .workers(session.workers())
                .monitor(session.learning())
                .checkpoints(folder)
                .learn();
        folder.finish(learned);
        seconds.put("directions", since(begin));
        return learned;
    }

    private static double since(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }
}
