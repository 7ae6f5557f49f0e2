package org.eddp.directions.step;

import java.util.Optional;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Entropy of a head's predictions and its gradient, as uncertainty region alignment needs them: in closed form where the
 * head is linear, else by the engine.
 *
 * <p>Implementations are thread-safe: tiles are worked on concurrently.
 */
interface PredictionEntropy extends AutoCloseable {
    /**
     * Entropy of the predictions for a tile.
     *
     * @param batch whose images were changed into the tile
     * @param first of these images
     * @param features patches of whole images, (images * cells) x D; not modified
     */
    OfTile of(Batch batch, int first, Tensor features);

    /** Images that should be read together at least, because a call costs as much as many of them. */
    default int imagesTogether() {
        return 1;
    }

    /** Releases constants in the engine. */
    @Override
    default void close() {}

    /**
     * The result of a tile.
     *
     * @param bits the sum over images of the entropy of the prediction: of the distribution over classes, or the mean
     *     over labels of the entropy of each
     * @param gradient d(bits)/d(features): images x cells x D, or images x 1 x D where it is the same for all patches
     *     of an image; may be overwritten
     */
    record OfTile(double bits, Tensor gradient) {}

    /** That of a head, with its constants in the engine for many tiles of a kind; the caller closes it. */
    static PredictionEntropy of(Head head, Grid grid, DType type) {
        Optional<LinearReadout> linear = head.linear();
        return linear.isPresent() ? Linear.of(linear.get(), grid, type) : new Differentiated(head, grid);
    }

    /** Any head the engine can differentiate, on one tile at a time. */
    record Differentiated(Head head, Grid grid) implements PredictionEntropy {
        private static final double LN2 = Math.log(2);

        @Override
        public OfTile of(Batch batch, int first, Tensor features) {
            Head own = head.on(batch, first, features.size(0) / grid.cells());
            Autograd.Differentiated result = Autograd.differentiate(
                    rows -> head.outputs() == OutputKind.LABELS
                            ? ofLabels(own.logits(rows))
                            : ofClasses(own.logits(rows)),
                    features);
            return new OfTile(
                    result.value().item(), result.gradient().contiguous().view(-1, grid.cells(), features.size(1)));
        }

        private static Tensor ofClasses(Tensor logits) {
            Tensor logProbability = logits.logSoftmax(1);
            return logProbability.exp().times(logProbability).sum().times(-1 / LN2);
        }

        private static Tensor ofLabels(Tensor logits) {
            Tensor opposite = logits.times(-1);
            Tensor on = logits.sigmoid().times(logits.logSigmoid());
            Tensor off = opposite.sigmoid().times(opposite.logSigmoid());
            return on.plus(off).sum().times(-1 / (LN2 * logits.size(1)));
        }
    }

    /**
     * Pooling and one linear layer, with the pooling's division in the layer.
     *
     * @param layer K x D, or K x (cells D) to read whole images without pooling them
     * @param offsets K x 1
     * @param whole which of the two
     * @param outputs kind of the outputs
     */
    record Linear(Tensor layer, Tensor offsets, Grid grid, boolean whole, OutputKind outputs)
            implements PredictionEntropy {
        private static final double LN2 = Math.log(2);

        /** With so few classes the linear layer on every patch costs less than pooling them first. */
        private static final int WHOLE_IMAGE_CLASSES = 8;
        /** With fewer, the products read the layer from memory more often than they multiply. */
        private static final int IMAGES_TOGETHER = 32;
        /** Smaller probabilities add nothing to an entropy even in double, but subnormal numbers slow products down. */
        private static final double LEAST_LOG_PROBABILITY = -60;

        static Linear of(LinearReadout readout, Grid grid, DType type) {
            int cells = grid.cells();
            int classes = readout.classes();
            Matrix layer = readout.classVectors().transpose().times(1.0 / cells);
            boolean whole = classes <= WHOLE_IMAGE_CLASSES;
            return new Linear(
                    Scope.release(Tensor.of(whole ? repeated(layer, cells) : layer, type)),
                    Scope.release(Tensor.of(readout.biases(), type, classes, 1)),
                    grid,
                    whole,
                    readout.outputs());
        }

        /** The columns of {@code layer} so many times side by side. */
        private static Matrix repeated(Matrix layer, int times) {
            int width = layer.columns();
            Matrix out = new Matrix(layer.rows(), times * width);
            for (int k = 0; k < layer.rows(); k++) {
                for (int c = 0; c < times; c++) {
                    System.arraycopy(layer.values(), k * width, out.values(), (k * times + c) * width, width);
                }
            }
            return out;
        }

        @Override
        public int imagesTogether() {
            return IMAGES_TOGETHER;
        }

        @Override
        public void close() {
            layer.close();
            offsets.close();
        }

        /** Scores are class-major (K x images): sums over few classes then still run along memory. */
        @Override
        public OfTile of(Batch batch, int first, Tensor features) {
            int width = features.size(1);
            int images = features.size(0) / grid.cells();
            Tensor rows = whole
                    ? features.view(images, -1)
                    : features.view(images, grid.cells(), width).sum(1).view(images, width);
            Tensor logits = Tensor.empty(features.type(), offsets.size(0), images);
            Kernels.affineProduct(logits, offsets, layer, rows.t());
            OfLogits found = outputs == OutputKind.LABELS ? ofLabels(logits) : ofClasses(logits);
            Tensor gradient = Tensor.empty(features.type(), images, rows.size(1));
            Kernels.product(gradient, found.slope().t(), layer);
            return new OfTile(found.bits(), gradient.view(images, -1, width));
        }

        /** Entropy of all images, and its derivative with respect to the logits. */
        private record OfLogits(double bits, Tensor slope) {}

        /** Logits are overwritten. */
        private static OfLogits ofClasses(Tensor logits) {
            Kernels.subtract(logits, logits, logits.max(0));
            Kernels.atLeast(logits, logits, LEAST_LOG_PROBABILITY);
            Tensor probability = logits.exp();
            Tensor sum = probability.sum(0);
            Kernels.divide(probability, probability, sum);
            Kernels.subtract(logits, logits, sum.log()); // log of the probability from here on
            Tensor weighted = probability.times(logits);
            Tensor negativeEntropy = weighted.sum(0);
            // dH/dlogit_k = -p_k (log p_k + H)
            Kernels.multiply(probability, probability, negativeEntropy);
            Kernels.addScaled(probability, probability, -1, weighted);
            Kernels.scale(probability, probability, 1 / LN2);
            return new OfLogits(-negativeEntropy.sum().item() / LN2, probability);
        }

        /** H = p softplus(-l) + (1 - p) softplus(l) of every label, both terms positive; dH/dl = -l p (1 - p). */
        private static OfLogits ofLabels(Tensor logits) {
            double share = 1 / (LN2 * logits.size(0));
            Tensor opposite = logits.times(-1);
            Tensor on = logits.sigmoid();
            Tensor off = opposite.sigmoid();
            double bits = on.times(logits.logSigmoid())
                    .plus(off.times(opposite.logSigmoid()))
                    .sum()
                    .item();
            Kernels.multiply(on, on, off);
            Kernels.multiply(on, on, opposite);
            Kernels.scale(on, on, share);
            return new OfLogits(-bits * share, on);
        }
    }
}
