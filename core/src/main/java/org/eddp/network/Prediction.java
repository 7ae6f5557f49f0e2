package org.eddp.network;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What a network says of one image.
 *
 * @param label the likeliest class
 * @param probability of that class
 * @param logits one per class
 */
public record Prediction(int label, double probability, double[] logits) {
    /** The prediction that logits amount to; of equal ones the first counts. */
    public static Prediction of(double[] logits) {
        int best = 0;
        for (int k = 1; k < logits.length; k++) {
            best = logits[k] > logits[best] ? k : best;
        }
        return new Prediction(best, probabilities(logits, best)[best], logits);
    }

    /** Predictions of several images, from their logits one after the other. */
    public static Prediction[] of(double[] logits, int classes) {
        return IntStream.range(0, logits.length / classes)
                .mapToObj(n -> of(Arrays.copyOfRange(logits, n * classes, (n + 1) * classes)))
                .toArray(Prediction[]::new);
    }

    /** Softmax of the logits. */
    public double[] probabilities() {
        return probabilities(logits, label);
    }

    private static double[] probabilities(double[] logits, int top) {
        double[] probabilities = new double[logits.length];
        double sum = 0;
        for (int k = 0; k < logits.length; k++) {
            probabilities[k] = Math.exp(logits[k] - logits[top]);
            sum += probabilities[k];
        }
        for (int k = 0; k < logits.length; k++) {
            probabilities[k] /= sum;
        }
        return probabilities;
    }

    /** Entropy of the softmax in bits. */
    public double entropy() {
        double sum = 0;
        for (double p : probabilities()) {
            sum -= p > 0 ? p * Math.log(p) / Math.log(2) : 0;
        }
        return sum;
    }

    /** The {@code count} likeliest classes, likeliest first. */
    public int[] likeliest(int count) {
        return IntStream.range(0, logits.length)
                .boxed()
                .sorted((a, b) -> Double.compare(logits[b], logits[a]))
                .limit(count)
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
