package org.eddp.words;

import java.util.Arrays;

/**
 * Measures of concepts from the embeddings of their examples, without words. Encoders map all pictures into a narrow
 * cone, so the mean of all examples is subtracted first.
 *
 * <ul>
 *   <li>Clarity: mean cosine of two examples of a concept; 1 if they are all alike, about 0 if they have nothing in
 *       common.
 *   <li>Redundancy: cosine of the mean example with that of the nearest other concept; 1 if another concept is the
 *       same.
 *   <li>Polysemanticity: 1 minus the cosine of the means of the two halves that separate the examples best; near 0 for
 *       one kind of content, 1 and more for two unrelated kinds.
 * </ul>
 */
final class EmbeddedConcepts {
    private static final int MOST_ROUNDS = 50;

    private final double[][][] units;
    private final double[][] means;

    /** @param examples by concept, all of the same length */
    EmbeddedConcepts(float[][][] examples) {
        double[] centre = centre(examples);
        units = new double[examples.length][][];
        means = new double[examples.length][];
        for (int i = 0; i < examples.length; i++) {
            units[i] = Arrays.stream(examples[i]).map(x -> centred(x, centre)).toArray(double[][]::new);
            means[i] = units[i].length == 0 ? null : unit(sum(units[i], null, 0));
        }
    }

    /** Mean of the examples, each of length 1. */
    private static double[] centre(float[][][] examples) {
        double[] sum = null;
        int count = 0;
        for (float[][] own : examples) {
            for (float[] x : own) {
                double[] u = unit(toDoubles(x));
                sum = sum == null ? new double[u.length] : sum;
                add(sum, u);
                count++;
            }
        }
        if (sum != null) {
            for (int e = 0; e < sum.length; e++) {
                sum[e] /= count;
            }
        }
        return sum;
    }

    private static double[] centred(float[] x, double[] centre) {
        double[] u = unit(toDoubles(x));
        for (int e = 0; e < u.length; e++) {
            u[e] -= centre[e];
        }
        return unit(u);
    }

    /** Null with fewer than two examples. */
    Double clarity(int concept) {
        int n = units[concept].length;
        if (n < 2) {
            return null;
        }
        double[] sum = sum(units[concept], null, 0);
        double own = 0;
        for (double[] u : units[concept]) {
            own += dot(u, u); // 0 for an example that is the mean of all
        }
        return (dot(sum, sum) - own) / (n * (n - 1.0));
    }

    /** The other concept whose examples are nearest on average, or null if there is none. */
    Integer nearest(int concept) {
        Integer best = null;
        for (int j = 0; j < means.length && means[concept] != null; j++) {
            if (j != concept && means[j] != null && (best == null || cosine(concept, j) > cosine(concept, best))) {
                best = j;
            }
        }
        return best;
    }

    /** The cosine with the nearest other concept; null if there is none. */
    Double redundancy(int concept) {
        Integer nearest = nearest(concept);
        return nearest == null ? null : Double.valueOf(cosine(concept, nearest));
    }

    private double cosine(int a, int b) {
        return dot(means[a], means[b]);
    }

    /** Null with fewer than four examples, because halves of one example are meaningless. */
    Double polysemanticity(int concept) {
        double[][] own = units[concept];
        if (own.length < 4) {
            return null;
        }
        int[] half = halves(own);
        if (Arrays.stream(half).allMatch(h -> h == half[0])) {
            return 0.0; // all examples are in one half
        }
        double[] a = unit(sum(own, half, 0));
        double[] b = unit(sum(own, half, 1));
        return 1 - dot(a, b);
    }

    /** Two means on the sphere, begun with the two examples that are least alike. */
    private static int[] halves(double[][] own) {
        double[] a = own[0];
        double[] b = own[1];
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < own.length; i++) {
            for (int j = 0; j < i; j++) {
                double alike = dot(own[i], own[j]);
                if (alike < least) {
                    least = alike;
                    a = own[j];
                    b = own[i];
                }
            }
        }
        int[] half = new int[own.length];
        for (int round = 0; round < MOST_ROUNDS; round++) {
            int[] next = new int[own.length];
            for (int i = 0; i < own.length; i++) {
                next[i] = dot(own[i], a) >= dot(own[i], b) ? 0 : 1;
            }
            if (round > 0 && Arrays.equals(next, half)) {
                break;
            }
            half = next;
            a = unit(sum(own, half, 0));
            b = unit(sum(own, half, 1));
        }
        return half;
    }

    /** Sum of all rows, or of those of one half. */
    private static double[] sum(double[][] rows, int[] half, int wanted) {
        double[] sum = new double[rows[0].length];
        for (int i = 0; i < rows.length; i++) {
            if (half == null || half[i] == wanted) {
                add(sum, rows[i]);
            }
        }
        return sum;
    }

    private static void add(double[] sum, double[] row) {
        for (int e = 0; e < sum.length; e++) {
            sum[e] += row[e];
        }
    }

    private static double[] toDoubles(float[] x) {
        double[] values = new double[x.length];
        Arrays.setAll(values, e -> x[e]);
        return values;
    }

    /** Scales a vector to length 1; zero stays zero. */
    static double[] unit(double[] x) {
        double length = Math.sqrt(dot(x, x));
        return length == 0 ? x : Arrays.stream(x).map(v -> v / length).toArray();
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int e = 0; e < a.length; e++) {
            sum += a[e] * b[e];
        }
        return sum;
    }
}
