package org.eddp.directions.step;

import org.eddp.tensor.Buffers;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Tensor;

/** Gradient of a strip: with respect to the filters (D x I) and to the scores summed over patches (I x 1). */
record StripGradient(Tensor filters, Tensor sumP) {
    static StripGradient zero(int concepts, int width, Buffers scratch) {
        StripGradient zero = new StripGradient(
                scratch.get(ScratchSlots.FILTER_SUM, width, concepts),
                scratch.get(ScratchSlots.SCORE_SUM, concepts, 1));
        Kernels.fill(zero.filters, 0);
        Kernels.fill(zero.sumP, 0);
        return zero;
    }

    void addThresholds(Tensor dScores, Buffers scratch) {
        Tensor ofTile = scratch.get(ScratchSlots.COLUMN, sumP.size(0), 1);
        Kernels.sum(ofTile, dScores, 1);
        Kernels.add(sumP, sumP, ofTile);
    }
}
