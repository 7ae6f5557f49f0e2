package org.eddp.decomposition;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/** Seeded matrices and comparisons for the tests of this package. */
public final class RandomSamples {
    private RandomSamples() {}

    public static Matrix uniform(int rows, int columns, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Matrix(rows, columns).map(zero -> random.nextDouble());
    }

    /** Non-negative with about the given share of exact zeros. */
    public static Matrix sparse(int rows, int columns, double zeros, long seed) {
        DoubleUnaryOperator cut = v -> v < zeros ? 0 : v;
        return uniform(rows, columns, seed).map(cut);
    }

    public static Tensor tensor(Matrix m) {
        return Tensor.of(m, DType.FLOAT64);
    }

    /** Smallest over the columns of {@code truth} of the largest |cosine| with a column of {@code found}. */
    public static double worstMatch(Matrix truth, Matrix found) {
        Matrix cosines = truth.normaliseColumns().transposeTimes(found.normaliseColumns());
        double worst = 1;
        for (double[] row : cosines.toArrays()) {
            double best = 0;
            for (double c : row) {
                best = Math.max(best, Math.abs(c));
            }
            worst = Math.min(worst, best);
        }
        return worst;
    }

    /** Largest absolute difference relative to the largest entry of {@code a}. */
    public static double difference(Matrix a, Matrix b) {
        double scale = 0;
        double largest = 0;
        double[] differences = a.minus(b).values();
        for (int i = 0; i < differences.length; i++) {
            scale = Math.max(scale, Math.abs(a.values()[i]));
            largest = Math.max(largest, Math.abs(differences[i]));
        }
        return largest / scale;
    }
}
