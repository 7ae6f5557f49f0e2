package org.eddp.metrics;

/**
 * How well a detector tells whether patches show a concept. A score that has no meaning (no patch is detected, or none
 * shows the concept) is 0.
 *
 * @param truePositives patches that are detected and show the concept
 * @param falsePositives patches that are detected and do not show it
 * @param falseNegatives patches that show it and are not detected
 * @param averagePrecision over all thresholds
 */
public record BinaryScores(long truePositives, long falsePositives, long falseNegatives, double averagePrecision) {
    /** Share of the detected patches that show the concept. */
    public double precision() {
        return ratio(truePositives, truePositives + falsePositives);
    }

    /** Share of the patches that show the concept which are detected. */
    public double recall() {
        return ratio(truePositives, truePositives + falseNegatives);
    }

    /** Harmonic mean of precision and recall. */
    public double f1() {
        return ratio(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives);
    }

    private static double ratio(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
