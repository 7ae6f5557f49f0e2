package org.eddp.metrics;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Area under the precision-recall curve as the step-wise sum AP = sum_n (R_n - R_(n-1)) P_n over the distinct scores from
 * the largest down. Samples with equal scores enter together, so their order does not matter.
 */
final class AveragePrecision {
    private AveragePrecision() {}

    /**
     * Computes it.
     *
     * @param scores finite; larger means more likely positive
     * @param positive which samples are
     * @return 0 if no sample is positive
     */
    public static double of(float[] scores, BitSet positive) {
        long[] order = new long[scores.length];
        for (int k = 0; k < order.length; k++) {
            // samples by falling score in one array of numbers that sort as they are
            order[k] = ~(long) sortable(scores[k]) << 1 | (positive.get(k) ? 1 : 0);
        }
        Arrays.sort(order);
        long hits = 0;
        double sum = 0;
        for (int k = 0; k < order.length; ) {
            long score = order[k] >> 1;
            long before = hits;
            for (; k < order.length && order[k] >> 1 == score; k++) {
                hits += order[k] & 1;
            }
            sum += (double) (hits - before) * hits / k;
        }
        return hits == 0 ? 0 : sum / hits;
    }

    /** An integer that is in the same order as the number; both zeros are equal. */
    private static int sortable(float score) {
        int bits = Float.floatToIntBits(score + 0f);
        return bits >= 0 ? bits : bits ^ 0x7fffffff;
    }
}
