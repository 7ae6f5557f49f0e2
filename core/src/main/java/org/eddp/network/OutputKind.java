package org.eddp.network;

import java.util.stream.IntStream;

/**
 * The meaning of the logits of a network. Predictions, entropies, influence and edits follow from it; all probabilities
 * are computed here, directly or through {@link Prediction}.
 */
public enum OutputKind {
    /** Classes that exclude each other: the softmax of the logits is one distribution over all of them. */
    CLASSES("class", "classes"),

    /** Labels of which an image may have any number: the sigmoid of each logit is the probability of its label. */
    LABELS("label", "labels") {
        @Override
        public double[] probabilities(double[] logits) {
            double[] probabilities = new double[logits.length];
            for (int k = 0; k < logits.length; k++) {
                probabilities[k] = Math.exp(logSigmoid(logits[k]));
            }
            return probabilities;
        }

        /** Mean over the labels of the entropy of each: H(p) = -p log p - (1 - p) log(1 - p). */
        @Override
        public double entropy(double[] logits) {
            double sum = 0;
            for (double logit : logits) {
                double size = Math.abs(logit);
                sum += size * Math.exp(logSigmoid(-size)) - logSigmoid(size);
            }
            return sum / logits.length / LN2;
        }

        /** Every label at one half: one bit. */
        @Override
        public double largestEntropy(int outputs) {
            return 1;
        }

        /** The labels with a probability above one half, the strongest first; none if there is no such label. */
        @Override
        public int[] predicted(double[] logits) {
            return IntStream.of(strongestFirst(logits))
                    .filter(k -> logits[k] > 0)
                    .toArray();
        }
    },

    /** Numbers of an embedding: the network is an encoder. */
    EMBEDDING("number of the embedding", "numbers of an embedding"),

    /**
     * Another kind of output, such as maps or boxes, or one that cannot be computed here: the network serves as a
     * backbone. Its one logit is always 0.
     */
    NONE("output", "outputs that are not of whole images");

    /** Methods of networks that are not classifiers. */
    public static final String WITHOUT_DECISIONS =
            "features, learning without L^ur, labels, names, evaluation and health apply to it; influence,"
                    + " explanations, edits, corrections, L^ur and names of classes need a classifier";

    private static final double LN2 = Math.log(2);

    private final String noun;
    private final String plural;

    OutputKind(String noun, String plural) {
        this.noun = noun;
        this.plural = plural;
    }

    /** The noun for one output: "class" or "label". */
    public String noun() {
        return noun;
    }

    /** The noun for several outputs: "classes" or "labels". */
    public String plural() {
        return plural;
    }

    /** Whether the outputs are decisions about an image, as those of a classifier are. */
    public boolean decides() {
        return this == CLASSES || this == LABELS;
    }

    /**
     * Refuses a network that is not a classifier.
     *
     * @param network its name in the message
     *
     * @throws NetworkFailure if it is not a classifier
     */
    public void requireDecisions(String network) {
        if (!decides()) {
            throw new NetworkFailure(network + " is not a classifier (it has " + plural + "): " + WITHOUT_DECISIONS);
        }
    }

    /** Probability of every output: the softmax, if outputs exclude each other. */
    public double[] probabilities(double[] logits) {
        double top = logits[strongest(logits)];
        double[] probabilities = new double[logits.length];
        double sum = 0;
        for (int k = 0; k < logits.length; k++) {
            probabilities[k] = Math.exp(logits[k] - top);
            sum += probabilities[k];
        }
        for (int k = 0; k < logits.length; k++) {
            probabilities[k] /= sum;
        }
        return probabilities;
    }

    /** How undecided a prediction is, in bits: the entropy of the softmax, if outputs exclude each other. */
    public double entropy(double[] logits) {
        double sum = 0;
        for (double p : probabilities(logits)) {
            sum -= p > 0 ? p * Math.log(p) / LN2 : 0;
        }
        return sum;
    }

    /** The largest entropy for this number of outputs, in bits. */
    public double largestEntropy(int outputs) {
        return Math.log(outputs) / LN2;
    }

    /** The predicted outputs, the strongest first: one, if outputs exclude each other. */
    public int[] predicted(double[] logits) {
        return new int[] {strongest(logits)};
    }

    /** The output with the largest logit; of equal ones the first counts. */
    static int strongest(double[] logits) {
        int best = 0;
        for (int k = 1; k < logits.length; k++) {
            best = logits[k] > logits[best] ? k : best;
        }
        return best;
    }

    /** All outputs by falling logit; equal ones stay in order. */
    static int[] strongestFirst(double[] logits) {
        return IntStream.range(0, logits.length)
                .boxed()
                .sorted((a, b) -> Double.compare(logits[b], logits[a]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The logarithm of 1 / (1 + exp(-x)), without overflow for any finite x. */
    public static double logSigmoid(double x) {
        return Math.min(x, 0) - Math.log1p(Math.exp(-Math.abs(x)));
    }

    /** Omits {@link #CLASSES}, the default, in files. */
    @SuppressWarnings("EqualsHashCode") // Jackson calls equals of this filter
    public static final class UnlessClasses {
        @Override
        public boolean equals(Object other) {
            return other == null || other == CLASSES;
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }
}
