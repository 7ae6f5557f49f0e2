package org.eddp.directions.step;

import org.eddp.tensor.Matrix;

/**
 * The same as {@link SignalKernel}, on a {@link SmallBlock}: moments of the patches on which each detector fires, and
 * the way back.
 *
 * @param subsampling whether only these patches count
 */
record SmallSignals(boolean subsampling, double[] thresholds) {
    /**
     * Moments of a block, centred within it; the block keeps which patches counted.
     *
     * @param centred a row to compute in
     */
    SignalMoments moments(SmallBlock block, double[] centred) {
        int concepts = thresholds.length;
        int width = block.x.length;
        SignalMoments moments = new SignalMoments(concepts, width);
        for (int i = 0; i < concepts; i++) {
            int count = list(block, i);
            int[] firing = block.firing[i];
            double[] p = block.p[i];
            double sum = 0;
            for (int k = 0; k < count; k++) {
                sum += p[firing[k]];
            }
            double mean = sum / Math.max(1, count);
            for (int k = 0; k < count; k++) {
                centred[k] = p[firing[k]] - mean;
            }
            moments.weight()[i] = count;
            moments.meanZ()[i] = mean + thresholds[i];
            moments.squares()[i] = Rows.dot(centred, centred, count);
            for (int d = 0; d < width; d++) {
                sums(block.x[d], firing, centred, count, moments, i, d);
            }
        }
        return moments;
    }

    private int list(SmallBlock block, int concept) {
        int[] firing = block.firing[concept];
        double[] p = block.p[concept];
        int count = 0;
        for (int k = 0; k < block.patches; k++) {
            firing[count] = k;
            count += !subsampling || p[k] > 0 ? 1 : 0;
        }
        block.fired[concept] = count;
        return count;
    }

    /** Mean of one feature, and the sum of its products with centred scores. */
    private static void sums(
            double[] x, int[] firing, double[] centred, int count, SignalMoments moments, int concept, int feature) {
        double sum0 = 0;
        double sum1 = 0;
        double product0 = 0;
        double product1 = 0;
        int k = 0;
        for (; k + 1 < count; k += 2) {
            double x0 = x[firing[k]];
            double x1 = x[firing[k + 1]];
            sum0 += x0;
            sum1 += x1;
            product0 += x0 * centred[k];
            product1 += x1 * centred[k + 1];
        }
        if (k < count) {
            sum0 += x[firing[k]];
            product0 += x[firing[k]] * centred[k];
        }
        moments.meanX().set(concept, feature, (sum0 + sum1) / Math.max(1, count));
        moments.products().set(concept, feature, product0 + product1);
    }

    /**
     * Adds the gradient through the signal vectors: direction.x + slope z + constant on every patch that counted.
     *
     * @param out gradient with respect to the scores, I rows
     * @param work a row
     */
    void addFlow(double[][] out, SignalGradient gradient, SmallBlock block, double[] work) {
        Matrix directions = gradient.directions();
        for (int i = 0; i < out.length; i++) {
            double slope = gradient.slopes()[i];
            double constant = gradient.constants()[i] + slope * thresholds[i]; // z = p + b
            double[] p = block.p[i];
            for (int k = 0; k < block.patches; k++) {
                work[k] = constant + slope * p[k];
            }
            for (int d = 0; d < block.x.length; d++) {
                Rows.addScaled(work, directions.get(i, d), block.x[d], block.patches);
            }
            for (int k = 0; k < block.fired[i]; k++) {
                out[i][block.firing[i][k]] += work[block.firing[i][k]];
            }
        }
    }
}
