package org.eddp.intervene;

import static org.eddp.RandomMatrices.gaussian;

import org.eddp.directions.Directions;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;

/** Seeded matrices and direction pairs for the tests of this package. */
final class RandomCorrections {
    private RandomCorrections() {}

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

    /** Two of three concepts taken out of features of a width. */
    static Correction correction(int width, Activation activation) {
        long[] some = {10, 10, 10};
        double[] without = {-0.5, 0.1, 0.4};
        ConceptStatistics statistics = new ConceptStatistics(
                some, some, without, without, new double[0], new Matrix(3, 0), new Matrix(width, 3));
        return Correction.of(directions(width, 3, 8), new int[] {2, 0}, statistics, activation);
    }
}
