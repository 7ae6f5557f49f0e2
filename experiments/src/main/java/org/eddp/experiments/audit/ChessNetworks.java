package org.eddp.experiments.audit;

import java.nio.file.Path;
import org.eddp.experiments.chess.ChessExperiment.ChessOptions;
import org.eddp.experiments.chess.MarkedChess;
import org.eddp.learning.LearningResult;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * Networks that are trained from the beginning on drawn chess pieces, one for every rate.
 *
 * @param folder where networks are written
 * @param options of the networks
 * @param workers threads; not closed
 */
record ChessNetworks(Path folder, ChessOptions options, Workers workers) implements FlawSource {
    static final Flaw FLAW = new Flaw("word", MarkedChess.classes(), MarkedChess.ROOK);

    @Override
    public Flaw flaw() {
        return FLAW;
    }

    @Override
    public FlawNetwork network(double rate, Monitor monitor) {
        Path file = folder.resolve("network-" + Math.round(100 * rate) + ".onnx");
        MarkedChess trained = MarkedChess.train(file, options, rate, workers, monitor);
        return new FlawNetwork(
                rate,
                trained.readout(),
                trained.learning(),
                pictures(trained.train()),
                pictures(trained.clean()),
                pictures(trained.marked()));
    }

    private static FlawNetwork.Pictures pictures(MarkedChess.Pictures of) {
        return new FlawNetwork.Pictures(of.features(), of.labels(), of.shown());
    }

    @Override
    public void write(Path run, FlawNetwork network, LearningResult learned, Workers threads) {
        throw new UnsupportedOperationException("eddp chess writes runs of such networks");
    }

    @Override
    public void close() {
        // networks are closed when their features are computed
    }
}
