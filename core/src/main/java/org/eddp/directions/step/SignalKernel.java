package org.eddp.directions.step;

import java.util.List;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.SparseRows;
import org.eddp.tensor.Tensor;

/**
 * Signal vectors on a strip of tiles: the moments of the patches on which each detector fires, and the way back.
 *
 * <p>A detector that has found its concept fires on few patches, so the sums over these patches run over a list of them
 * wherever the list is short; without sub-sampling, or while detectors still fire often, they are dense products.
 */
record SignalKernel(boolean subsampling, double[] thresholds) {
    /** Share of firing (detector, patch) pairs above which dense products are faster. */
    private static final double SPARSE_BELOW = 1.0 / 32;
    /** With fewer concepts than this a detector that has found one fires more often than that. */
    private static final int SPARSE_CONCEPTS = 16;

    /** Where the detectors fire on a strip, or null when that is not rare. */
    SparseRows firing(List<Tensor> scores) {
        if (!subsampling || thresholds.length < SPARSE_CONCEPTS) {
            return null;
        }
        long pairs = scores.stream().mapToLong(Tensor::count).sum();
        return SparseRows.positives(scores, (long) (pairs * SPARSE_BELOW));
    }

    /** Moments of a strip whose firing pairs are listed, centred within the strip so that nothing large cancels. */
    SignalMoments moments(Tensor x, SparseRows firing) {
        int concepts = firing.rows();
        double[] weight = new double[concepts];
        double[] meanZ = new double[concepts];
        double[] squares = new double[concepts];
        double[] shares = new double[firing.count()];
        double[] centred = new double[firing.count()];
        for (int i = 0; i < concepts; i++) {
            int first = firing.start(i);
            int end = firing.start(i + 1);
            double sum = 0;
            for (int k = first; k < end; k++) {
                sum += firing.value(k);
            }
            double mean = sum / Math.max(1, end - first);
            for (int k = first; k < end; k++) {
                shares[k] = 1.0 / (end - first);
                centred[k] = firing.value(k) - mean;
                squares[i] += centred[k] * centred[k];
            }
            weight[i] = end - first;
            meanZ[i] = mean + thresholds[i];
        }
        return new SignalMoments(
                weight,
                firing.weightedSums(x, shares).toMatrix(),
                meanZ,
                firing.weightedSums(x, centred).toMatrix(),
                squares);
    }

    /** Moments of one tile by dense products, centred within the tile. */
    SignalMoments moments(Tensor x, Tensor p, Buffers scratch) {
        int concepts = p.size(0);
        int width = x.size(1);
        // one above the other, so that one product reads the features once
        Tensor both = scratch.get(ScratchSlots.TILE_1, 2L * concepts, p.size(1));
        Tensor mask = both.narrow(0, 0, concepts);
        Tensor centred = both.narrow(0, concepts, concepts);
        Tensor count = scratch.get(ScratchSlots.COLUMN, concepts, 1);
        Tensor mean = scratch.get(ScratchSlots.COLUMN_2, concepts, 1);
        selected(mask, p);
        Kernels.sum(count, mask, 1);
        double[] weight = count.toDoubles();
        Kernels.atLeast(count, count, 1);
        Kernels.multiply(centred, mask, p);
        Kernels.sum(mean, centred, 1);
        Kernels.divide(mean, mean, count);
        Kernels.subtract(centred, p, mean);
        Kernels.multiply(centred, centred, mask);

        Tensor sums = scratch.get(ScratchSlots.FILTERS, 2L * concepts, width);
        Kernels.product(sums, both, x);
        Tensor means = sums.narrow(0, 0, concepts);
        Kernels.divide(means, means, count);
        Matrix meanX = means.toMatrix();
        Matrix products = sums.narrow(0, concepts, concepts).toMatrix();
        double[] meanZ = mean.toDoubles();
        for (int i = 0; i < concepts; i++) {
            meanZ[i] += thresholds[i];
        }
        Kernels.multiply(centred, centred, centred);
        Kernels.sum(mean, centred, 1);
        return new SignalMoments(weight, meanX, meanZ, products, mean.toDoubles());
    }

    private void selected(Tensor mask, Tensor p) {
        if (subsampling) {
            Kernels.positive(mask, p);
        } else {
            Kernels.fill(mask, 1);
        }
    }

    /** Puts a gradient into the engine; it belongs to the open scope. */
    Gradient gradient(SignalGradient gradient, DType type) {
        return new Gradient(gradient, type);
    }

    /** The gradient of every firing pair: {@code direction.x + slope p + constant}, on the heap and in the engine. */
    final class Gradient {
        private final Tensor directions;
        private final double[] slopes;
        private final double[] constants;
        private final Tensor slopeColumn;
        private final Tensor constantColumn;

        private Gradient(SignalGradient gradient, DType type) {
            int concepts = thresholds.length;
            directions = Tensor.of(gradient.directions(), type);
            slopes = gradient.slopes();
            constants = gradient.constants().clone();
            for (int i = 0; i < concepts; i++) {
                constants[i] += slopes[i] * thresholds[i]; // z = p + b
            }
            slopeColumn = Tensor.of(slopes, type, concepts, 1);
            constantColumn = Tensor.of(constants, type, concepts, 1);
        }

        /** The gradient with respect to z of a strip's firing pairs, where they are listed. */
        double[] alongPairs(Tensor x, SparseRows firing) {
            double[] flow = firing.dots(directions, x);
            for (int i = 0; i < firing.rows(); i++) {
                for (int k = firing.start(i); k < firing.start(i + 1); k++) {
                    flow[k] += slopes[i] * firing.value(k) + constants[i];
                }
            }
            return flow;
        }

        /** Adds to the gradient with respect to the scores of one tile, by a dense product. */
        void addTo(Tensor scoreGradient, Tensor x, Tensor p, Buffers scratch) {
            Tensor mask = scratch.get(ScratchSlots.TILE_1, p.shape());
            Tensor flow = scratch.get(ScratchSlots.TILE_2, p.shape());
            selected(mask, p);
            Kernels.affineProduct(flow, constantColumn, directions, x.t());
            Kernels.addProduct(flow, flow, 1, p, slopeColumn);
            Kernels.addProduct(scoreGradient, scoreGradient, 1, flow, mask);
        }
    }
}
