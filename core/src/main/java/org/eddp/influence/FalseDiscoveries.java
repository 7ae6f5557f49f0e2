package org.eddp.influence;

import java.util.Arrays;

/** Control of the false discovery rate over many tests (Benjamini and Hochberg, 1995). */
final class FalseDiscoveries {
    private FalseDiscoveries() {}

    /**
     * The q-value of every test: the smallest false discovery rate at which it is significant. q of the test with the j-th smallest p
     * of n is the minimum of p n / j over it and all tests with larger p.
     */
    static double[] qValues(double[] pValues) {
        int n = pValues.length;
        double[] sorted = pValues.clone();
        Arrays.sort(sorted);
        double[] least = new double[n];
        for (int j = n; j >= 1; j--) {
            least[j - 1] = Math.min(j == n ? 1 : least[j], sorted[j - 1] * n / j);
        }
        // equal p-values have equal q-values, so any place of theirs will do
        return Arrays.stream(pValues)
                .map(p -> least[Arrays.binarySearch(sorted, p)])
                .toArray();
    }

    /** How many tests are significant at a rate. */
    static int count(double[] pValues, double rate) {
        return (int) Arrays.stream(qValues(pValues)).filter(q -> q <= rate).count();
    }
}
