package org.eddp.baselines;

import java.util.Arrays;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A binary linear classifier by the logistic loss with a small quadratic penalty, by Nesterov's accelerated gradient on the
 * whole set with the step that its curvature allows: no learning rate to choose, and the same result every time.
 *
 * <p>Weakness: finds one direction that separates, not the one that explains; with few positives it leans on whatever
 * separates them by chance.
 *
 * @param weights w, one per feature
 * @param offset added to w.x; positive scores mean the class
 */
public record LogisticRegression(double[] weights, double offset) {

    /**
     * Options of the fit.
     *
     * @param iterations of the gradient descent
     * @param penalty factor of half the squared length of the weights, per sample
     */
    public record Options(int iterations, double penalty) {
        public Options {
            Checks.atLeastOne("iterations", iterations);
            if (!(penalty > 0 && penalty < 1e6)) {
                throw new IllegalArgumentException("penalty = " + penalty + " must be positive");
            }
        }
    }

    /**
     * Fits a classifier.
     *
     * @param x n x D, not modified; best centred, and of similar scale in all directions
     * @param positive which rows are of the class
     */
    public static LogisticRegression fit(Tensor x, boolean[] positive, Options options) {
        int n = x.size(0);
        int width = x.size(1);
        if (n != positive.length) {
            throw new IllegalArgumentException(n + " rows, but " + positive.length + " labels");
        }
        try (Scope scope = Scope.open()) {
            Tensor rows = withOnes(x);
            Tensor targets = targets(positive);
            double step = 1 / (0.25 * largestCurvature(rows) + options.penalty());
            double[] point = new double[width + 1];
            double[] last = point;
            for (int k = 0; k < options.iterations(); k++) {
                double[] ahead = ahead(point, last, k);
                double[] gradient = gradient(rows, targets, ahead, options.penalty());
                last = point;
                point = new double[width + 1];
                for (int d = 0; d < point.length; d++) {
                    point[d] = ahead[d] - step * gradient[d];
                }
            }
            return new LogisticRegression(Arrays.copyOf(point, width), point[width]);
        }
    }

    private static double[] ahead(double[] point, double[] last, int iteration) {
        double momentum = iteration / (iteration + 3.0);
        double[] ahead = new double[point.length];
        for (int d = 0; d < ahead.length; d++) {
            ahead[d] = point[d] + momentum * (point[d] - last[d]);
        }
        return ahead;
    }

    private static double[] gradient(Tensor rows, Tensor targets, double[] point, double penalty) {
        try (Scope scope = Scope.open()) {
            Tensor error = rows.mm(Tensor.of(point, DType.FLOAT64, point.length, 1))
                    .sigmoid()
                    .minus(targets);
            double[] gradient = rows.t().mm(error).times(1.0 / rows.size(0)).toDoubles();
            for (int d = 0; d < gradient.length - 1; d++) {
                gradient[d] += penalty * point[d];
            }
            return gradient;
        }
    }

    /** Rows with a last column of ones, which makes the offset one of the weights. */
    private static Tensor withOnes(Tensor x) {
        double[] values = x.toDoubles();
        int width = x.size(1);
        double[] wider = new double[x.size(0) * (width + 1)];
        for (int r = 0; r < x.size(0); r++) {
            System.arraycopy(values, r * width, wider, r * (width + 1), width);
            wider[r * (width + 1) + width] = 1;
        }
        return Tensor.of(wider, DType.FLOAT64, x.size(0), width + 1);
    }

    private static Tensor targets(boolean[] positive) {
        double[] values = new double[positive.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = positive[k] ? 1 : 0;
        }
        return Tensor.of(values, DType.FLOAT64, values.length, 1);
    }

    /** The largest eigenvalue of rows^T rows / n by the power method, which comes from below, and a margin. */
    private static double largestCurvature(Tensor rows) {
        double[] direction = new double[rows.size(1)];
        Arrays.fill(direction, 1);
        double length = 0;
        for (int k = 0; k < 20; k++) {
            try (Scope scope = Scope.open()) {
                Matrix unit = new Matrix(direction.length, 1, direction).normaliseColumns();
                direction = rows.t()
                        .mm(rows.mm(Tensor.of(unit, DType.FLOAT64)))
                        .times(1.0 / rows.size(0))
                        .toDoubles();
                length = Matrix.row(direction).frobenius();
            }
        }
        return 1.1 * length + 1e-12;
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
}
