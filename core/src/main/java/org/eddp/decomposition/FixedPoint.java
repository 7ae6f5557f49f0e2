package org.eddp.decomposition;

import java.util.SplittableRandom;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * The symmetric fixed-point iteration of {@link FastIca} with g = tanh: w becomes E[z g(w.z)] - E[g'(w.z)] w for all
 * rows w at once, which are then made orthonormal together.
 *
 * @param rotation I x I orthogonal, rows applied to whitened patches
 */
record FixedPoint(Matrix rotation, int iterations, boolean converged) {
    /** E[log cosh(v)] of a standard normal v. */
    private static final double GAUSSIAN_LOG_COSH = 0.37456720749143796;

    private record Moments(Matrix cross, Matrix squares) {}

    static FixedPoint iterate(
            Tiles centred, Tensor whiten, FastIca.Options options, SplittableRandom random, Monitor monitor) {
        int sources = whiten.size(1);
        Matrix rotation = orthonormal(new Matrix(sources, sources).map(zero -> random.nextGaussian()));
        for (int iteration = 1; iteration <= options.maxIterations(); iteration++) {
            monitor.check("independent component analysis");
            Matrix next = orthonormal(step(centred, whiten, rotation));
            double turned = 0;
            for (double cosine : next.transpose().columnDots(rotation.transpose())) {
                turned = Math.max(turned, Math.abs(1 - Math.abs(cosine)));
            }
            rotation = next;
            if (turned < options.tolerance()) {
                monitor.onProgress(iteration, iteration);
                return new FixedPoint(rotation, iteration, true);
            }
            monitor.onProgress(iteration, options.maxIterations());
        }
        return new FixedPoint(rotation, options.maxIterations(), false);
    }

    private static Matrix step(Tiles centred, Tensor whiten, Matrix rotation) {
        int sources = rotation.rows();
        Matrix cross = new Matrix(sources, sources);
        Matrix squares = new Matrix(1, sources);
        try (Scope scope = Scope.open()) {
            Tensor turn = Tensor.of(rotation, DType.FLOAT64).t();
            centred.forEach(
                    tile -> {
                        Tensor z = tile.x().mm(whiten);
                        Tensor g = z.mm(turn).tanh();
                        return new Moments(
                                g.t().mm(z).toMatrix(), g.times(g).sum(0).toMatrix());
                    },
                    part -> {
                        cross.add(part.cross(), 1);
                        squares.add(part.squares(), 1);
                    });
        }
        double patches = centred.patches();
        double[] slope = squares.map(s -> 1 - s / patches).values(); // E[g'] = 1 - E[tanh^2]
        Matrix next = cross.times(1 / patches);
        next.add(rotation.transpose().scaleColumns(slope).transpose(), -1);
        return next;
    }

    /** (W W^T)^(-1/2) W, the orthogonal matrix nearest to W. */
    private static Matrix orthonormal(Matrix w) {
        Matrix.Svd svd = w.svd();
        return svd.u().times(svd.vTransposed());
    }

    /** Sum over sources of the squared distance of E[log cosh] from that of a Gaussian: approximate negentropy. */
    double contrast(Tiles centred, Tensor whiten) {
        Matrix sums = new Matrix(1, rotation.rows());
        try (Scope scope = Scope.open()) {
            Tensor turn = Tensor.of(rotation, DType.FLOAT64).t();
            centred.forEach(
                    tile -> {
                        // log cosh y = |y| - log sigmoid(2 |y|) - log 2, which cannot overflow
                        Tensor size = tile.x().mm(whiten).mm(turn).abs();
                        return size.minus(size.times(2).logSigmoid()).sum(0).toMatrix();
                    },
                    part -> sums.add(part, 1));
        }
        double contrast = 0;
        for (double sum : sums.values()) {
            double distance = sum / centred.patches() - Math.log(2) - GAUSSIAN_LOG_COSH;
            contrast += distance * distance;
        }
        return contrast;
    }
}
