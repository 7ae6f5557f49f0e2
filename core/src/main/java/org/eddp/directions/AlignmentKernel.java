package org.eddp.directions;

import java.util.Arrays;
import org.eddp.features.Grid;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/** Uncertainty region alignment on one tile: x' = act(x - kappa (x P - c)), entropy of f+(x'), and back to P and c. */
final class AlignmentKernel {
    private static final int DISPLACED = 0;
    private static final int ACTIVATED = 1;
    private static final int GRADIENT = 2;
    private static final int PROJECTION = 9;
    private static final int OFFSET = 10;

    private final Head head;
    private final Activation activation;
    private final Grid grid;
    private final Tensor projection;
    private final Tensor offset;

    AlignmentKernel(Alignment alignment, Head head, Activation activation, Grid grid, DType type) {
        this.head = head;
        this.activation = activation;
        this.grid = grid;
        projection = Tensor.of(alignment.projection(), type);
        offset = Tensor.of(alignment.offset(), type, 1, alignment.offset().length);
    }

    /** Entropy of the tile's images (bits), and the gradient of minus that with respect to P and c. */
    record Result(double entropy, Tensor projection, Tensor offset) {}

    Result run(Tensor x, double[] strengths, int firstImage, Buffers scratch) {
        int n = x.size(0);
        int width = x.size(1);
        Tensor kappa = perPatch(strengths, firstImage, n / grid.cells(), x.type());
        Tensor displaced = scratch.get(DISPLACED, n, width);
        Tensor activated = scratch.get(ACTIVATED, n, width);
        Tensor gradient = scratch.get(GRADIENT, n, width);
        Kernels.product(displaced, x, projection);
        Kernels.subtract(displaced, displaced, offset);
        Kernels.addProduct(displaced, x, -1, displaced, kappa);
        activation.apply(activated, displaced);
        double entropy = head.entropy(activated, grid, gradient);
        activation.backward(gradient, displaced);
        Kernels.multiply(gradient, gradient, kappa);
        Tensor dProjection = scratch.get(PROJECTION, width, width);
        Tensor dOffset = scratch.get(OFFSET, 1, width);
        Kernels.product(dProjection, x.t(), gradient);
        Kernels.sum(dOffset, gradient, 0);
        return new Result(entropy, dProjection, dOffset);
    }

    private Tensor perPatch(double[] strengths, int firstImage, int images, DType type) {
        double[] rows = new double[images * grid.cells()];
        for (int i = 0; i < images; i++) {
            Arrays.fill(rows, i * grid.cells(), (i + 1) * grid.cells(), strengths[firstImage + i]);
        }
        return Tensor.of(rows, type, rows.length, 1);
    }

    /** Sums over the batch. */
    static final class Totals {
        double entropy;
        final Matrix projection;
        final double[] offset;

        Totals(int width) {
            projection = new Matrix(width, width);
            offset = new double[width];
        }

        void add(Result tile) {
            entropy += tile.entropy();
            // x' = x - kappa (x P - c), and the loss is minus the entropy
            tile.projection().addTo(projection.values());
            double[] c = tile.offset().toDoubles();
            for (int d = 0; d < c.length; d++) {
                offset[d] -= c[d];
            }
        }
    }
}
