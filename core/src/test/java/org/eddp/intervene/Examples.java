package org.eddp.intervene;

import java.util.SplittableRandom;
import org.eddp.directions.Directions;
import org.eddp.tensor.Matrix;

/** Seeded matrices and direction pairs for the tests of this package. */
final class Examples {
    private Examples() {}

    static Matrix gaussian(int rows, int columns, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Matrix(rows, columns).map(x -> random.nextGaussian());
    }

    /** Pairs with w_i.s_i = 1, and thresholds that about half of the patches of |gaussian| features pass. */
    static Directions directions(int width, int concepts, long seed) {
        Matrix filters = gaussian(width, concepts, seed);
        Matrix signals = filters.plus(gaussian(width, concepts, seed + 1).times(0.3));
        double[] dots = filters.columnDots(signals);
        double[] thresholds = new double[concepts];
        for (int i = 0; i < concepts; i++) {
            dots[i] = 1 / dots[i];
            for (double w : filters.column(i)) {
                thresholds[i] += 0.8 * w;
            }
        }
        return new Directions(filters, thresholds, signals.scaleColumns(dots), new double[width]);
    }
}
