package org.eddp.audit;

import java.util.stream.IntStream;

/**
 * A detector of a concept that is fitted to the pictures of a class: z = w.x - w.m, which is 0 for the mean m of other patches and 1 for the
 * mean of its own; it fires above one half.
 *
 * @param filter w
 * @param offset w.m
 * @param signal mean of its own patches minus m, so that w.s = 1
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ClassVersion(double[] filter, double offset, double[] signal) {
    /** Reading half way between the two means. */
    static final double HALF = 0.5;

    /** The threshold on w.x. */
    double threshold() {
        return offset + HALF;
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int d = 0; d < a.length; d++) {
            sum += a[d] * b[d];
        }
        return sum;
    }

    static double[] scaled(double[] vector, double factor) {
        return IntStream.range(0, vector.length)
                .mapToDouble(d -> vector[d] * factor)
                .toArray();
    }
}
