package org.eddp.experiments.chess;

import java.util.Arrays;
import org.eddp.experiments.training.TrainedNetwork;
import org.eddp.experiments.training.TrainedNetwork.Architecture;
import org.eddp.experiments.training.Trainer;
import org.eddp.experiments.training.TrainingImages;
import org.eddp.failure.InvalidInput;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * The paper's network: five 3 x 3 convolutions of 16 maps, each followed by a ReLU and, except for the last, by dropout;
 * average pooling; one linear layer. Strides are 2, of the last 1, and nothing is padded, so that its last maps are 2 x 2.
 */
final class ChessNetwork {
    /** Maps of every layer. */
    static final int WIDTH = 16;

    private static final int CONVOLUTIONS = 5;
    private static final double DROPOUT = 0.3;
    /**
     * Standard deviation of the features. A smaller one means wider margins for the paper's margin target, whose units
     * are not known.
     */
    private static final double DEVIATION = 0.35;

    private ChessNetwork() {}

    /** The network without its weights. */
    static Architecture architecture() {
        return Architecture.convolutional(PieceRenderer.SIZE, Piece.values().length, CONVOLUTIONS, WIDTH, DROPOUT);
    }

    /**
     * The same network with the features of its last maps brought to one standard deviation (root mean square over the
     * features) on the training images. ReLU preserves a positive factor, so predictions do not change; without this,
     * lengths in feature space (margins, the step of RCAV) would not be comparable between networks.
     */
    static TrainedNetwork inUnits(TrainedNetwork network, TrainingImages images) {
        try (Scope scope = Scope.open()) {
            Tensor maps = network.output(network.architecture().lastMaps(), images.batch(0, images.size()));
            Matrix rows = maps.permute(0, 2, 3, 1).contiguous().view(-1, WIDTH).toMatrix();
            double variance = 0;
            for (int d = 0; d < WIDTH; d++) {
                double[] feature = rows.column(d);
                double mean = Arrays.stream(feature).average().orElse(0);
                variance += Arrays.stream(feature)
                        .map(x -> (x - mean) * (x - mean) / feature.length / WIDTH)
                        .sum();
            }
            if (!(variance > 0)) {
                throw new InvalidInput(
                        "the features of the trained network do not vary: it has learned nothing; try another seed");
            }
            return network.rescaled("conv" + CONVOLUTIONS, "classifier", DEVIATION / Math.sqrt(variance));
        }
    }

    /**
     * Trains the network.
     *
     * @param monitor may throw to stop it
     */
    static TrainedNetwork train(
            TrainingImages images, int epochs, long seed, Workers workers, Trainer.EpochMonitor monitor) {
        return inUnits(
                Trainer.train(architecture(), images, training(epochs, images.size(), seed), workers, monitor), images);
    }

    /** Batches of an epoch; the paper does not say how many it has. */
    static final int STEPS_PER_EPOCH = 3;

    /**
     * How it is trained: cross-entropy and Adam at the paper's rate, which is annealed to zero.
     *
     * @param epochs passes over the images; the paper has 1000
     * @param images number of training images
     */
    static Trainer.Options training(int epochs, int images, long seed) {
        return Trainer.Options.DEFAULT
                .withEpochs(epochs)
                .withBatch(Math.max(2, images / STEPS_PER_EPOCH))
                .withLearningRate(0.005)
                .withDecay(0)
                .withSmoothing(0)
                .withAugmentation(Trainer.Augmentation.NONE)
                .withSeed(seed);
    }
}
