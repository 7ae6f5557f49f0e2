package org.eddp.directions.step;

import java.util.Arrays;
import org.eddp.directions.Detectors;
import org.eddp.tensor.Matrix;

/**
 * The same as {@link MembershipKernel}, on a {@link SmallBlock}, in double and for the paper's exponents (all 2). The
 * formulas are those of its documentation.
 *
 * @param focal whether L^fs is wanted
 * @param shares whether L^ic or L^eac are
 */
record SmallMemberships(Detectors detectors, boolean focal, boolean shares) {
    /** The floor of q, far above the roots of the smallest number. */
    private static final double FLOOR = 1e-100;
    /** Largest score for the fast path. */
    private static final double ORDINARY = Rows.EXP_LIMIT - 1;

    /** First pass: scores and the intermediate results that the last pass needs; adds to {@code sums}. */
    void measure(SmallBlock block, MembershipKernel.Sums sums) {
        boolean ordinary = true;
        for (int i = 0; i < detectors.concepts(); i++) {
            scores(block, i);
            ordinary &= ordinary(block.p[i], block.patches);
        }
        if (ordinary) {
            normalise(block);
        } else {
            normaliseInLogDomain(block);
        }
        int n = block.patches;
        Arrays.fill(block.entropy, 0);
        for (int i = 0; i < block.q.length; i++) {
            subtractProduct(block.entropy, block.q[i], block.logQ[i], n);
        }
        double entropy = Rows.sum(block.entropy, n);
        sums.patches += n;
        sums.entropy += entropy;
        sums.activation += entropy - Rows.sum(block.logSum, n);
        if (shares) {
            for (int i = 0; i < block.y.length; i++) {
                sums.shares[i] += Rows.dot(block.y[i], block.y[i], n);
            }
        }
        if (focal) {
            reduce(block);
            sums.focalWeight += Rows.sum(block.weight, n);
            sums.focalEntropy += Rows.dot(block.weight, block.entropy, n);
        }
    }

    private void scores(SmallBlock block, int concept) {
        Matrix filters = detectors.filters();
        double[] p = block.p[concept];
        Arrays.fill(p, -detectors.thresholds()[concept]);
        for (int d = 0; d < block.x.length; d++) {
            Rows.addScaled(p, filters.get(d, concept), block.x[d], block.patches);
        }
    }

    /** Whether every score, and the logarithm of its membership, is in the range of {@link Rows#exp}. */
    private static boolean ordinary(double[] p, int n) {
        boolean ordinary = true;
        for (int k = 0; k < n; k++) {
            ordinary &= Math.abs(p[k]) <= ORDINARY;
        }
        return ordinary;
    }

    private static void normalise(SmallBlock block) {
        int n = block.patches;
        double[] largest = block.entropy; // not yet in use
        double[] ratio = block.weight;
        Arrays.fill(block.sum, 0);
        Arrays.fill(largest, Double.NEGATIVE_INFINITY);
        for (int i = 0; i < block.p.length; i++) {
            Rows.logistic(block.y[i], block.rest[i], block.logQ[i], block.p[i], n);
            Rows.addScaled(block.sum, 1, block.y[i], n);
            Rows.max(largest, block.logQ[i], n);
        }
        // the sum over the largest of its terms is from one to the number of concepts
        for (int k = 0; k < n; k++) {
            ratio[k] = -largest[k];
        }
        Rows.exp(ratio, ratio, n);
        for (int k = 0; k < n; k++) {
            ratio[k] = Math.max(1, ratio[k] * block.sum[k]);
        }
        Rows.logFromOne(block.logSum, ratio, n);
        Rows.addScaled(block.logSum, 1, largest, n);
        for (int i = 0; i < block.p.length; i++) {
            divide(block.q[i], block.y[i], block.sum, n);
            Rows.addScaled(block.logQ[i], -1, block.logSum, n);
        }
    }

    /** The same for scores of any size, at several times the cost. */
    private static void normaliseInLogDomain(SmallBlock block) {
        double least = Math.log(FLOOR);
        for (int k = 0; k < block.patches; k++) {
            double largest = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < block.p.length; i++) {
                double p = block.p[i][k];
                double both = Math.log1p(Math.exp(-Math.abs(p)));
                double logY = Math.min(p, 0) - both;
                block.logQ[i][k] = logY;
                block.y[i][k] = Math.exp(logY);
                block.rest[i][k] = Math.exp(Math.min(-p, 0) - both);
                largest = Math.max(largest, logY);
            }
            double sum = 0;
            for (int i = 0; i < block.p.length; i++) {
                sum += Math.exp(block.logQ[i][k] - largest);
            }
            block.logSum[k] = largest + Math.log(sum);
            block.sum[k] = Math.exp(block.logSum[k]);
            for (int i = 0; i < block.p.length; i++) {
                block.logQ[i][k] = Math.max(least, block.logQ[i][k] - block.logSum[k]);
                block.q[i][k] = Math.exp(block.logQ[i][k]);
            }
        }
    }

    private static void divide(double[] out, double[] a, double[] b, int n) {
        for (int k = 0; k < n; k++) {
            out[k] = a[k] / b[k];
        }
    }

    private static void subtractProduct(double[] out, double[] a, double[] b, int n) {
        for (int k = 0; k < n; k++) {
            out[k] -= a[k] * b[k];
        }
    }

    /** R = sum q^3 / sum q^2 and the focal weight 1 - R^2. */
    private static void reduce(SmallBlock block) {
        int n = block.patches;
        double[] squares = block.squares;
        double[] cubes = block.reduction;
        Arrays.fill(squares, 0);
        Arrays.fill(cubes, 0);
        for (double[] q : block.q) {
            for (int k = 0; k < n; k++) {
                double square = q[k] * q[k];
                squares[k] += square;
                cubes[k] += square * q[k];
            }
        }
        double[] weight = block.weight;
        for (int k = 0; k < n; k++) {
            double r = cubes[k] / squares[k];
            cubes[k] = r;
            weight[k] = 1 - r * r;
        }
    }

    /**
     * Last pass: out = the gradient with respect to the scores, as far as it flows through memberships.
     *
     * @param out I rows
     * @param work three rows
     */
    void differentiate(double[][] out, MembershipKernel.Coefficients c, SmallBlock block, double[][] work) {
        int n = block.patches;
        double[] pull = work[0];
        double[] constant = work[1];
        double[] slope = work[2];
        if (c.focal() != 0) {
            focalFactors(c, block, pull, constant, slope);
        } else {
            for (int k = 0; k < n; k++) {
                pull[k] = c.entropy() + c.activation();
                constant[k] = -pull[k] * block.entropy[k] - c.activation();
                slope[k] = 0;
            }
        }
        for (int i = 0; i < out.length; i++) {
            bracket(out[i], block, i, pull, constant, slope);
            if (c.shares() != null) {
                addShares(out[i], 2 * c.shares()[i], block.sum, block.y[i], n);
            }
            multiply(out[i], block.q[i], block.rest[i], n);
        }
    }

    /** With alpha = -2 c_f (H - L^fs) R: factor of H, the constant for all concepts, and alpha / sum q^2. */
    private static void focalFactors(
            MembershipKernel.Coefficients c, SmallBlock block, double[] pull, double[] constant, double[] slope) {
        double[] h = block.entropy;
        double[] r = block.reduction;
        for (int k = 0; k < block.patches; k++) {
            double alpha = -2 * c.focal() * (h[k] - c.focalMean()) * r[k];
            double all = c.entropy() + c.activation() + c.focal() * block.weight[k];
            pull[k] = all;
            constant[k] = -all * h[k] - c.activation() - alpha * r[k];
            slope[k] = alpha / block.squares[k];
        }
    }

    /** out = -pull log q + constant + slope (3 q - 2 R) q. */
    private void bracket(
            double[] out, SmallBlock block, int concept, double[] pull, double[] constant, double[] slope) {
        double[] q = block.q[concept];
        double[] logQ = block.logQ[concept];
        double[] r = block.reduction;
        for (int k = 0; k < block.patches; k++) {
            out[k] = constant[k] - pull[k] * logQ[k] + slope[k] * (3 * q[k] - 2 * r[k]) * q[k];
        }
    }

    private static void addShares(double[] out, double factor, double[] sum, double[] y, int n) {
        for (int k = 0; k < n; k++) {
            out[k] += factor * sum[k] * y[k];
        }
    }

    private static void multiply(double[] out, double[] q, double[] rest, int n) {
        for (int k = 0; k < n; k++) {
            out[k] *= q[k] * rest[k];
        }
    }
}
