package org.eddp.study.view;

import java.util.Arrays;

/** A sum of independent hypergeometric counts: the number of images with a concept by chance, class by class. */
final class ChanceCount {
    /** Number of values above which the normal distribution is a good approximation. */
    private static final int MOST_EXACT = 2000;

    private double[] chances = {1};
    private int least;
    private double mean;
    private double variance;

    /**
     * Adds a class.
     *
     * @param wrong images drawn
     * @param right other images
     * @param present images among all of these that have the concept
     */
    void add(int wrong, int right, int present) {
        double all = (double) wrong + right;
        mean += wrong * present / all;
        variance += all > 1 ? (double) wrong * right * present * (all - present) / (all * all * (all - 1)) : 0;
        int low = Math.max(0, present - right);
        int high = Math.min(wrong, present);
        least += low;
        if (chances != null) {
            chances = chances.length + high - low > MOST_EXACT
                    ? null
                    : sum(chances, hypergeometric(wrong, right, present, low, high));
        }
    }

    /** The chance of this count or a larger one. */
    double atLeast(int count) {
        if (chances != null) {
            return Arrays.stream(chances, Math.min(chances.length, Math.max(0, count - least)), chances.length)
                    .sum();
        }
        // The tail of the normal distribution beyond z is below exp(-z^2 / 2) / 2.
        double z = (count - mean) / Math.sqrt(variance);
        return variance > 0 && z > 0 ? Math.exp(-z * z / 2) / 2 : 1;
    }

    /** Sums from the likeliest count in both directions, so that nothing overflows. */
    private static double[] hypergeometric(int wrong, int right, int present, int low, int high) {
        double[] found = new double[high - low + 1];
        int mode = (int) Math.min(high, Math.max(low, (wrong + 1L) * (present + 1L) / ((long) wrong + right + 2)));
        found[mode - low] = 1;
        for (int k = mode; k < high; k++) {
            found[k + 1 - low] =
                    found[k - low] * (present - k) * (wrong - k) / ((k + 1.0) * (right - present + k + 1.0));
        }
        for (int k = mode; k > low; k--) {
            found[k - 1 - low] = found[k - low] * k * (right - present + k) / ((present - k + 1.0) * (wrong - k + 1.0));
        }
        double sum = Arrays.stream(found).sum();
        return Arrays.stream(found).map(chance -> chance / sum).toArray();
    }

    private static double[] sum(double[] one, double[] other) {
        double[] found = new double[one.length + other.length - 1];
        for (int i = 0; i < one.length; i++) {
            for (int k = 0; k < other.length; k++) {
                found[i + k] += one[i] * other[k];
            }
        }
        return found;
    }
}
