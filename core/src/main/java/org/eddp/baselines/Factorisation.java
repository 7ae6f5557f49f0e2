package org.eddp.baselines;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eddp.decomposition.Tiles;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * State of {@link Nmf}: coefficients H (native, N x I) and factors (heap, D x I, the transpose of B).
 *
 * <p>H is updated tile by tile; the same pass collects the sums X^T H and H^T H, from which the update of the factors
 * and the loss are computed: |X - H B|^2 = |X|^2 - 2 &lt;X^T H, B^T&gt; + &lt;H^T H, B B^T&gt;.
 */
final class Factorisation {
    /** The paper's implementation checks its tolerance at this interval. */
    private static final int CHECK_EVERY = 10;
    /** Smallest entry, relative to the start: far below relevant sizes, far above underflow. */
    private static final double FLOOR = 1e-16;

    private final Tiles x;
    private final double squaredNorm;
    private final NonNegativeUpdates updates;
    private final double scale;
    private final double floor;
    private final Tensor coefficients;
    private Matrix factors;

    /** Allocates the coefficients in the open scope. */
    Factorisation(Tiles x, int count, double mean, double squaredNorm, NonNegativeUpdates updates) {
        this.x = x;
        this.squaredNorm = squaredNorm;
        this.updates = updates;
        // Uniform in (0, scale) on both sides, a product of I terms then has the mean of the data.
        scale = 2 * Math.sqrt(mean / count);
        floor = FLOOR * scale;
        coefficients = Tensor.empty(x.type(), x.patches(), count);
        factors = new Matrix(x.features(), count);
    }

    private record Sums(Matrix cross, Matrix gram) {}

    /** Draws factors, then coefficients row by row, so that the draw does not depend on the tiles. */
    void start(SplittableRandom random) {
        factors = factors.map(old -> draw(random));
        int count = factors.columns();
        int block = 1024;
        for (int start = 0; start < x.patches(); start += block) {
            try (Scope scope = Scope.open()) {
                int rows = Math.min(block, x.patches() - start);
                double[] values = new double[rows * count];
                Arrays.setAll(values, i -> draw(random));
                Kernels.copy(coefficients.narrow(0, start, rows), Tensor.of(values, DType.FLOAT64, rows, count));
            }
        }
    }

    private double draw(SplittableRandom random) {
        return Math.max(floor, scale * random.nextDouble());
    }

    Nmf run(int maxIterations, double tolerance, Monitor monitor) {
        double[] errors = new double[Math.min(maxIterations, 1024)];
        double previous = Double.POSITIVE_INFINITY;
        int done = 0;
        double share = 0;
        boolean converged = false;
        while (done < maxIterations && !converged) {
            monitor.check("non-negative matrix factorisation");
            if (done == errors.length) {
                errors = Arrays.copyOf(errors, 2 * done);
            }
            errors[done++] = step();
            if (done % CHECK_EVERY == 0) {
                double drop = previous - errors[done - 1];
                converged = drop < tolerance;
                previous = errors[done - 1];
                share = Math.max(share, shareDone(drop / tolerance, (double) done / maxIterations));
                monitor.onProgress(Math.round(1000 * share), 1000);
            }
        }
        return new Nmf(factors.normaliseColumns(), Arrays.copyOf(errors, done), converged);
    }

    /**
     * A rough estimate of how much of the work is done, since it is unknown when the iterations will converge. It assumes that
     * the drop is about inversely proportional to the cube of the number of iterations.
     */
    private static double shareDone(double dropOverTolerance, double shareOfMost) {
        return Math.min(1, Math.max(shareOfMost, 1 / Math.cbrt(Math.max(1, dropOverTolerance))));
    }

    /** One update of H and one of the factors; returns the relative error after both. */
    private double step() {
        Sums sums = updateCoefficients();
        try (Scope scope = Scope.open()) {
            factors = updates.improve(
                            Tensor.of(factors, DType.FLOAT64),
                            Tensor.of(sums.cross(), DType.FLOAT64),
                            Tensor.of(sums.gram(), DType.FLOAT64),
                            floor)
                    .toMatrix();
        }
        double loss = squaredNorm - 2 * dot(sums.cross(), factors) + dot(sums.gram(), factors.transposeTimes(factors));
        return Math.sqrt(Math.max(0, loss) / squaredNorm);
    }

    private Sums updateCoefficients() {
        int count = factors.columns();
        Sums total = new Sums(new Matrix(x.features(), count), new Matrix(count, count));
        try (Scope scope = Scope.open()) {
            Tensor columns = Tensor.of(factors, DType.FLOAT64);
            Tensor gram = columns.t().mm(columns);
            x.forEach(tile -> updateCoefficients(tile, columns, gram), part -> {
                total.cross().add(part.cross(), 1);
                total.gram().add(part.gram(), 1);
            });
        }
        return total;
    }

    private Sums updateCoefficients(Tiles.Tile tile, Tensor columns, Tensor gram) {
        Tensor stored = coefficients.narrow(0, tile.start(), tile.rows());
        Tensor old = stored.to(DType.FLOAT64);
        Kernels.copy(stored, updates.improve(old, tile.x().mm(columns), gram, floor));
        Tensor h = stored.to(DType.FLOAT64); // as stored: the sums must describe the H that is kept
        return new Sums(tile.x().t().mm(h).toMatrix(), h.t().mm(h).toMatrix());
    }

    private static double dot(Matrix a, Matrix b) {
        double sum = 0;
        for (double d : a.columnDots(b)) {
            sum += d;
        }
        return sum;
    }
}
