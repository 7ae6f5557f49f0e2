package org.eddp.baselines;

import java.util.Arrays;
import org.eddp.decomposition.Checks;
import org.eddp.failure.InvalidInput;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A binary linear classifier by the logistic loss with a small quadratic penalty, by Newton's method on the whole set:
 * it needs no learning rate, is deterministic, and reaches the optimum after a few passes.
 *
 * <p>A pass collects loss, gradient and curvature tile by tile; a step that does not lower the loss is halved.
 *
 * <p>Weakness: it finds a direction that separates, not one that explains; with few positives chance decides the
 * direction.
 *
 * @param weights w, one per feature
 * @param offset added to w.x; positive scores mean the class
 */
record LogisticRegression(double[] weights, double offset) {
    /** Elements of a tile: half a megabyte in double precision, which stays in the cache of a core. */
    private static final int TILE_ELEMENTS = 1 << 16;
    /** Stops when a full step could lower the loss, which is at most log 2 at the start, by less than this. */
    private static final double TOLERANCE = 1e-14;
    /** Halvings of a step before the loss counts as lowest to within rounding. */
    private static final int MOST_HALVINGS = 20;

    /**
     * Options of the fit.
     *
     * @param iterations most Newton steps; about ten are needed
     * @param penalty factor of half the squared length of the weights, per sample
     */
    public record Options(int iterations, double penalty) {
        /** At most 100 Newton steps, penalty 0.001. */
        public static final Options DEFAULT = new Options(100, 1e-3);

        public Options {
            Checks.atLeastOne("iterations", iterations);
            if (!(penalty > 0 && penalty < 1e6)) {
                throw new InvalidInput("penalty = " + penalty + " must be positive");
            }
        }

        /** The same with {@code iterations} changed. */
        public Options withIterations(int changed) {
            return new Options(changed, penalty);
        }

        /** The same with {@code penalty} changed. */
        public Options withPenalty(double changed) {
            return new Options(iterations, changed);
        }
    }

    /**
     * Fits a classifier.
     *
     * @param x n x D, not modified; best centred, and of similar scale in all directions
     * @param positive which rows are of the class
     */
    public static LogisticRegression fit(Tensor x, boolean[] positive, Options options) {
        return fit(x, positive, options, null);
    }

    /**
     * Fits a classifier from a start, which changes only the time, not the result.
     *
     * @param start fitted to similar samples, or null
     */
    public static LogisticRegression fit(Tensor x, boolean[] positive, Options options, LogisticRegression start) {
        if (x.size(0) != positive.length) {
            throw new IllegalArgumentException(x.size(0) + " rows, but " + positive.length + " labels");
        }
        double[] targets = new double[positive.length];
        for (int k = 0; k < targets.length; k++) {
            targets[k] = positive[k] ? 1 : 0;
        }
        Pass at = Pass.over(x, targets, start(x.size(1), targets, start), options.penalty());
        for (int k = 0; k < options.iterations(); k++) {
            double[] step = at.newtonStep();
            if (at.promise(step) < TOLERANCE) {
                break;
            }
            Pass next = descend(x, targets, at, step, options.penalty());
            if (next == at) {
                break;
            }
            at = next;
        }
        int width = x.size(1);
        return new LogisticRegression(Arrays.copyOf(at.point(), width), at.point()[width]);
    }

    /** Weights and, last, the offset; without a start no weights and the log odds of the class. */
    private static double[] start(int width, double[] targets, LogisticRegression start) {
        double[] point = new double[width + 1];
        if (start != null) {
            System.arraycopy(start.weights(), 0, point, 0, width);
            point[width] = start.offset();
        } else {
            double share = (Arrays.stream(targets).sum() + 0.5) / (targets.length + 1);
            point[width] = Math.log(share / (1 - share));
        }
        return point;
    }

    /** The first of the full step, its half and so on that lowers the loss, or the old point if none does. */
    private static Pass descend(Tensor x, double[] targets, Pass from, double[] step, double penalty) {
        double length = 1;
        for (int halving = 0; halving < MOST_HALVINGS; halving++) {
            double[] point = from.point().clone();
            for (int d = 0; d < point.length; d++) {
                point[d] -= length * step[d];
            }
            Pass next = Pass.over(x, targets, point, penalty);
            if (next.loss() < from.loss()) {
                return next;
            }
            length /= 2;
        }
        return from;
    }

    /** w.x plus the offset for every row. */
    public double[] scores(Tensor x) {
        try (Scope scope = Scope.open()) {
            return x.to(DType.FLOAT64)
                    .mm(Tensor.of(weights, DType.FLOAT64, weights.length, 1))
                    .plus(offset)
                    .toDoubles();
        }
    }

    /**
     * Loss, gradient and curvature at a point.
     *
     * @param curvature symmetric, D + 1 both ways
     */
    private record Pass(double[] point, double loss, double[] gradient, Matrix curvature) {

        static Pass over(Tensor x, double[] targets, double[] point, double penalty) {
            int n = x.size(0);
            int width = x.size(1);
            double loss = 0;
            double[] gradient = new double[width + 1];
            double[] curvature = new double[(width + 1) * (width + 1)];
            int rows = Math.max(1024, TILE_ELEMENTS / width);
            for (int first = 0; first < n; first += rows) {
                try (Scope scope = Scope.open()) {
                    int count = Math.min(rows, n - first);
                    Tensor tile = withOnes(x.narrow(0, first, count));
                    Tensor y = Tensor.of(Arrays.copyOfRange(targets, first, first + count), DType.FLOAT64, count, 1);
                    Tensor z = tile.mm(Tensor.of(point, DType.FLOAT64, width + 1, 1));
                    // -log of the probability of the label: z (1 - y) - log sigmoid(z)
                    loss += z.minus(z.times(y)).minus(z.logSigmoid()).sum().item();
                    Tensor p = z.sigmoid();
                    tile.t().mm(p.minus(y)).addTo(gradient);
                    tile.t().mm(tile.times(p.minus(p.times(p)))).addTo(curvature);
                }
            }
            return new Pass(point, loss / n, gradient, new Matrix(width + 1, width + 1, curvature)).finish(n, penalty);
        }

        /** Rows in double precision with a last column of ones, which makes the offset one of the weights. */
        private static Tensor withOnes(Tensor x) {
            Tensor wider = Tensor.empty(DType.FLOAT64, x.size(0), x.size(1) + 1);
            Kernels.copy(wider.narrow(1, 0, x.size(1)), x);
            Kernels.fill(wider.narrow(1, x.size(1), 1), 1);
            return wider;
        }

        /** Means out of sums, and the penalty, which spares the offset. */
        private Pass finish(int n, double penalty) {
            double length = 0;
            Matrix mean = curvature.times(1.0 / n);
            double[] slope = new double[gradient.length];
            for (int d = 0; d < slope.length; d++) {
                boolean weight = d < slope.length - 1;
                slope[d] = gradient[d] / n + (weight ? penalty * point[d] : 0);
                mean.set(d, d, mean.get(d, d) + (weight ? penalty : Double.MIN_NORMAL));
                length += weight ? point[d] * point[d] : 0;
            }
            return new Pass(point, loss + penalty / 2 * length, slope, mean);
        }

        double[] newtonStep() {
            Matrix inverse = curvature.inverse();
            if (inverse == null) {
                throw new InvalidInput("the logistic loss has no curvature: its samples are separated so far"
                        + " that rounding hides the rest; use a larger penalty");
            }
            return inverse.times(new Matrix(gradient.length, 1, gradient)).values();
        }

        /** The decrease of the loss by a step, if the loss were quadratic. */
        double promise(double[] step) {
            double product = 0;
            for (int d = 0; d < step.length; d++) {
                product += gradient[d] * step[d];
            }
            return product / 2;
        }
    }
}
