package org.eddp.words;

import java.util.Arrays;

/**
 * Soft weighted pointwise mutual information between detectors and words, as CLIP-Dissect has it: how much likelier the examples of a
 * detector make a word than those of detectors in general.
 *
 * <p>P(m|n) is the softmax over the words of their cosines with example n, times a sharpness. The example of rank r belongs to the
 * detector's set with a probability that falls linearly from 0.998 to 0.97, and the log-likelihood of word m is the sum over the
 * examples of log(1 + p_r (P(m|n) - 1)). From it the log of its mean over all detectors, times a weight, is subtracted. With weight 1
 * words that one detector alone makes likely are all worth the same, log I, however likely; a little less tells them apart. Detectors
 * with fewer examples count as if theirs were repeated.
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
     * Measures how likely each word is for detectors in general.
     *
     * @param probabilities of the words (columns) given each example
     * @param sets examples of every detector, best first; none for some
     * @param examples at most per detector
     * @param weight of how likely words are in general
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
        double[] scores = logLikelihoods(set);
        for (int m = 0; m < words; m++) {
            scores[m] -= weight * usual[m];
        }
        return scores;
    }

    private double[] logLikelihoods(int[] set) {
        double[] sums = new double[words];
        for (int r = 0; r < set.length; r++) {
            double belongs = SUREST - (SUREST - LEAST_SURE) * r / set.length;
            float[] given = probabilities[set[r]];
            for (int m = 0; m < words; m++) {
                sums[m] += Math.log(1 + belongs * (given[m] - 1));
            }
        }
        double factor = (double) examples / set.length;
        for (int m = 0; m < words; m++) {
            sums[m] *= factor;
        }
        return sums;
    }

    /** Log of the mean likelihood over detectors, without overflow. */
    private double[] usual(int[][] sets) {
        double[][] all = Arrays.stream(sets)
                .filter(set -> set.length > 0)
                .map(this::logLikelihoods)
                .toArray(double[][]::new);
        double[] result = new double[words];
        for (int m = 0; m < words; m++) {
            double largest = Double.NEGATIVE_INFINITY;
            for (double[] own : all) {
                largest = Math.max(largest, own[m]);
            }
            double sum = 0;
            for (double[] own : all) {
                sum += Math.exp(own[m] - largest);
            }
            result[m] = largest + Math.log(sum / all.length);
        }
        return result;
    }
}
