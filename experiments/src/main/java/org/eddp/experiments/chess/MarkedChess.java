package org.eddp.experiments.chess;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.eddp.experiments.chess.ChessExperiment.ChessOptions;
import org.eddp.experiments.training.TrainedNetwork;
import org.eddp.experiments.training.Trainer;
import org.eddp.experiments.training.TrainingImages;
import org.eddp.features.DenseFeatures;
import org.eddp.features.PatchLayer;
import org.eddp.learning.LearnOptions;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * A network trained on drawn chess pieces of which any share of the rooks carries the mark. Features belong to the scope that is
 * open.
 *
 * @param readout the linear layer behind the features
 * @param learning how direction pairs are learned
 * @param train what the network learned from
 * @param clean test pictures, none marked
 * @param marked the same test pictures, all marked
 */
public record MarkedChess(
        LinearReadout readout, LearnOptions learning, Pictures train, Pictures clean, Pictures marked) {
    /** Number of the class whose pictures are marked. */
    public static final int ROOK = Piece.ROOK.ordinal();

    /** Names of the classes. */
    public static List<String> classes() {
        return Arrays.stream(Piece.values()).map(Piece::title).toList();
    }

    /**
     * Pictures at the last maps of the network.
     *
     * @param features of their patches
     * @param labels classes of the pictures
     * @param shown patches that show the mark: the top-left cell of every marked picture
     */
    public record Pictures(DenseFeatures features, int[] labels, BitSet shown) {}

    /**
     * Draws the pictures and trains the network.
     *
     * @param file where the network is written as ONNX
     * @param options pictures are drawn, whatever folder they name
     * @param rate share of the rooks to learn from that carry the mark
     * @param workers threads; not closed
     */
    public static MarkedChess train(Path file, ChessOptions options, double rate, Workers workers, Monitor monitor) {
        ChessData data = ChessData.drawn(options.seed(), rate);
        TrainingImages train = ChessData.images(data.train());
        TrainedNetwork trained =
                ChessNetwork.train(train, options.epochs(), options.seed(), workers, new Watched(monitor));
        trained.writeOnnx(file);
        try (Network network = Networks.load(file)) {
            PatchLayer layer = PatchLayer.of(network.cut(trained.architecture().lastMaps()), null);
            boolean[] all = new boolean[data.poisoned().size()];
            Arrays.fill(all, true);
            return new MarkedChess(
                    LinearReadout.of(layer.cut()).orElseThrow(),
                    options.learning(),
                    pictures(layer, data.train(), data.marked()),
                    pictures(layer, data.clean(), new boolean[data.clean().size()]),
                    pictures(layer, data.poisoned(), all));
        }
    }

    private static Pictures pictures(PatchLayer layer, List<TrainingImages.Example> examples, boolean... marked) {
        TrainingImages images = ChessData.images(examples);
        Tensor rows = layer.rows(layer.cut().lower(images.batch(0, images.size())));
        BitSet shown = new BitSet();
        for (int n = 0; n < marked.length; n++) {
            shown.set(n * layer.grid().cells(), marked[n]);
        }
        DenseFeatures features =
                new DenseFeatures(rows, layer.grid(), null, layer.cut().layer().activation());
        int[] labels = examples.stream().mapToInt(TrainingImages.Example::label).toArray();
        return new Pictures(features, labels, shown);
    }

    /** Training watched by a monitor. */
    private record Watched(Monitor monitor) implements Trainer.EpochMonitor {
        @Override
        public void onProgress(long done, long total) {
            monitor.onProgress(done, total);
        }

        @Override
        public boolean stopRequested() {
            return monitor.stopRequested();
        }
    }
}
