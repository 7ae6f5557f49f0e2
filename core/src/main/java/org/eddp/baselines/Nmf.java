package org.eddp.baselines;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eddp.decomposition.Checks;
import org.eddp.decomposition.Tiles;
import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Non-negative matrix factorisation X ~ H B for the Frobenius norm (beta = 2): every patch is a sum of non-negative
 * amounts H (N x I) of non-negative parts B (I x D).
 *
 * <p>Every iteration is one pass over the rows, by multiplicative updates or by hierarchical least squares: see
 * {@link Updates}. Beyond X it holds the N x I coefficients in the type of X, which the updates need from one iteration
 * to the next, and a few tiles.
 *
 * <p>Weaknesses: needs non-negative features, so layers with negative activations are excluded; converges slowly to a
 * local minimum that depends on the start; has no bias and no decoding direction (a patch is read by solving for its
 * coefficients); as I nears D it tends to the natural basis.
 *
 * <p>References: Lee and Seung, "Algorithms for non-negative matrix factorization", NIPS 2000; Cichocki and Phan, "Fast
 * local algorithms for large scale nonnegative matrix and tensor factorizations", IEICE Transactions E92-A(3), 2009;
 * the positive floor under every entry, which keeps the loss from rising and an entry from being stuck at zero:
 * Takahashi and Hibi, "Global convergence of modified multiplicative updates for nonnegative matrix factorization",
 * Computational Optimization and Applications 57, 2014.
 *
 * @param factors D x I, the parts as unit columns; entries that vanish are tiny positive numbers
 * @param relativeErrors |X - H B| / |X| in the Frobenius norm after each iteration of the restart that was kept, exact
 *     to about 1e-8
 * @param converged whether that restart met the tolerance
 */
public record Nmf(Matrix factors, double[] relativeErrors, boolean converged) {

    /** How amounts and parts are improved; both lower the same loss in every iteration. */
    public enum Updates {
        /** Each amount in turn takes its best value given the others: many times fewer iterations to the same tolerance. */
        HIERARCHICAL(NonNegativeUpdates::hierarchical),
        /** The paper's, which often stop with a larger error: the loss falls ever more slowly. */
        MULTIPLICATIVE(NonNegativeUpdates::multiplicative);

        private final NonNegativeUpdates rule;

        Updates(NonNegativeUpdates rule) {
            this.rule = rule;
        }
    }

    /**
     * Options of the factorisation.
     *
     * @param factors number of parts I; may exceed the feature width
     * @param restarts random starts, of which the one with the least error is kept
     * @param maxIterations most iterations per restart
     * @param tolerance stops when the relative error fell by less than this over ten iterations
     * @param updates how each iteration improves the factors
     * @param seed seed of the random starts
     */
    public record Options(int factors, int restarts, int maxIterations, double tolerance, Updates updates, long seed) {
        private static final double TOLERANCE = 1e-6;

        public Options {
            Checks.atLeastOne("factors", factors);
            Checks.atLeastOne("restarts", restarts);
            Checks.atLeastOne("maxIterations", maxIterations);
            Checks.tolerance(tolerance, TOLERANCE);
        }

        /** The paper's values (one start, at most 100,000 iterations, tolerance 1e-6) with the faster updates. */
        public static Options of(int factors, long seed) {
            return new Options(factors, 1, 100_000, TOLERANCE, Updates.HIERARCHICAL, seed);
        }

        /** The same with {@code restarts} changed. */
        public Options withRestarts(int changed) {
            return new Options(factors, changed, maxIterations, tolerance, updates, seed);
        }

        /** The same with {@code maxIterations} changed. */
        public Options withMaxIterations(int changed) {
            return new Options(factors, restarts, changed, tolerance, updates, seed);
        }

        /** The same with {@code tolerance} changed. */
        public Options withTolerance(double changed) {
            return new Options(factors, restarts, maxIterations, changed, updates, seed);
        }

        /** The same with {@code updates} changed. */
        public Options withUpdates(Updates changed) {
            return new Options(factors, restarts, maxIterations, tolerance, changed, seed);
        }
    }

    /** Factorises {@code x} (not modified) on the calling thread. */
    public static Nmf fit(Tensor x, Options options) {
        try (Workers workers = new Workers(1)) {
            return fit(x, options, workers, Monitor.NONE);
        }
    }

    /**
     * Factorises {@code x} (not modified); the result does not depend on the number of workers.
     *
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor stops the work
     */
    public static Nmf fit(Tensor x, Options options, Workers workers, Monitor monitor) {
        return fit(Tiles.of(x, workers), options, monitor);
    }

    static Nmf fit(Tiles x, Options options, Monitor monitor) {
        Checks.enoughPatches("factors", options.factors(), x);
        try (Scope scope = Scope.open()) {
            double mean = Arrays.stream(x.mean()).sum() / x.features();
            double squaredNorm = squaredNorm(x);
            SplittableRandom random = new SplittableRandom(options.seed());
            Factorisation state = new Factorisation(x, options.factors(), mean, squaredNorm, options.updates().rule);
            Nmf best = null;
            for (int restart = 0; restart < options.restarts(); restart++) {
                state.start(random.split());
                Monitor part =
                        monitor.part((double) restart / options.restarts(), (restart + 1.0) / options.restarts());
                Nmf found = state.run(options.maxIterations(), options.tolerance(), part);
                if (best == null || found.relativeError() < best.relativeError()) {
                    best = found;
                }
            }
            return best;
        }
    }

    private record Summed(Tiles.Tile tile, double negative, double squares) {
        static Summed of(Tiles.Tile tile) {
            Tensor x = tile.x();
            return new Summed(
                    tile, x.abs().minus(x).sum().item(), x.pow(2).sum().item());
        }
    }

    private static double squaredNorm(Tiles x) {
        double[] total = {0};
        x.forEach(Summed::of, part -> {
            if (part.negative() > 0) {
                Tiles.refuse(
                        part.tile(),
                        v -> v < 0,
                        "is negative but NMF needs features of at least 0 (a layer after a ReLU); use PCA, k-means or"
                                + " ICA for this layer");
            }
            total[0] += part.squares();
        });
        if (total[0] == 0) {
            throw new InvalidInput("all features of X are 0; NMF needs at least 1 that is positive");
        }
        return total[0];
    }

    /** Iterations of the restart that was kept. */
    int iterations() {
        return relativeErrors.length;
    }

    /** Relative error after the last iteration. */
    double relativeError() {
        return relativeErrors[relativeErrors.length - 1];
    }

    /** Non-negative least-squares coefficients of patches, on the calling thread. */
    public Tensor coefficients(Tensor x) {
        try (Workers workers = new Workers(1)) {
            return coefficients(x, workers);
        }
    }

    /**
     * Non-negative least-squares coefficients H (N x I) of any patches, those of the fit or others, so that x ~ H times
     * the transposed {@link #factors}.
     *
     * @param x N x D, not modified
     * @return a tensor of the type of {@code x} that belongs to the open scope
     */
    public Tensor coefficients(Tensor x, Workers workers) {
        Tiles tiles = Tiles.of(x, workers);
        if (tiles.features() != factors.rows()) {
            throw new IllegalArgumentException("X has " + tiles.features() + " features but the factors have "
                    + factors.rows() + "; pass features of the same layer");
        }
        Tensor coefficients = Tensor.empty(tiles.type(), tiles.patches(), factors.columns());
        NonNegativeLeastSquares solver = new NonNegativeLeastSquares(factors.transposeTimes(factors));
        try (Scope scope = Scope.open()) {
            tiles.mean(); // refuses values that are not finite
            Tensor columns = Tensor.of(factors, DType.FLOAT64);
            tiles.forEach(
                    tile -> {
                        double[] solved = solver.solve(tile.x().mm(columns).toDoubles());
                        Kernels.copy(
                                coefficients.narrow(0, tile.start(), tile.rows()),
                                Tensor.of(solved, DType.FLOAT64, tile.rows(), factors.columns()));
                        return null;
                    },
                    nothing -> {});
        }
        return coefficients;
    }
}
