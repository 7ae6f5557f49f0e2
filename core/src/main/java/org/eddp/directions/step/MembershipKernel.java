package org.eddp.directions.step;

import java.io.Serializable;
import org.eddp.directions.LossOptions;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Tensor;

/**
 * The losses on memberships y = sigmoid(p), p = w.x - b, q = y / sum y, on one tile of n patches.
 *
 * <p>Tiles are concept-major (I x n): sums over concepts and over patches then both run along memory. If the sum of y
 * is close to underflow, q is computed from log y and normalised in the log domain, so that no finite p overflows or
 * gives 0/0; otherwise q is computed from y, at half the cost. A very small share q is raised to a floor: its powers
 * would be subnormal numbers, which are slow.
 *
 * <p>With L = log q, H = -sum q L and A = -sum q log y = H - log sum y (nats), R the self-weighted reduction of q and q
 * (1 - y) common to all, the derivatives with respect to p are
 *
 * <pre>
 *   dH = q (1-y) (-(L + H))          dA = q (1-y) (-(L + H + 1))
 *   dR = q (1-y) (g - R),  g = ((nu+1) q^nu - nu R q^(nu-1)) / sum q^nu
 *   d(share) = q (1-y) gamma s y^(gamma-1),  s = sum y
 * </pre>
 */
record MembershipKernel(LossOptions options, boolean focal, boolean shares) {
    // kept by a tile between the two passes
    private static final int SCORES = 0;
    private static final int SUM = 1;
    private static final int LOG_SUM = 2;
    private static final int ENTROPY = 3;
    private static final int REDUCTION = 4;
    private static final int REDUCTION_BOTTOM = 5;
    private static final int FOCAL_WEIGHT = 6;
    private static final int ALIGNMENT_FLOW = 7;

    /** Sums over patches: entropies in nats, shares not yet divided by the number of patches. */
    static final class Sums implements Serializable {
        private static final long serialVersionUID = 1L;

        int patches;
        double entropy;
        double activation;
        double focalWeight;
        double focalEntropy;
        final double[] shares;

        Sums(int concepts) {
            shares = new double[concepts];
        }

        void add(Sums other) {
            patches += other.patches;
            entropy += other.entropy;
            activation += other.activation;
            focalWeight += other.focalWeight;
            focalEntropy += other.focalEntropy;
            for (int i = 0; i < shares.length; i++) {
                shares[i] += other.shares[i];
            }
        }

        /** The focal loss in nats. */
        double focalMean() {
            return focalWeight == 0 ? 0 : focalEntropy / focalWeight;
        }
    }

    /** The scores p (I x n) of a tile that has been measured. */
    static Tensor scores(Buffers tile, int concepts, int n) {
        return tile.get(SCORES, concepts, n);
    }

    /** Where a tile keeps the gradient with respect to its scores (I x n) that comes from L^ur. */
    static Tensor alignmentFlow(Buffers tile, int concepts, int n) {
        return tile.get(ALIGNMENT_FLOW, concepts, n);
    }

    /**
     * First pass: fills {@code tile} with p and what the second pass needs, and adds the tile's sums to {@code sums}.
     *
     * @param offsets -b, I x 1
     */
    void measure(Tensor x, Tensor filtersT, Tensor offsets, Buffers tile, Buffers scratch, Sums sums) {
        int concepts = filtersT.size(0);
        int n = x.size(0);
        Tensor p = scores(tile, concepts, n);
        Tensor logSum = tile.get(LOG_SUM, 1, n);
        Tensor entropy = tile.get(ENTROPY, 1, n);
        Tensor logQ = scratch.get(ScratchSlots.TILE_2, concepts, n);
        Tensor q = scratch.get(ScratchSlots.TILE_3, concepts, n);
        Tensor work = scratch.get(ScratchSlots.TILE_4, concepts, n);

        Kernels.affineProduct(p, offsets, filtersT, x.t());
        normalise(p, logQ, q, tile.get(SUM, 1, n), logSum, scratch);
        Kernels.multiply(work, q, logQ);
        Kernels.sum(entropy, work, 0);
        Kernels.negate(entropy, entropy);
        double totalEntropy = entropy.sum().item();
        sums.patches += n;
        sums.entropy += totalEntropy;
        sums.activation += totalEntropy - logSum.sum().item();
        measureReductions(q, tile, scratch, sums);
    }

    /** Whether no patch's sum of memberships is near underflow. */
    private static boolean ordinary(Tensor sum) {
        return sum.min().item() > (sum.type() == DType.FLOAT32 ? 1e-30 : 1e-290);
    }

    /** The floor of q: far below rounding, far above the roots of the smallest number. */
    private static double floor(DType type) {
        return type == DType.FLOAT32 ? 1e-12 : 1e-100;
    }

    private static void normalise(Tensor p, Tensor logQ, Tensor q, Tensor sum, Tensor logSum, Buffers scratch) {
        Kernels.sigmoid(q, p);
        Kernels.sum(sum, q, 0);
        if (ordinary(sum)) {
            shares(logQ, q, q, sum);
            Kernels.log(logSum, sum);
            return;
        }
        Tensor row = scratch.get(ScratchSlots.ROW, 1, p.size(1));
        Kernels.logSigmoid(logQ, p);
        Kernels.max(logSum, logQ, 0);
        Kernels.subtract(q, logQ, logSum);
        Kernels.exp(q, q);
        Kernels.sum(row, q, 0);
        Kernels.log(row, row);
        Kernels.add(logSum, logSum, row);
        Kernels.exp(sum, logSum);
        sharesInLogDomain(logQ, q, logSum);
    }

    /** q and log q from y, which may be q, and its sum. */
    private static void shares(Tensor logQ, Tensor q, Tensor y, Tensor sum) {
        Kernels.divide(q, y, sum);
        Kernels.atLeast(q, q, floor(q.type()));
        Kernels.log(logQ, q);
    }

    /** q, and log q in place of log y. */
    private static void sharesInLogDomain(Tensor logQ, Tensor q, Tensor logSum) {
        Kernels.subtract(logQ, logQ, logSum);
        Kernels.atLeast(logQ, logQ, Math.log(floor(q.type())));
        Kernels.exp(q, logQ);
    }

    private void measureReductions(Tensor q, Buffers tile, Buffers scratch, Sums sums) {
        int n = q.size(1);
        Tensor work = scratch.get(ScratchSlots.TILE_4, q.size(0), n);
        Tensor row = scratch.get(ScratchSlots.ROW, 1, n);
        Tensor column = scratch.get(ScratchSlots.COLUMN, q.size(0), 1);
        double nu = options.reductionExponent();
        double gamma = options.membershipExponent();
        if (shares && !(focal && gamma == nu)) {
            Kernels.multiply(work, q, tile.get(SUM, 1, n));
            Kernels.power(work, work, gamma);
            Kernels.sum(column, work, 1);
            column.addTo(sums.shares);
        }
        if (!focal) {
            return;
        }
        Tensor reduction = tile.get(REDUCTION, 1, n);
        Tensor bottom = tile.get(REDUCTION_BOTTOM, 1, n);
        Tensor weight = tile.get(FOCAL_WEIGHT, 1, n);
        Kernels.power(work, q, nu);
        Kernels.sum(bottom, work, 0);
        if (shares && gamma == nu) {
            Kernels.power(row, tile.get(SUM, 1, n), gamma); // y^gamma = q^nu (sum y)^gamma
            Kernels.product(column, work, row.t());
            column.addTo(sums.shares);
        }
        Kernels.multiply(work, work, q);
        Kernels.sum(reduction, work, 0);
        Kernels.divide(reduction, reduction, bottom);
        Kernels.power(weight, reduction, options.focalExponent());
        Kernels.oneMinus(weight, weight);
        Kernels.multiply(row, weight, tile.get(ENTROPY, 1, n));
        sums.focalWeight += weight.sum().item();
        sums.focalEntropy += row.sum().item();
    }

    /** The per-patch quantities behind {@link #measure}. */
    Memberships inspect(Tensor x, Tensor filtersT, Tensor offsets, Buffers tile, Buffers scratch) {
        measure(x, filtersT, offsets, tile, scratch, new Sums(filtersT.size(0)));
        int n = x.size(0);
        Tensor q = scratch.get(ScratchSlots.TILE_3, filtersT.size(0), n);
        return new Memberships(
                q.times(tile.get(SUM, 1, n)).toDoubles(),
                q.toDoubles(),
                tile.get(ENTROPY, 1, n).times(1 / Math.log(2)).toDoubles(),
                tile.get(FOCAL_WEIGHT, 1, n).toDoubles());
    }

    /**
     * Plain numbers that turn the second pass into independent tiles, all in nats.
     *
     * @param entropy factor of every patch's H
     * @param focal factor of theta H, c / sum theta
     * @param focalMean the focal loss itself (nats)
     * @param activation factor of every patch's A
     * @param shares factor of y^gamma per concept, or null when no share constraint pulls
     */
    record Coefficients(double entropy, double focal, double focalMean, double activation, double[] shares)
            implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Second pass: the gradient of the whole-batch objective with respect to the scores of this tile, as far as it flows
     * through memberships.
     *
     * @param shareColumn the factors of shares of {@code c} in the engine, I x 1, or null
     * @return I x n, in the worker's scratch
     */
    Tensor differentiate(Coefficients c, Tensor shareColumn, int concepts, int n, Buffers tile, Buffers scratch) {
        Tensor p = scores(tile, concepts, n);
        Tensor sum = tile.get(SUM, 1, n);
        Tensor y = scratch.get(ScratchSlots.TILE_1, concepts, n);
        Tensor logQ = scratch.get(ScratchSlots.TILE_2, concepts, n);
        Tensor q = scratch.get(ScratchSlots.TILE_3, concepts, n);
        Tensor work = scratch.get(ScratchSlots.TILE_4, concepts, n);
        Kernels.sigmoid(y, p);
        if (ordinary(sum)) {
            shares(logQ, q, y, sum);
        } else {
            Kernels.logSigmoid(logQ, p);
            sharesInLogDomain(logQ, q, tile.get(LOG_SUM, 1, n));
        }
        if (c.focal() != 0) {
            focalBracket(work, c, shareColumn, q, logQ, tile, scratch);
        } else {
            // -pull (L + H) - c_A
            double pull = c.entropy() + c.activation();
            Tensor constant = tile.get(ENTROPY, 1, n).times(-pull).plus(-c.activation());
            Kernels.addScaled(work, constant, -pull, logQ);
        }
        if (shareColumn != null && !(c.focal() != 0 && sharesFollowReduction())) {
            double gamma = options.membershipExponent();
            Tensor power = logQ; // no longer needed
            Kernels.power(power, y, gamma - 1);
            Kernels.multiply(power, power, sum);
            Kernels.addProduct(work, work, gamma, power, shareColumn);
        }
        Kernels.multiply(work, work, q);
        Kernels.addProduct(work, work, -1, work, y);
        return work;
    }

    /** With both exponents 2 the share term is, like the slope of the reduction, q times a cheap expression. */
    private boolean sharesFollowReduction() {
        return options.reductionExponent() == 2 && options.membershipExponent() == 2;
    }

    /** work = -pull L - (pull H + c_A + alpha R) + alpha g, and the share term where it follows the reduction. */
    private void focalBracket(
            Tensor work, Coefficients c, Tensor shareColumn, Tensor q, Tensor logQ, Buffers tile, Buffers scratch) {
        int n = q.size(1);
        double nu = options.reductionExponent();
        double mu = options.focalExponent();
        Tensor r = tile.get(REDUCTION, 1, n);
        Tensor h = tile.get(ENTROPY, 1, n);
        Tensor alpha = h.plus(-c.focalMean()).times(r.pow(mu - 1)).times(-c.focal() * mu);
        Tensor pull = tile.get(FOCAL_WEIGHT, 1, n).times(c.focal()).plus(c.entropy() + c.activation());
        Tensor alphaR = alpha.times(r);
        Tensor constant = pull.times(h).plus(alphaR).plus(c.activation()).times(-1);
        Tensor bottom = tile.get(REDUCTION_BOTTOM, 1, n);
        // alpha g = (alpha / sum q^nu) ((nu+1) q - nu R) q^(nu-1)
        Kernels.addProduct(
                work, alphaR.over(bottom).times(-nu), 1, q, alpha.over(bottom).times(nu + 1));
        if (shareColumn != null && sharesFollowReduction()) {
            Tensor square = scratch.get(ScratchSlots.ROW, 1, n);
            Kernels.power(square, tile.get(SUM, 1, n), 2);
            Kernels.accumulateProduct(work, shareColumn.times(2), square);
        }
        Kernels.addProduct(work, constant, 1, work, nu == 2 ? q : q.pow(nu - 1));
        Kernels.addProduct(work, work, -1, logQ, pull);
    }
}
