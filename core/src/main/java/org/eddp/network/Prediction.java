package org.eddp.network;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What a network says of one image.
 *
 * @param outputs what the logits stand for
 * @param label the likeliest class, or the strongest label, which may be below one half
 * @param probability of it
 * @param logits one per class or label
 */
public record Prediction(OutputKind outputs, int label, double probability, double[] logits) {
    /** The prediction that logits amount to; of equal ones the first counts. */
    public static Prediction of(OutputKind outputs, double[] logits) {
        int best = OutputKind.strongest(logits);
        return new Prediction(outputs, best, outputs.probabilities(logits)[best], logits);
    }

    /** Predictions of several images, from their logits one after the other. */
    public static Prediction[] of(OutputKind outputs, double[] logits, int classes) {
        return IntStream.range(0, logits.length / classes)
                .mapToObj(n -> of(outputs, Arrays.copyOfRange(logits, n * classes, (n + 1) * classes)))
                .toArray(Prediction[]::new);
    }

    /** Probability of every class or label. */
    public double[] probabilities() {
        return outputs.probabilities(logits);
    }

    /** Entropy in bits; see {@link OutputKind#entropy}. */
    public double entropy() {
        return outputs.entropy(logits);
    }

    /** The {@code count} likeliest classes or labels, likeliest first. */
    public int[] likeliest(int count) {
        return Arrays.stream(OutputKind.strongestFirst(logits)).limit(count).toArray();
    }

    /** What the image is taken for: the likeliest class, or every label above one half, strongest first. */
    public int[] predicted() {
        return outputs.predicted(logits);
    }

    /** Whether the image is taken for a class, or has a label. */
    public boolean has(int output) {
        return outputs == OutputKind.CLASSES ? output == label : logits[output] > 0;
    }

    /** Whether the image is taken for something else than by another prediction: another class, or other labels. */
    public boolean differsFrom(Prediction other) {
        return IntStream.range(0, logits.length).anyMatch(k -> has(k) != other.has(k));
    }
}
