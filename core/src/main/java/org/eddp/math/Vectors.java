package org.eddp.math;

/** Arithmetic of plain vectors. */
public final class Vectors {
    private Vectors() {}

    /** Cosine of two directions of equal length; 0 if one of them is zero. */
    public static double cosine(double[] a, double[] b) {
        double product = 0;
        double first = 0;
        double second = 0;
        for (int d = 0; d < a.length; d++) {
            product += a[d] * b[d];
            first += a[d] * a[d];
            second += b[d] * b[d];
        }
        return first == 0 || second == 0 ? 0 : product / Math.sqrt(first * second);
    }
}
