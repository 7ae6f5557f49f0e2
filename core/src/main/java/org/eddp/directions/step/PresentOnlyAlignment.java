package org.eddp.directions.step;

import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.Grid;
import org.eddp.math.GeneralInverse;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.MatrixAlgebra;
import org.eddp.tensor.Tensor;

/**
 * The manipulation of concept basis extraction: x' = act(x - kappa Q relu(p)) with Q = (W^T)^+, which moves features
 * only against concepts that are present. Entropy of f+(x'), and back to filters and thresholds.
 *
 * <p>Because of the rectified scores it is not an affine map of x. So, unlike {@link AlignmentKernel}, it goes back
 * through the scores, which costs two more products per tile.
 */
final class PresentOnlyAlignment {
    private final GeneralInverse inverse;
    private final MatrixAlgebra algebra;
    private final PredictionEntropy uncertainty;
    private final Activation activation;
    private final Batch batch;
    private final Grid grid;
    private final Tensor lift;
    private final Tensor perImage;
    private final Tensor perPatch;

    /**
     * Puts the constants of an evaluation into the engine; they belong to the open scope.
     *
     * @param strengths kappa per image of the batch
     */
    PresentOnlyAlignment(
            Detectors detectors,
            PredictionEntropy uncertainty,
            Activation activation,
            Batch batch,
            double[] strengths,
            MatrixAlgebra algebra) {
        DType type = batch.type();
        grid = batch.grid();
        this.algebra = algebra;
        inverse = Alignment.pseudoInverse(detectors, algebra);
        this.uncertainty = uncertainty;
        this.activation = activation;
        this.batch = batch;
        lift = Tensor.of(inverse.value(), type);
        perImage = AlignmentKernel.perImage(strengths, type);
        perPatch = AlignmentKernel.perPatch(strengths, batch);
    }

    /** Entropy of images (bits), and the gradient of minus that with respect to Q^T, filters and thresholds. */
    static final class Result {
        double entropy;
        final Tensor liftT;
        final Tensor filtersT;
        final Tensor scores;

        /** Nothing yet; the tensors live in the worker's scratch. */
        Result(int concepts, int width, Buffers scratch) {
            liftT = scratch.get(ScratchSlots.PROJECTION_SUM, concepts, width);
            filtersT = scratch.get(ScratchSlots.FILTER_SUM, concepts, width);
            scores = scratch.get(ScratchSlots.SCORE_SUM, concepts, 1);
            Kernels.fill(liftT, 0);
            Kernels.fill(filtersT, 0);
            Kernels.fill(scores, 0);
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
        Tensor kappa = perPatch.narrow(0, (long) firstImage * grid.cells(), n);
        Tensor present = scratch.get(ScratchSlots.TILE_4, p.size(0), n);
        Tensor displaced = scratch.get(ScratchSlots.TILE_1, n, width);
        Tensor activated = activation.tellsDerivative() ? displaced : scratch.get(ScratchSlots.TILE_2, n, width);
        Kernels.atLeast(present, p, 0);
        Kernels.product(displaced, present.t(), lift.t());
        Kernels.addProduct(displaced, x, -1, displaced, kappa);
        activation.apply(activated, displaced);
        PredictionEntropy.OfTile found = uncertainty.of(batch, firstImage, activated);
        result.entropy += found.bits();
        Tensor gradient = scratch.get(ScratchSlots.TILE_3, n, width);
        // dL/d(Q relu(p)), the loss being minus the entropy
        AlignmentKernel.backward(gradient, found.gradient(), displaced, firstImage, activation, perImage);
        Kernels.accumulateProduct(result.liftT, present, gradient);
        Tensor dScores = lift.t().mm(gradient.t()).times(p.greaterThan(0));
        Kernels.accumulateProduct(result.filtersT, dScores, x);
        Kernels.add(result.scores, result.scores, dScores.sum(1));
    }

    /**
     * Gradient with respect to filters and thresholds of a multiple of minus the entropy.
     *
     * @param liftT sums over the batch, as of {@link Result}
     */
    Alignment.Gradient backward(Matrix liftT, Matrix filtersT, double[] scores, double factor) {
        Matrix filters = filtersT.plus(inverse.adjoint(liftT.transpose(), algebra));
        return new Alignment.Gradient(
                filters.transpose().times(factor),
                Matrix.row(scores).times(-factor).values(),
                null);
    }
}
