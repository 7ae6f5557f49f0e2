package org.eddp.experiments.audit;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Head;
import org.eddp.intervene.Correction;
import org.eddp.learning.LearnOptions;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A network that learned from pictures some of which show a mark, and what is known of it. With rate 0 it is the clean twin. All
 * features belong to a scope of the caller.
 *
 * @param rate share of the training pictures of the planted class that show the mark
 * @param readout the linear layer behind the features
 * @param learning how direction pairs are learned from the training pictures
 * @param train training pictures
 * @param clean test pictures without the mark
 * @param marked the same test pictures with the mark
 */
record FlawNetwork(
        double rate, LinearReadout readout, LearnOptions learning, Pictures train, Pictures clean, Pictures marked) {
    /** Every so many test pictures has a twin with the mark. */
    private static final int MARKED_TWIN = 4;

    /**
     * Pictures at the layer of study.
     *
     * @param features of their patches
     * @param labels classes of the pictures
     * @param shown patches that show the mark
     */
    record Pictures(DenseFeatures features, int[] labels, BitSet shown) {}

    /** The part above the features. */
    Head head() {
        return Head.of(readout, train.features().grid());
    }

    /** All test pictures without the mark, then a quarter of them with it, so that a fifth of the pictures shows the mark. */
    Pictures twins() {
        DenseFeatures without = clean.features();
        int cells = without.grid().cells();
        int[] twice = IntStream.range(0, marked.labels().length)
                .filter(n -> n % MARKED_TWIN == 0)
                .toArray();
        long half = without.rows().size(0);
        Tensor rows = Tensor.empty(without.rows().type(), half + (long) twice.length * cells, without.width());
        Kernels.copy(rows.narrow(0, 0, half), without.rows());
        BitSet shown = new BitSet();
        int[] labels = Arrays.copyOf(clean.labels(), clean.labels().length + twice.length);
        for (int k = 0; k < twice.length; k++) {
            int first = (int) half + k * cells;
            Kernels.copy(rows.narrow(0, first, cells), marked.features().rows(twice[k], 1));
            labels[clean.labels().length + k] = marked.labels()[twice[k]];
            for (int cell = 0; cell < cells; cell++) {
                shown.set(first + cell, marked.shown().get(twice[k] * cells + cell));
            }
        }
        return new Pictures(new DenseFeatures(rows, without.grid(), null, without.activation()), labels, shown);
    }

    /**
     * Predicted classes of pictures.
     *
     * @param correction applied to the features first; null for none
     */
    int[] predictions(Pictures pictures, Correction correction) {
        try (Scope scope = Scope.open()) {
            Tensor rows = pictures.features().rows();
            double[] best = head().logits(correction == null ? rows : correction.apply(rows))
                    .argmax(1)
                    .toDoubles();
            int[] predicted = new int[best.length];
            for (int n = 0; n < best.length; n++) {
                predicted[n] = (int) best[n];
            }
            return predicted;
        }
    }

    /** Share of pictures that are classified rightly; the correction as for {@link #predictions}. */
    double accuracy(Pictures pictures, Correction correction) {
        int[] predicted = predictions(pictures, correction);
        int right = 0;
        for (int n = 0; n < predicted.length; n++) {
            right += predicted[n] == pictures.labels()[n] ? 1 : 0;
        }
        return right / (double) predicted.length;
    }

    /** Share of the pictures of other classes that are taken for a class. */
    double takenFor(Pictures pictures, int label) {
        int[] predicted = predictions(pictures, null);
        int others = 0;
        int taken = 0;
        for (int n = 0; n < predicted.length; n++) {
            if (pictures.labels()[n] != label) {
                others++;
                taken += predicted[n] == label ? 1 : 0;
            }
        }
        return taken / (double) Math.max(1, others);
    }
}
