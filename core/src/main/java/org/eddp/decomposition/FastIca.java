package org.eddp.decomposition;

import java.util.SplittableRandom;
import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Independent component analysis: filters whose outputs are as far from Gaussian, and so as independent, as possible.
 *
 * <p>The centred rows are whitened to their I leading principal components (fewer where the rank of X is smaller, with
 * a warning); then the symmetric fixed-point iteration with the log-cosh contrast rotates the whitened axes. Every
 * iteration is one pass over the rows; whitened rows are recomputed, never stored.
 *
 * <p>Weaknesses: at most one Gaussian source can be separated; the order of the sources means nothing, nor does their
 * sign (fixed here by the largest entry of the mixing direction); whitening to few components discards independent but
 * weak sources; the result depends on the start where the contrast has several maxima (use restarts).
 *
 * <p>Reference: Hyvärinen, "Fast and robust fixed-point algorithms for independent component analysis", IEEE
 * Transactions on Neural Networks 10(3), 1999.
 *
 * @param mean mean of every feature
 * @param filters D x I: source i of a patch x is filter_i . (x - mean), with unit variance over X
 * @param mixing D x I: the encoding directions, columns of the pseudo-inverse of the transposed filters
 * @param iterations iterations of the restart that was kept
 * @param converged whether that restart met the tolerance
 */
public record FastIca(double[] mean, Matrix filters, Matrix mixing, int iterations, boolean converged) {
    private static final Logger LOG = LoggerFactory.getLogger(FastIca.class);

    /** Variances below this share of the largest are rounding noise of single-precision features, not directions. */
    private static final double RANK_CUTOFF = 1e-10;

    /**
     * Options of the analysis.
     *
     * @param sources number of sources I, at most the feature width
     * @param restarts random starts, of which the one with the largest contrast is kept
     * @param maxIterations most iterations per restart
     * @param tolerance stops when no filter turned by more than this between iterations (1 - |cosine|)
     * @param seed seed of the random starts
     */
    public record Options(int sources, int restarts, int maxIterations, double tolerance, long seed) {
        private static final double TOLERANCE = 1e-4;

        public Options {
            Checks.atLeastOne("sources", sources);
            Checks.atLeastOne("restarts", restarts);
            Checks.atLeastOne("maxIterations", maxIterations);
            Checks.tolerance(tolerance, TOLERANCE);
        }

        /** One start, at most 200 iterations, tolerance 1e-4. */
        public static Options of(int sources, long seed) {
            return new Options(sources, 1, 200, TOLERANCE, seed);
        }

        /** The same with {@code restarts} changed. */
        public Options withRestarts(int changed) {
            return new Options(sources, changed, maxIterations, tolerance, seed);
        }

        /** The same with {@code maxIterations} changed. */
        public Options withMaxIterations(int changed) {
            return new Options(sources, restarts, changed, tolerance, seed);
        }

        /** The same with {@code tolerance} changed. */
        public Options withTolerance(double changed) {
            return new Options(sources, restarts, maxIterations, changed, seed);
        }
    }

    /** Analyses {@code x} (not modified) on the calling thread. */
    public static FastIca fit(Tensor x, Options options) {
        try (Workers workers = new Workers(1)) {
            return fit(x, options, workers, Monitor.NONE);
        }
    }

    /**
     * Analyses {@code x} (not modified); the result does not depend on the number of workers.
     *
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor stops the work
     */
    public static FastIca fit(Tensor x, Options options, Workers workers, Monitor monitor) {
        return fit(Tiles.of(x, workers), options, monitor);
    }

    public static FastIca fit(Tiles x, Options options, Monitor monitor) {
        Checks.enoughFeatures("sources", options.sources(), x);
        Checks.enoughPatches("sources", options.sources(), x);
        Pca pca = Pca.fit(x, Pca.Options.of(options.sources()));
        int rank = rank(pca.variances());
        if (rank < options.sources()) {
            LOG.warn("X has rank {}, below the {} sources asked for; returning {}", rank, options.sources(), rank);
        }
        double[] shrink = new double[rank];
        double[] stretch = new double[rank];
        for (int i = 0; i < rank; i++) {
            stretch[i] = Math.sqrt(pca.variances()[i] * (x.patches() - 1) / x.patches());
            shrink[i] = 1 / stretch[i];
        }
        Matrix axes = leadingColumns(pca.components(), rank);
        Matrix whitening = axes.scaleColumns(shrink);
        FixedPoint best = bestOfRestarts(x, pca.mean(), whitening, options, monitor);
        Matrix turn = best.rotation().transpose();
        // The rotation is orthogonal, so (rotation whitening^T)^+ needs no numerical inversion.
        Matrix mixing = axes.scaleColumns(stretch).times(turn);
        double[] signs = Pca.signs(mixing);
        return new FastIca(
                pca.mean(),
                whitening.times(turn).scaleColumns(signs),
                mixing.scaleColumns(signs),
                best.iterations(),
                best.converged());
    }

    private static FixedPoint bestOfRestarts(
            Tiles x, double[] mean, Matrix whitening, Options options, Monitor monitor) {
        try (Scope scope = Scope.open()) {
            Tiles centred = x.minus(mean);
            Tensor whiten = Tensor.of(whitening, DType.FLOAT64);
            SplittableRandom random = new SplittableRandom(options.seed());
            FixedPoint best = null;
            double highest = Double.NEGATIVE_INFINITY;
            for (int restart = 0; restart < options.restarts(); restart++) {
                FixedPoint found = FixedPoint.iterate(
                        centred,
                        whiten,
                        options,
                        random.split(),
                        monitor.part((double) restart / options.restarts(), (restart + 1.0) / options.restarts()));
                double contrast = options.restarts() == 1 ? 0 : found.contrast(centred, whiten);
                if (contrast > highest) {
                    highest = contrast;
                    best = found;
                }
            }
            return best;
        }
    }

    private static int rank(double[] variances) {
        int rank = 0;
        while (rank < variances.length && variances[rank] > RANK_CUTOFF * variances[0]) {
            rank++;
        }
        if (rank == 0) {
            throw new InvalidInput(
                    "X has rank 0: all its patches are equal, but at least 1 must vary to separate sources");
        }
        return rank;
    }

    private static Matrix leadingColumns(Matrix m, int count) {
        Matrix out = new Matrix(m.rows(), count);
        for (int r = 0; r < m.rows(); r++) {
            System.arraycopy(m.values(), r * m.columns(), out.values(), r * count, count);
        }
        return out;
    }
}
