package org.eddp.baselines;

import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * Improves non-negative coefficients h of rows x ~ h F^T, row by row and without increasing the loss, from the
 * projections x F and the Gram matrix F^T F alone. Everything is FLOAT64. Both kinds serve both sides of a
 * factorisation.
 */
interface NonNegativeUpdates {
    /**
     * Better coefficients.
     *
     * @param old rows x I, not modified
     * @param projections rows x I
     * @param gram I x I
     * @param floor least coefficient, positive: it keeps the loss from rising and a coefficient from being stuck at zero
     */
    Tensor improve(Tensor old, Tensor projections, Tensor gram, double floor);

    /** Every coefficient times the ratio of the positive and the negative part of the gradient. */
    static Tensor multiplicative(Tensor old, Tensor projections, Tensor gram, double floor) {
        return old.times(projections.over(old.mm(gram))).clamp(floor, Double.POSITIVE_INFINITY);
    }

    /**
     * Each coefficient in turn takes its best value given the others, all of them once. The rows are independent, so this
     * is the same as updating a whole column at a time.
     */
    static Tensor hierarchical(Tensor old, Tensor projections, Tensor gram, double floor) {
        int rows = old.size(0);
        int count = old.size(1);
        double[] residual = projections.minus(old.mm(gram)).toDoubles(); // (x - h F^T) F, kept up to date below
        double[] values = old.toDoubles();
        double[] products = gram.toDoubles();
        for (int from = 0; from < values.length; from += count) {
            for (int i = 0; i < count; i++) {
                double length = products[i * count + i];
                if (length <= 0) {
                    continue; // a part that has vanished explains nothing
                }
                double value = Math.max(floor, values[from + i] + residual[from + i] / length);
                double step = value - values[from + i];
                if (step != 0) {
                    values[from + i] = value;
                    for (int j = 0; j < count; j++) {
                        residual[from + j] -= step * products[i * count + j];
                    }
                }
            }
        }
        return Tensor.of(values, DType.FLOAT64, rows, count);
    }
}
