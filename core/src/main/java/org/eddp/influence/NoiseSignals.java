package org.eddp.influence;

import org.eddp.math.Seeds;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Signal vectors of classifiers that learned permuted labels: directions without a meaning.
 *
 * <p>All permutations of a group are fitted as one matrix problem: a classifier is a column.
 */
final class NoiseSignals {
    private static final double BETA_1 = 0.9;
    private static final double BETA_2 = 0.999;
    private static final double EPSILON = 1e-8;

    private NoiseSignals() {}

    /**
     * Noise signal vectors of a concept.
     *
     * @param rows the sample, n x D; n is even, and half of the labels are positive
     * @param first number of the first permutation; a permutation depends on seed, concept and its own number only
     * @return D x count; a zero column where a classifier fires on fewer than two patches
     */
    static Matrix of(Tensor rows, int concept, int first, int count, InfluenceOptions.Noise options) {
        try (Scope scope = Scope.open()) {
            int n = rows.size(0);
            int width = rows.size(1);
            Tensor inputs = withOne(rows, n, width);
            Tensor labels = Tensor.of(labels(n, concept, first, count, options.seed()), n, count);
            return signals(rows, inputs.mm(fit(inputs, labels, options)));
        }
    }

    /** A last column of ones makes the biases part of one matrix. */
    private static Tensor withOne(Tensor rows, int n, int width) {
        Tensor inputs = Tensor.empty(DType.FLOAT32, n, width + 1);
        Kernels.copy(inputs.narrow(1, 0, width), rows);
        Kernels.fill(inputs.narrow(1, width, 1), 1);
        return inputs;
    }

    private static float[] labels(int n, int concept, int first, int count, long seed) {
        float[] labels = new float[n * count];
        for (int c = 0; c < count; c++) {
            int[] order = Seeds.permutation(n, Seeds.random(seed, concept, 3L + first + c));
            for (int i = 0; i < n / 2; i++) {
                labels[order[i] * count + c] = 1;
            }
        }
        return labels;
    }

    /** Logistic regression by full-batch Adam from zero, every column separately. */
    private static Tensor fit(Tensor inputs, Tensor labels, InfluenceOptions.Noise options) {
        int n = inputs.size(0);
        long[] shape = {inputs.size(1), labels.size(1)};
        Tensor weights = Tensor.zeros(DType.FLOAT32, shape);
        Tensor mean = Tensor.zeros(DType.FLOAT32, shape);
        Tensor square = Tensor.zeros(DType.FLOAT32, shape);
        Tensor gradient = Tensor.empty(DType.FLOAT32, shape);
        Tensor error = Tensor.empty(DType.FLOAT32, n, labels.size(1));
        for (int step = 1; step <= options.epochs(); step++) {
            try (Scope scope = Scope.open()) {
                Kernels.product(error, inputs, weights);
                Kernels.sigmoid(error, error);
                Kernels.subtract(error, error, labels);
                Kernels.product(gradient, inputs.t(), error);
                Kernels.scale(gradient, gradient, 1.0 / n);
                Kernels.scale(mean, mean, BETA_1);
                Kernels.addScaled(mean, mean, 1 - BETA_1, gradient);
                Kernels.scale(square, square, BETA_2);
                Kernels.addProduct(square, square, 1 - BETA_2, gradient, gradient);
                double correction1 = 1 - Math.pow(BETA_1, step);
                double correction2 = 1 - Math.pow(BETA_2, step);
                Tensor root = square.times(1 / correction2).sqrt().plus(EPSILON);
                Kernels.addScaled(weights, weights, -options.rate() / correction1, mean.over(root));
            }
        }
        return weights;
    }

    /** cov[x, p | p &gt; 0] / var[p | p &gt; 0] per column of scores. */
    static Matrix signals(Tensor rows, Tensor scores) {
        Tensor fires = scores.greaterThan(0);
        double[] counts = fires.sum(0).toDoubles();
        Tensor atLeastOne = fires.sum(0).clamp(1, rows.size(0));
        Tensor centred =
                scores.minus(scores.times(fires).sum(0).over(atLeastOne)).times(fires);
        double[] squares = centred.times(centred).sum(0).toDoubles();
        double[] factors = new double[counts.length];
        for (int c = 0; c < factors.length; c++) {
            factors[c] = counts[c] >= 2 && squares[c] > 0 ? 1 / squares[c] : 0;
        }
        return rows.t().mm(centred).toMatrix().scaleColumns(factors);
    }
}
