package org.eddp.directions.step;

import java.util.Arrays;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;

/**
 * The same as {@link AlignmentKernel}, on a {@link SmallBlock} and for a linear head: x' = act(x - kappa Q p), entropy
 * of the predictions, and back through Q and the scores.
 *
 * @param lift Q, D x I
 * @param activation that of the layer: none, or ReLU
 * @param strengths kappa per image of the batch
 */
record SmallAlignment(Matrix lift, LinearReadout readout, Activation activation, double[] strengths) {
    private static final double LN2 = Math.log(2);
    /** Smaller probabilities add nothing to an entropy. */
    private static final double LEAST_LOG_PROBABILITY = -60;
    /** Times this, a number that is not zero is above one. */
    private static final double HUGE = 1e300;

    /**
     * The result of a block.
     *
     * @param entropy summed over images, in bits
     * @param lift gradient of minus the entropy with respect to Q
     */
    record Result(double entropy, Matrix lift) {}

    /** Applies the head to one block, which keeps the gradient of minus the entropy with respect to its scores. */
    Result run(SmallBlock block, SmallPasses.Scratch scratch) {
        double[][] moved = scratch.rows(SmallPasses.Scratch.FEATURES, lift.rows(), block.patches);
        double[][] pooled = scratch.rows(SmallPasses.Scratch.POOLED, lift.rows(), block.images);
        double[][] work = scratch.rows(SmallPasses.Scratch.WORK, 3, block.patches);
        double[] kappa = work[0];
        block.spread(kappa, strengths, block.firstImage);
        move(moved, kappa, block, scratch);
        for (int d = 0; d < moved.length; d++) {
            block.pool(pooled[d], moved[d], work[1]);
        }
        double entropy = entropy(pooled, block, scratch);
        for (int d = 0; d < moved.length; d++) {
            block.spread(work[1], pooled[d], 0);
            letThrough(moved[d], work[1], kappa, block.patches);
        }
        return new Result(entropy, backward(moved, block));
    }

    private void move(double[][] moved, double[] kappa, SmallBlock block, SmallPasses.Scratch scratch) {
        int n = block.patches;
        double[][] scaled = scratch.rows(SmallPasses.Scratch.CONCEPTS, lift.columns(), n);
        for (int i = 0; i < scaled.length; i++) {
            scale(scaled[i], kappa, block.p[i], n);
        }
        for (int d = 0; d < moved.length; d++) {
            System.arraycopy(block.x[d], 0, moved[d], 0, n);
            for (int i = 0; i < scaled.length; i++) {
                Rows.addScaled(moved[d], -lift.get(d, i), scaled[i], n);
            }
            if (activation == Activation.RELU) {
                rectify(moved[d], n);
            }
        }
    }

    private static void scale(double[] out, double[] kappa, double[] p, int n) {
        for (int k = 0; k < n; k++) {
            out[k] = kappa[k] * p[k];
        }
    }

    private static void rectify(double[] a, int n) {
        for (int k = 0; k < n; k++) {
            a[k] = Math.max(a[k], 0);
        }
    }

    /** Replaces the pooled features of images by the gradient of the entropy with respect to them, and returns its sum. */
    private double entropy(double[][] pooled, SmallBlock block, SmallPasses.Scratch scratch) {
        int images = block.images;
        double[][] logits = scratch.rows(SmallPasses.Scratch.LOGITS, readout.classes(), images);
        double[][] probabilities = scratch.rows(SmallPasses.Scratch.PROBABILITIES, readout.classes(), images);
        double[][] work = scratch.rows(SmallPasses.Scratch.IMAGES, 3, images);
        Matrix layer = readout.classVectors();
        double[] largest = work[0];
        double[] sum = work[1];
        Arrays.fill(largest, 0, images, Double.NEGATIVE_INFINITY);
        Arrays.fill(sum, 0, images, 0);
        for (int c = 0; c < logits.length; c++) {
            Arrays.fill(logits[c], 0, images, readout.biases()[c]);
            for (int d = 0; d < pooled.length; d++) {
                Rows.addScaled(logits[c], layer.get(d, c) / block.cells, pooled[d], images);
            }
            Rows.max(largest, logits[c], images);
        }
        for (int c = 0; c < logits.length; c++) {
            lower(logits[c], largest, images);
            Rows.exp(probabilities[c], logits[c], images);
            Rows.addScaled(sum, 1, probabilities[c], images);
        }
        double[] negativeEntropy = work[0];
        double[] logSum = work[2];
        Rows.logFromOne(logSum, sum, images);
        Arrays.fill(negativeEntropy, 0, images, 0);
        for (int c = 0; c < logits.length; c++) {
            weigh(logits[c], probabilities[c], sum, logSum, images);
            Rows.addScaled(negativeEntropy, 1, logits[c], images);
        }
        double bits = -Rows.sum(negativeEntropy, images) / LN2;
        backward(pooled, probabilities, logits, negativeEntropy, block);
        return bits;
    }

    private static void lower(double[] logits, double[] largest, int n) {
        for (int k = 0; k < n; k++) {
            logits[k] = Math.max(LEAST_LOG_PROBABILITY, logits[k] - largest[k]);
        }
    }

    /** Probabilities from exponentials, and p log p in place of the logits. */
    private static void weigh(double[] logits, double[] probabilities, double[] sum, double[] logSum, int n) {
        for (int k = 0; k < n; k++) {
            double probability = probabilities[k] / sum[k];
            probabilities[k] = probability;
            logits[k] = probability * (logits[k] - logSum[k]);
        }
    }

    /** dH/dlogit_k = -p_k (log p_k + H), then to the pooled features. */
    private void backward(
            double[][] out, double[][] probabilities, double[][] weighted, double[] negativeEntropy, SmallBlock block) {
        int images = block.images;
        Matrix layer = readout.classVectors();
        for (int c = 0; c < weighted.length; c++) {
            slope(weighted[c], probabilities[c], negativeEntropy, images);
        }
        for (int d = 0; d < out.length; d++) {
            Arrays.fill(out[d], 0, images, 0);
            for (int c = 0; c < weighted.length; c++) {
                Rows.addScaled(out[d], layer.get(d, c) / block.cells, weighted[c], images);
            }
        }
    }

    private static void slope(double[] weighted, double[] probabilities, double[] negativeEntropy, int n) {
        for (int k = 0; k < n; k++) {
            weighted[k] = (probabilities[k] * negativeEntropy[k] - weighted[k]) * (1 / LN2);
        }
    }

    /** Replaces moved features by kappa times the gradient of their image, where the activation lets it through. */
    private void letThrough(double[] moved, double[] gradient, double[] kappa, int n) {
        if (activation == Activation.RELU) {
            for (int k = 0; k < n; k++) {
                moved[k] = Math.min(moved[k] * HUGE, 1) * gradient[k] * kappa[k];
            }
        } else {
            scale(moved, kappa, gradient, n);
        }
    }

    private Matrix backward(double[][] gradient, SmallBlock block) {
        Matrix dLift = new Matrix(lift.rows(), lift.columns());
        for (int i = 0; i < lift.columns(); i++) {
            Arrays.fill(block.flow[i], 0);
            for (int d = 0; d < gradient.length; d++) {
                Rows.addScaled(block.flow[i], lift.get(d, i), gradient[d], block.patches);
                dLift.set(d, i, Rows.dot(gradient[d], block.p[i], block.patches));
            }
        }
        return dLift;
    }
}
