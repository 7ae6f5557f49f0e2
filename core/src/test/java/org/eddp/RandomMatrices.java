package org.eddp;

import java.util.SplittableRandom;
import org.eddp.tensor.Matrix;

/** Seeded matrices for tests. */
public final class RandomMatrices {
    private RandomMatrices() {}

    public static Matrix gaussian(int rows, int columns, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Matrix(rows, columns).map(zero -> random.nextGaussian());
    }
}
