package org.eddp.directions.step;

import java.util.Arrays;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.Grid;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/**
 * Uncertainty region alignment on tiles: x' = act(x - kappa Q p) from the scores p, entropy of f+(x'), and back.
 *
 * <p>There are two ways back, and the cheaper one is taken. Through P and c of {@link Alignment} it is one product with D
 * columns; through Q and the scores it is two with I columns, the gradient of the scores waiting in the tile for the
 * product that all gradients of scores share.
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
     * @param lift Q of {@link Alignment}, D x I
     * @param strengths kappa per image of the batch
     */
    AlignmentKernel(
            Matrix lift, PredictionEntropy uncertainty, Activation activation, Batch batch, double[] strengths) {
        DType type = batch.type();
        grid = batch.grid();
        this.uncertainty = uncertainty;
        this.activation = activation;
        this.batch = batch;
        liftT = Tensor.of(lift.transpose(), type);
        this.strengths = perImage(strengths, type);
        negativeStrengths = perPatch(strengths, batch).times(-1).view(1, -1);
    }

    /** Whether two products with I columns cost less than one with D. */
    static boolean throughScores(int concepts, int width) {
        return 2 * concepts < width;
    }

    private boolean throughScores() {
        return throughScores(liftT.size(0), liftT.size(1));
    }

    /** One number per image, to multiply images x cells x D. */
    static Tensor perImage(double[] perImage, DType type) {
        return Tensor.of(perImage, type, perImage.length, 1, 1);
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

    /** Entropy of images (bits), and the gradient of minus that with respect to P and c, or to Q. */
    static final class Result {
        double entropy;
        final Tensor matrix;
        final Tensor offset;

        private Result(int width, int columns, Buffers scratch) {
            matrix = scratch.get(ScratchSlots.PROJECTION_SUM, width, columns);
            offset = scratch.get(ScratchSlots.OFFSET_SUM, 1, width);
            Kernels.fill(matrix, 0);
            Kernels.fill(offset, 0);
        }
    }

    /** Nothing yet; the tensors live in the worker's scratch. */
    Result start(Buffers scratch) {
        return new Result(liftT.size(1), columns(), scratch);
    }

    private int columns() {
        return liftT.size(throughScores() ? 0 : 1);
    }

    /**
     * Adds consecutive tiles to {@code result}: one by one, except for the head, which reads them together.
     *
     * @param end the tile after the last
     */
    void run(Strips strips, int first, int end, Buffers scratch, Result result) {
        Tiling tiling = strips.tiling;
        Tensor x = tiling.rows(first, end);
        Tensor displaced = scratch.get(ScratchSlots.TILE_1, x.size(0), x.size(1));
        Tensor activated =
                activation.tellsDerivative() ? displaced : scratch.get(ScratchSlots.TILE_2, x.size(0), x.size(1));
        int images = tiling.firstImage(first);
        for (int tile = first; tile < end; tile++) {
            displace(tiling.tileRows(tile), strips, tile, cut(displaced, strips, tile, first), scratch);
            activation.apply(cut(activated, strips, tile, first), cut(displaced, strips, tile, first));
        }
        PredictionEntropy.OfTile found = uncertainty.of(batch, images, activated);
        result.entropy += found.bits();
        for (int tile = first; tile < end; tile++) {
            Tensor moved = cut(displaced, strips, tile, first);
            int firstImage = tiling.firstImage(tile);
            Tensor slope = found.gradient().narrow(0, firstImage - images, moved.size(0) / grid.cells());
            Tensor gradient = scratch.get(ScratchSlots.TILE_3, moved.size(0), moved.size(1));
            backward(gradient, slope, moved, firstImage, activation, strengths);
            addBack(tiling.tileRows(tile), strips.tile(tile), gradient, scratch, result);
        }
    }

    /** The rows of one tile in a matrix that begins with those of another. */
    private static Tensor cut(Tensor rows, Strips strips, int tile, int first) {
        Tiling tiling = strips.tiling;
        int cells = strips.batch.grid().cells();
        long start = (long) (tiling.firstImage(tile) - tiling.firstImage(first)) * cells;
        return rows.narrow(0, start, Math.min(tiling.tileImages() * (long) cells, rows.size(0) - start));
    }

    private void displace(Tensor x, Strips strips, int tile, Tensor displaced, Buffers scratch) {
        int n = x.size(0);
        Tensor scaled = scratch.get(ScratchSlots.TILE_4, strips.concepts, n);
        long firstPatch = (long) strips.tiling.firstImage(tile) * grid.cells();
        Kernels.multiply(scaled, strips.scores(tile, n), negativeStrengths.narrow(1, firstPatch, n));
        Kernels.affineProduct(displaced, x, scaled.t(), liftT);
    }

    /**
     * The way back from the gradient of a tile's displaced features.
     *
     * @param tile holds the detectors' scores; receives the gradient of minus the entropy with respect to them, if that is
     *     the way back
     */
    private void addBack(Tensor x, Buffers tile, Tensor gradient, Buffers scratch, Result result) {
        int concepts = liftT.size(0);
        if (throughScores()) {
            Tensor p = MembershipKernel.scores(tile, concepts, x.size(0));
            Kernels.accumulateProduct(result.matrix, gradient.t(), p.t());
            Kernels.product(MembershipKernel.alignmentFlow(tile, concepts, x.size(0)), liftT, gradient.t());
        } else {
            Kernels.accumulateProduct(result.matrix, x.t(), gradient);
            Tensor offsetOfTile = scratch.get(ScratchSlots.FEATURE_ROW, 1, x.size(1));
            Kernels.sum(offsetOfTile, gradient, 0);
            Kernels.add(result.offset, result.offset, offsetOfTile);
        }
    }

    /**
     * out = kappa times the gradient of the entropy with respect to the displaced features, before their activation.
     *
     * @param slope that of the entropy, of {@link PredictionEntropy.OfTile}; overwritten
     */
    static void backward(
            Tensor out, Tensor slope, Tensor displaced, int firstImage, Activation activation, Tensor strengths) {
        int images = slope.size(0);
        int width = displaced.size(1);
        // on one row per image where the head pools
        Kernels.multiply(slope, slope, strengths.narrow(0, firstImage, images));
        activation.backward(out.view(images, -1, width), slope, displaced.view(images, -1, width));
    }
}
