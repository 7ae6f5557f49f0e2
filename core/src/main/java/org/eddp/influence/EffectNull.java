package org.eddp.influence;

import java.util.Arrays;
import org.eddp.tensor.Matrix;

/**
 * The distribution of the effects of noise directions, with which effects of concepts are compared.
 *
 * <p>Effects are standardised per class by the mean and standard deviation over the noise directions and pooled over
 * the classes. This gives (directions x classes) values, enough for small p-values; effects of single classes alone
 * would need thousands of directions for every class. Every noise value is standardised by the other directions only,
 * as an effect of a concept is. Otherwise few directions would give p-values that are too small.
 */
final class EffectNull {
    /** Smaller deviations are rounding. */
    private static final double SMALLEST = 1e-9;
    /** Smallest number of directions for a deviation that leaves one out. */
    static final int FEWEST = 3;

    private final double[] means;
    private final double[] deviations;
    /** All standardised effects of noise, ascending. */
    private final double[] pooled;

    /** @param noise effects of noise directions, one row each */
    EffectNull(Matrix noise) {
        int n = noise.rows();
        int classes = noise.columns();
        if (n < FEWEST) {
            throw new IllegalArgumentException(n + " noise directions are too few; at least " + FEWEST + " are needed");
        }
        means = new double[classes];
        deviations = new double[classes];
        pooled = new double[noise.values().length];
        for (int k = 0; k < classes; k++) {
            double[] own = noise.column(k);
            double mean = Arrays.stream(own).sum() / n;
            double squares =
                    Arrays.stream(own).map(e -> (e - mean) * (e - mean)).sum();
            means[k] = mean;
            deviations[k] = Math.max(SMALLEST, Math.sqrt(squares / (n - 1)));
            for (int j = 0; j < n; j++) {
                double distance = (own[j] - mean) * n / (n - 1); // from the mean of the others
                double rest = Math.max(0, squares - (own[j] - mean) * distance);
                pooled[k * n + j] = distance / Math.max(SMALLEST, Math.sqrt(rest / (n - 2)));
            }
        }
        Arrays.parallelSort(pooled);
    }

    /**
     * Two-sided: twice the share of noise that moves a class as far in the same direction, counting the effect itself.
     * Rises and falls are counted separately, because the logarithm of a probability can fall further than it can rise.
     */
    double pValue(double effect, int label) {
        double z = (effect - means[label]) / deviations[label];
        int above = pooled.length - place(z, false);
        int below = place(z, true);
        return Math.min(1, 2.0 * (Math.min(above, below) + 1) / (pooled.length + 1));
    }

    /** p-values of effects, one row per direction. */
    Matrix pValues(Matrix effects) {
        Matrix values = new Matrix(effects.rows(), effects.columns());
        for (int i = 0; i < effects.rows(); i++) {
            for (int k = 0; k < effects.columns(); k++) {
                values.set(i, k, pValue(effects.get(i, k), k));
            }
        }
        return values;
    }

    /** How many pooled values are smaller than z, or at most z. */
    private int place(double z, boolean included) {
        int low = 0;
        int high = pooled.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (pooled[middle] < z || included && pooled[middle] == z) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
