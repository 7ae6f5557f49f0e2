package org.eddp.experiments.chess;

import org.eddp.directions.Detectors;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * Scores of patches: p_i = w_i.x - b_i, positive where concept i is present.
 *
 * @param values patches x concepts
 * @param concepts number of detectors
 */
record DetectorResponses(double[] values, int concepts) {
    /** Scores of feature rows, in double. */
    static DetectorResponses of(Tensor rows, Detectors detectors) {
        double[] offsets = detectors.thresholds().clone();
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = -offsets[i];
        }
        Tensor scores = Tensor.of(rows.toMatrix(), DType.FLOAT64)
                .mm(Tensor.of(detectors.filters(), DType.FLOAT64))
                .plus(Tensor.of(offsets, DType.FLOAT64, 1, offsets.length));
        return new DetectorResponses(scores.toDoubles(), offsets.length);
    }

    int patches() {
        return values.length / concepts;
    }

    double at(int patch, int concept) {
        return values[patch * concepts + concept];
    }

    boolean fires(int patch, int concept) {
        return at(patch, concept) > 0;
    }

    /** Patches on which a detector fires. */
    long count(int concept) {
        long count = 0;
        for (int p = 0; p < patches(); p++) {
            count += fires(p, concept) ? 1 : 0;
        }
        return count;
    }

    /** Intersection over union of a detector with the truth; 0 if neither is anywhere. */
    double iou(int concept, boolean[] truth) {
        int intersection = 0;
        int union = 0;
        for (int p = 0; p < truth.length; p++) {
            boolean on = fires(p, concept);
            intersection += on && truth[p] ? 1 : 0;
            union += on || truth[p] ? 1 : 0;
        }
        return union == 0 ? 0 : intersection / (double) union;
    }
}
