package org.eddp.directions.step;

/**
 * Operations on rows of doubles, written so that the compiler of the virtual machine makes vector instructions of them:
 * one loop each, every row read and written at the same index, neither branches nor calls. {@code Math.exp} and
 * {@code Math.log} are calls, and take four times as long.
 *
 * <p>Rows may be longer than the {@code n} elements that count. Results do not depend on how a loop was compiled:
 * elements are independent of each other, and sums are added in the order written.
 */
final class Rows {
    /** {@link #exp} takes numbers up to this size. */
    public static final double EXP_LIMIT = 128;
    /** {@link #logFromOne} takes numbers from one up to this. */
    public static final double LOG_LIMIT = 16;

    private Rows() {}

    /** out += factor * a. */
    public static void addScaled(double[] out, double factor, double[] a, int n) {
        for (int k = 0; k < n; k++) {
            out[k] += factor * a[k];
        }
    }

    /** out = max(out, a). */
    public static void max(double[] out, double[] a, int n) {
        for (int k = 0; k < n; k++) {
            out[k] = Math.max(out[k], a[k]);
        }
    }

    /** The sum of the elements; four at a time, since each addition waits for the one before it. */
    public static double sum(double[] a, int n) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int k = 0;
        for (; k + 3 < n; k += 4) {
            s0 += a[k];
            s1 += a[k + 1];
            s2 += a[k + 2];
            s3 += a[k + 3];
        }
        for (; k < n; k++) {
            s0 += a[k];
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** Inner product, four sums at a time. */
    public static double dot(double[] a, double[] b, int n) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int k = 0;
        for (; k + 3 < n; k += 4) {
            s0 += a[k] * b[k];
            s1 += a[k + 1] * b[k + 1];
            s2 += a[k + 2] * b[k + 2];
            s3 += a[k + 3] * b[k + 3];
        }
        for (; k < n; k++) {
            s0 += a[k] * b[k];
        }
        return (s0 + s1) + (s2 + s3);
    }

    /**
     * out = exp(a) to 13 digits, |a| at most {@link #EXP_LIMIT}: Taylor's series of a / 256, squared eight times.
     *
     * @param out may be {@code a}
     */
    public static void exp(double[] out, double[] a, int n) {
        for (int k = 0; k < n; k++) {
            double x = a[k] * (1.0 / 256);
            double t = 1.0 / 87178291200.0;
            t = t * x + 1.0 / 6227020800.0;
            t = t * x + 1.0 / 479001600.0;
            t = t * x + 1.0 / 39916800.0;
            t = t * x + 1.0 / 3628800.0;
            t = t * x + 1.0 / 362880.0;
            t = t * x + 1.0 / 40320.0;
            t = t * x + 1.0 / 5040.0;
            t = t * x + 1.0 / 720.0;
            t = t * x + 1.0 / 120.0;
            t = t * x + 1.0 / 24.0;
            t = t * x + 1.0 / 6.0;
            t = t * x + 1.0 / 2.0;
            t = t * x + 1;
            out[k] = t * x + 1;
        }
        for (int k = 0; k < n; k++) {
            double t2 = out[k] * out[k];
            double t4 = t2 * t2;
            double t8 = t4 * t4;
            double t16 = t8 * t8;
            double t32 = t16 * t16;
            double t64 = t32 * t32;
            double t128 = t64 * t64;
            out[k] = t128 * t128;
        }
    }

    /**
     * out = log(a) for a within 1 .. {@link #LOG_LIMIT}, exact to 15 digits of the larger of 1 and log(a).
     *
     * @param out not {@code a}
     */
    public static void logFromOne(double[] out, double[] a, int n) {
        for (int k = 0; k < n; k++) {
            double root = Math.sqrt(Math.sqrt(a[k])); // at most 2
            out[k] = (root - 1) / (root + 1);
        }
        twiceArtanh(out, n);
        for (int k = 0; k < n; k++) {
            out[k] *= 4;
        }
    }

    /**
     * The logistic function y = 1 / (1 + exp(-p)) with 1 - y and log y, |p| at most {@link #EXP_LIMIT}; nothing cancels at either
     * end.
     *
     * @param y out
     * @param rest out, 1 - y
     * @param logY out
     */
    public static void logistic(double[] y, double[] rest, double[] logY, double[] p, int n) {
        exp(y, p, n);
        for (int k = 0; k < n; k++) {
            double e = y[k];
            double r = 1 / (1 + e);
            rest[k] = r;
            y[k] = e * r;
            // artanh of this is half of log(1 + exp(-|p|))
            logY[k] = Math.min(e, 1) / (1 + e + Math.max(e, 1));
        }
        twiceArtanh(logY, n);
        for (int k = 0; k < n; k++) {
            logY[k] = Math.min(p[k], 0) - logY[k];
        }
    }

    /** a = log((1 + a) / (1 - a)) for a within 0 .. 1/3, by its series. */
    private static void twiceArtanh(double[] a, int n) {
        for (int k = 0; k < n; k++) {
            double z = a[k];
            double s = z * z;
            double t = 2.0 / 31;
            t = t * s + 2.0 / 29;
            t = t * s + 2.0 / 27;
            t = t * s + 2.0 / 25;
            t = t * s + 2.0 / 23;
            t = t * s + 2.0 / 21;
            t = t * s + 2.0 / 19;
            t = t * s + 2.0 / 17;
            t = t * s + 2.0 / 15;
            t = t * s + 2.0 / 13;
            t = t * s + 2.0 / 11;
            t = t * s + 2.0 / 9;
            t = t * s + 2.0 / 7;
            t = t * s + 2.0 / 5;
            t = t * s + 2.0 / 3;
            a[k] = (t * s + 2.0) * z;
        }
    }
}
