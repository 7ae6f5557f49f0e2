package org.eddp.metrics;

import java.util.Arrays;

/**
 * Area under the precision-recall curve as the step-wise sum AP = sum_n (R_n - R_(n-1)) P_n over the distinct scores from
 * the largest down. Samples with equal scores enter together, so their order does not matter.
 */
final class AveragePrecision {
    private AveragePrecision() {}

    /**
     * Computes it.
     *
     * @param positive finite scores of positive samples, in any order
     * @param negative those of the others
     * @return 0 if no sample is positive
     */
    static double of(float[] positive, float[] negative) {
        long[] order = new long[Math.addExact(positive.length, negative.length)];
        for (int k = 0; k < order.length; k++) {
            order[k] = k < positive.length ? sample(positive[k], true) : sample(negative[k - positive.length], false);
        }
        return of(order);
    }

    /** Samples by falling score in one array of numbers that sort as they are. */
    private static long sample(float score, boolean positive) {
        return ~(long) sortable(score) << 1 | (positive ? 1 : 0);
    }

    private static double of(long[] order) {
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
