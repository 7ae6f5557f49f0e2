package org.eddp.math;

import java.util.Arrays;
import java.util.List;

/** The middle of numbers: half of them are at most this, half at least. */
public final class Median {
    private Median() {}

    /** The median; the mean of the middle two if there is an even number, NaN if there are none. NaN counts as largest. */
    public static double of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    /** The same of a list. */
    public static double of(List<Double> values) {
        return of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** The same where none is to count as 0. */
    public static double orZero(double... values) {
        return values.length == 0 ? 0 : of(values);
    }
}
