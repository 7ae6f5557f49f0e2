package org.eddp.words;

import java.util.Arrays;

/**
 * Soft weighted pointwise mutual information between detectors and words, after CLIP-Dissect: how much likelier the
 * examples of a detector make a word than a typical example does.
 *
 * <p>P(m|n) is the softmax over the words of their cosines with example n, times a sharpness. The example of rank r
 * belongs to the detector's set with a probability p_r that falls linearly from 0.998 to 0.97, and the log-likelihood
 * of word m is the sum over the examples of log(1 + p_r (P(m|n) - 1)). From this the same sum for a typical example,
 * which gives every word its mean probability, is subtracted, times a weight. Then the mean over all words is
 * subtracted, because unclear examples make no word unlikely, and that must not count in favour of any word. The
 * examples of detectors with fewer examples are repeated.
 *
 * <p>CLIP-Dissect subtracts the log of the mean likelihood over detectors instead. That mean is the likelihood for the
 * detector that likes the word most: of several detectors of one concept, as learned directions often are, only the
 * best would get the right word, and the others an arbitrary one.
 */
final class SoftWpmi {
    private static final double SUREST = 0.998;
    private static final double LEAST_SURE = 0.97;

    private final float[][] probabilities;
    private final int examples;
    private final int words;
    private final double weight;
    private final double[] usual;

    /**
     * Measures how likely each word is in general.
     *
     * @param probabilities of the words (columns) given each example
     * @param sets examples of every detector, best first; none for some
     * @param examples at most per detector
     * @param weight of the general probability of words
     */
    SoftWpmi(float[][] probabilities, int[][] sets, int examples, double weight) {
        this.probabilities = probabilities;
        this.examples = examples;
        this.weight = weight;
        words = probabilities[0].length;
        usual = usual(sets);
    }

    /**
     * P(m|n) of one example.
     *
     * @param cosines with the words; overwritten
     */
    static float[] probabilities(float[] cosines, double sharpness) {
        float largest = Float.NEGATIVE_INFINITY;
        for (float cosine : cosines) {
            largest = Math.max(largest, cosine);
        }
        double sum = 0;
        for (int m = 0; m < cosines.length; m++) {
            double value = Math.exp(sharpness * (cosines[m] - largest));
            cosines[m] = (float) value;
            sum += value;
        }
        for (int m = 0; m < cosines.length; m++) {
            cosines[m] /= (float) sum;
        }
        return cosines;
    }

    /** The score of every word for a set of examples, best first. */
    double[] scores(int[] set) {
        double[] sums = new double[words];
        for (int r = 0; r < set.length; r++) {
            double belongs = SUREST - (SUREST - LEAST_SURE) * r / set.length;
            float[] given = probabilities[set[r]];
            for (int m = 0; m < words; m++) {
                sums[m] += Math.log(1 + belongs * (given[m] - 1)) - weight * Math.log(1 + belongs * (usual[m] - 1));
            }
        }
        double factor = (double) examples / set.length;
        double mean = Arrays.stream(sums).average().orElseThrow();
        for (int m = 0; m < words; m++) {
            sums[m] = factor * (sums[m] - mean);
        }
        return sums;
    }

    /**
     * The probability of every word for a typical example: the mean of P(m|n) over detectors, each of which counts
     * once.
     */
    private double[] usual(int[][] sets) {
        double[] mean = new double[words];
        int detectors = 0;
        for (int[] set : sets) {
            detectors += set.length > 0 ? 1 : 0;
            for (int n : set) {
                for (int m = 0; m < words; m++) {
                    mean[m] += (double) probabilities[n][m] / set.length;
                }
            }
        }
        for (int m = 0; m < words; m++) {
            mean[m] /= Math.max(1, detectors);
        }
        return mean;
    }
}
