package org.eddp.network;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The prediction of a network for one image.
 *
 * @param outputs kind of the outputs
 * @param label the likeliest class, or the strongest label, which may be below one half
 * @param probability of it
 * @param logits one per class or label
 */
public record Prediction(OutputKind outputs, int label, double probability, double[] logits) {
    /** The prediction of these logits; of equal ones the first counts. */
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

    /** The predicted outputs: the likeliest class, or every label above one half, strongest first. */
    public int[] predicted() {
        return outputs.predicted(logits);
    }

    /** Whether a class or label is among the predicted outputs. */
    public boolean has(int output) {
        return outputs == OutputKind.CLASSES ? output == label : logits[output] > 0;
    }

    /** Whether the predicted class, or the set of labels, differs from that of another prediction. */
    public boolean differsFrom(Prediction other) {
        return IntStream.range(0, logits.length).anyMatch(k -> has(k) != other.has(k));
    }
}
