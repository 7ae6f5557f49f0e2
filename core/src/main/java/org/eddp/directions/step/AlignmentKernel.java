package org.eddp.directions.step;

import java.util.Arrays;
import org.eddp.features.Batch;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/**
 * Uncertainty region alignment on one tile: x' = act(x - kappa Q p) from the scores p, entropy of f+(x'), and back to P
 * and c of {@link Alignment}.
 */
final class AlignmentKernel {
    private final PredictionEntropy uncertainty;
    private final Activation activation;
    private final Batch batch;
    private final Grid grid;
    private final Tensor liftT;
    private final Tensor strengths;
    private final Tensor negativeStrengths;

    /**
     * Puts the constants of an evaluation into the engine; they belong to the open scope.
     *
     * @param strengths kappa per image of the batch
     */
    AlignmentKernel(Alignment alignment, Head head, Activation activation, Batch batch, double[] strengths) {
        DType type = batch.type();
        grid = batch.grid();
        uncertainty = PredictionEntropy.of(head, grid, type);
        this.activation = activation;
        this.batch = batch;
        liftT = Tensor.of(alignment.lift().transpose(), type);
        this.strengths = perPatch(strengths, batch);
        negativeStrengths = this.strengths.times(-1).view(1, -1);
    }

    /** A column with the number of an image at each of its patches. */
    static Tensor perPatch(double[] perImage, Batch batch) {
        int cells = batch.grid().cells();
        double[] rows = new double[perImage.length * cells];
        for (int i = 0; i < perImage.length; i++) {
            Arrays.fill(rows, i * cells, (i + 1) * cells, perImage[i]);
        }
        return Tensor.of(rows, batch.type(), rows.length, 1);
    }

    /** Entropy of images (bits), and the gradient of minus that with respect to P and c. */
    static final class Result {
        double entropy;
        final Tensor projection;
        final Tensor offset;

        /** Nothing yet; the tensors live in the worker's scratch. */
        Result(int width, Buffers scratch) {
            projection = scratch.get(ScratchSlots.PROJECTION_SUM, width, width);
            offset = scratch.get(ScratchSlots.OFFSET_SUM, 1, width);
            Kernels.fill(projection, 0);
            Kernels.fill(offset, 0);
        }
    }

    /**
     * Adds one tile to {@code result}.
     *
     * @param p the detectors' scores of the tile, I x n
     */
    void run(Tensor x, Tensor p, int firstImage, Buffers scratch, Result result) {
        int n = x.size(0);
        int width = x.size(1);
        long first = (long) firstImage * grid.cells();
        Tensor scaled = scratch.get(ScratchSlots.TILE_4, p.size(0), n);
        Tensor displaced = scratch.get(ScratchSlots.TILE_1, n, width);
        Tensor activated = scratch.get(ScratchSlots.TILE_2, n, width);
        Tensor gradient = scratch.get(ScratchSlots.TILE_3, n, width);
        Kernels.multiply(scaled, p, negativeStrengths.narrow(1, first, n));
        Kernels.affineProduct(displaced, x, scaled.t(), liftT);
        activation.apply(activated, displaced);
        result.entropy += uncertainty.of(batch, firstImage, activated, gradient);
        activation.backward(gradient, displaced);
        Kernels.multiply(gradient, gradient, strengths.narrow(0, first, n));
        Kernels.accumulateProduct(result.projection, x.t(), gradient);
        Tensor offsetOfTile = scratch.get(ScratchSlots.FEATURE_ROW, 1, width);
        Kernels.sum(offsetOfTile, gradient, 0);
        Kernels.add(result.offset, result.offset, offsetOfTile);
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

        void add(Result strip) {
            entropy += strip.entropy;
            // x' = x - kappa (x P - c), and the loss is minus the entropy
            strip.projection.addTo(projection.values());
            double[] c = strip.offset.toDoubles();
            for (int d = 0; d < c.length; d++) {
                offset[d] -= c[d];
            }
        }
    }
}
