package org.eddp.influence;

import java.util.Arrays;

/**
 * Control of the false discovery rate over many tests: the procedure of Benjamini and Hochberg (1995) with weights of the tests (Genovese,
 * Roeder and Wasserman 2006) and the share of tests without an effect estimated from the p-values (Storey, Taylor and Siegmund
 * 2004).
 */
public final class FalseDiscoveries {
    /** Most p-values above this are of tests without an effect. */
    private static final double NO_EFFECT = 0.5;

    private FalseDiscoveries() {}

    /**
     * The q-value of every test: the smallest false discovery rate at which it is significant, and not below its p-value. With p' = p / w,
     * q of the test with the j-th smallest p' of n is the minimum of s p' n / j over it and all tests with larger p'; s is the share of
     * tests without an effect.
     *
     * @param weights positive, with a mean of 1; chosen without looking at the p-values
     */
    public static double[] qValues(double[] pValues, double[] weights) {
        int n = pValues.length;
        double[] weighted = new double[n];
        Arrays.setAll(weighted, i -> pValues[i] / weights[i]);
        double[] sorted = weighted.clone();
        Arrays.sort(sorted);
        double share = shareWithoutEffect(pValues, weights);
        double[] least = new double[n];
        for (int j = n; j >= 1; j--) {
            least[j - 1] = Math.min(j == n ? 1 : least[j], share * sorted[j - 1] * n / j);
        }
        double[] values = new double[n];
        // equal values have equal q-values, so any of their positions will do
        Arrays.setAll(values, i -> Math.max(pValues[i], least[Arrays.binarySearch(sorted, weighted[i])]));
        return values;
    }

    private static double shareWithoutEffect(double[] pValues, double[] weights) {
        double largest = 0;
        double above = 0;
        for (int i = 0; i < pValues.length; i++) {
            largest = Math.max(largest, weights[i]);
            above += pValues[i] > NO_EFFECT ? weights[i] : 0;
        }
        return Math.min(1, (largest + above) / ((1 - NO_EFFECT) * pValues.length));
    }
}
