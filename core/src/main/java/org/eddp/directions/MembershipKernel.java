package org.eddp.directions;

import org.eddp.tensor.Buffers;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/**
 * The losses on memberships y = sigmoid(z - b), q = y / sum y, on one tile of n patches.
 *
 * <p>Tiles are concept-major (I x n): sums over concepts and over patches then both run along memory. Everything is
 * computed from log y and normalised in the log domain, so that no finite z overflows or gives 0/0.
 *
 * <p>With L = log y, A = -sum q L and H = A + log sum y (nats), R the self-weighted reduction of q and q (1 - y) common
 * to all, the derivatives with respect to p are
 *
 * <pre>
 *   dH = q (1-y) (-(L + A))          dA = q (1-y) (-(L + A + 1))
 *   dR = q (1-y) (g - R),  g = ((nu+1) q^nu - nu R q^(nu-1)) / sum q^nu
 *   d(share) = q (1-y) gamma s y^(gamma-1)
 * </pre>
 */
final class MembershipKernel {
    // what a tile keeps between the two passes
    private static final int Z = 0;
    private static final int LOG_SUM = 1;
    private static final int ACTIVATION = 2;
    private static final int ENTROPY = 3;
    private static final int REDUCTION = 4;
    private static final int REDUCTION_BOTTOM = 5;
    private static final int FOCAL_WEIGHT = 6;
    // scratch of a worker
    private static final int P = 0;
    private static final int LOG_Y = 1;
    private static final int Q = 2;
    private static final int WORK = 3;
    private static final int ROW = 4;
    private static final int COLUMN = 5;
    private static final int COLUMN_2 = 6;
    private static final int FILTER_SHAPED = 7;
    private static final int EXTRA = 8;

    private final LossOptions options;
    private final boolean focal;
    private final boolean shares;
    private final boolean signals;
    private final boolean subsampling;

    MembershipKernel(LossOptions options, boolean focal, boolean shares, boolean signals, boolean subsampling) {
        this.options = options;
        this.focal = focal;
        this.shares = shares;
        this.signals = signals;
        this.subsampling = subsampling;
    }

    /** Sums of one tile: entropies in nats, shares not yet divided by the number of patches. */
    record Sums(
            int patches,
            double entropy,
            double activation,
            double focalWeight,
            double focalEntropy,
            double[] shares,
            SignalMoments moments) {}

    /** First pass: fills {@code tile} with z and what the second pass needs, and returns the tile's sums. */
    Sums measure(Tensor x, Tensor filtersT, Tensor thresholds, Buffers tile, Buffers scratch) {
        int concepts = filtersT.size(0);
        int n = x.size(0);
        Tensor z = tile.get(Z, concepts, n);
        Tensor logSum = tile.get(LOG_SUM, 1, n);
        Tensor activation = tile.get(ACTIVATION, 1, n);
        Tensor entropy = tile.get(ENTROPY, 1, n);
        Tensor p = scratch.get(P, concepts, n);
        Tensor logY = scratch.get(LOG_Y, concepts, n);
        Tensor q = scratch.get(Q, concepts, n);
        Tensor work = scratch.get(WORK, concepts, n);
        Tensor row = scratch.get(ROW, 1, n);

        Kernels.product(z, filtersT, x.t());
        Kernels.subtract(p, z, thresholds);
        Kernels.logSigmoid(logY, p);
        Kernels.max(logSum, logY, 0);
        Kernels.subtract(q, logY, logSum);
        Kernels.exp(q, q);
        Kernels.sum(row, q, 0);
        Kernels.divide(q, q, row);
        Kernels.log(row, row);
        Kernels.add(logSum, logSum, row);
        Kernels.multiply(work, q, logY);
        Kernels.sum(activation, work, 0);
        Kernels.negate(activation, activation);
        Kernels.add(entropy, activation, logSum);

        double focalWeight = 0;
        double focalEntropy = 0;
        if (focal) {
            Tensor weight = focalWeights(q, work, tile);
            Kernels.multiply(row, weight, entropy);
            focalWeight = weight.sum().item();
            focalEntropy = row.sum().item();
        }
        double[] share = null;
        if (shares) {
            Kernels.exp(row, logSum);
            Kernels.multiply(work, q, row);
            Kernels.power(work, work, options.membershipExponent());
            Tensor column = scratch.get(COLUMN, concepts, 1);
            Kernels.sum(column, work, 1);
            share = column.toDoubles();
        }
        SignalMoments moments = signals ? moments(x, z, p, scratch) : null;
        return new Sums(n, entropy.sum().item(), activation.sum().item(), focalWeight, focalEntropy, share, moments);
    }

    /** The per-patch quantities behind {@link #measure}. */
    Memberships inspect(Tensor x, Tensor filtersT, Tensor thresholds, Buffers tile, Buffers scratch) {
        measure(x, filtersT, thresholds, tile, scratch);
        int n = x.size(0);
        Tensor q = scratch.get(Q, filtersT.size(0), n);
        return new Memberships(
                q.times(tile.get(LOG_SUM, 1, n).exp()).toDoubles(),
                q.toDoubles(),
                tile.get(ENTROPY, 1, n).times(1 / Math.log(2)).toDoubles(),
                tile.get(FOCAL_WEIGHT, 1, n).toDoubles());
    }

    private Tensor focalWeights(Tensor q, Tensor work, Buffers tile) {
        int n = q.size(1);
        Tensor reduction = tile.get(REDUCTION, 1, n);
        Tensor bottom = tile.get(REDUCTION_BOTTOM, 1, n);
        Tensor weight = tile.get(FOCAL_WEIGHT, 1, n);
        Kernels.power(work, q, options.reductionExponent());
        Kernels.sum(bottom, work, 0);
        Kernels.multiply(work, work, q);
        Kernels.sum(reduction, work, 0);
        Kernels.divide(reduction, reduction, bottom);
        Kernels.power(weight, reduction, options.focalExponent());
        Kernels.oneMinus(weight, weight);
        return weight;
    }

    /** Moments of the tile's own patches, centred within the tile so that nothing large cancels. */
    private SignalMoments moments(Tensor x, Tensor z, Tensor p, Buffers scratch) {
        int concepts = z.size(0);
        int width = x.size(1);
        Tensor mask = scratch.get(Q, z.shape());
        Tensor centred = scratch.get(WORK, z.shape());
        Tensor count = scratch.get(COLUMN, concepts, 1);
        Tensor mean = scratch.get(COLUMN_2, concepts, 1);
        selected(mask, p);
        Kernels.sum(count, mask, 1);
        double[] weight = count.toDoubles();
        Kernels.atLeast(count, count, 1);
        Kernels.multiply(centred, mask, z);
        Kernels.sum(mean, centred, 1);
        Kernels.divide(mean, mean, count);
        Kernels.subtract(centred, z, mean);
        Kernels.multiply(centred, centred, mask);

        Tensor sums = scratch.get(FILTER_SHAPED, concepts, width);
        Kernels.product(sums, mask, x);
        Kernels.divide(sums, sums, count);
        Matrix meanX = sums.toMatrix();
        Kernels.product(sums, centred, x);
        Matrix products = sums.toMatrix();
        double[] meanZ = mean.toDoubles();
        Kernels.multiply(centred, centred, centred);
        Kernels.sum(mean, centred, 1);
        return new SignalMoments(weight, meanX, meanZ, products, mean.toDoubles());
    }

    private void selected(Tensor mask, Tensor p) {
        if (subsampling) {
            Kernels.positive(mask, p);
        } else {
            Kernels.fill(mask, 1);
        }
    }

    /**
     * Plain numbers that turn the second pass into independent tiles, all in nats.
     *
     * @param entropy factor of every patch's H
     * @param focal factor of theta H, c / sum theta
     * @param focalMean the focal loss itself (nats)
     * @param activation factor of every patch's A
     * @param shares factor of y^gamma per concept, I x 1, or null when no share constraint pulls
     * @param signals what reaches z through the signal vectors, or null
     */
    record Coefficients(
            double entropy, double focal, double focalMean, double activation, Tensor shares, SignalTensors signals) {}

    /** A {@link SignalGradient} in the engine: directions I x D, slopes and constants I x 1. */
    record SignalTensors(Tensor directions, Tensor slopes, Tensor constants) {}

    /** Gradient of one tile: with respect to the filters (I x D) and to p summed over patches (I x 1). */
    record Gradient(Tensor filtersT, Tensor sumP) {}

    /** Second pass: the gradient of the whole-batch objective that flows through this tile. */
    Gradient differentiate(Tensor x, Tensor thresholds, Coefficients c, Buffers tile, Buffers scratch) {
        int concepts = thresholds.size(0);
        int n = x.size(0);
        Tensor z = tile.get(Z, concepts, n);
        Tensor p = scratch.get(P, concepts, n);
        Tensor logY = scratch.get(LOG_Y, concepts, n);
        Tensor q = scratch.get(Q, concepts, n);
        Tensor y = scratch.get(EXTRA, concepts, n);
        Tensor work = scratch.get(WORK, concepts, n);
        Tensor sum = scratch.get(ROW, 1, n);

        Kernels.subtract(p, z, thresholds);
        Kernels.logSigmoid(logY, p);
        Kernels.subtract(q, logY, tile.get(LOG_SUM, 1, n));
        Kernels.exp(q, q);
        Kernels.exp(sum, tile.get(LOG_SUM, 1, n));
        Kernels.multiply(y, q, sum);

        Tensor a = tile.get(ACTIVATION, 1, n);
        Tensor pull; // factor of -L per patch
        Tensor constant; // -(pull A + c_A + alpha R)
        if (c.focal() != 0) {
            Tensor h = tile.get(ENTROPY, 1, n);
            Tensor r = tile.get(REDUCTION, 1, n);
            Tensor alpha = h.plus(-c.focalMean())
                    .times(r.pow(options.focalExponent() - 1))
                    .times(-c.focal() * options.focalExponent());
            pull = tile.get(FOCAL_WEIGHT, 1, n).times(c.focal()).plus(c.entropy() + c.activation());
            constant = pull.times(a).plus(alpha.times(r)).plus(c.activation());
            reductionSlope(work, q, alpha, r, tile.get(REDUCTION_BOTTOM, 1, n));
        } else {
            pull = a.times(0).plus(c.entropy() + c.activation());
            constant = pull.times(a).plus(c.activation());
            Kernels.fill(work, 0);
        }
        Kernels.addProduct(work, work, -1, logY, pull);
        Kernels.subtract(work, work, constant);
        if (c.shares() != null) {
            double gamma = options.membershipExponent();
            Kernels.power(p, y, gamma - 1);
            Kernels.multiply(p, p, sum);
            Kernels.addProduct(work, work, gamma, p, c.shares());
        }
        Kernels.multiply(work, work, q);
        Kernels.oneMinus(y, y);
        Kernels.multiply(work, work, y);

        Tensor sumP = scratch.get(COLUMN, concepts, 1);
        Kernels.sum(sumP, work, 1);
        if (c.signals() != null) {
            addSignalGradient(work, x, z, thresholds, c.signals(), scratch);
        }
        Tensor filtersT = scratch.get(FILTER_SHAPED, concepts, x.size(1));
        Kernels.product(filtersT, work, x);
        return new Gradient(filtersT, sumP);
    }

    /** out = alpha g, with g the derivative of the self-weighted reduction. */
    private void reductionSlope(Tensor out, Tensor q, Tensor alpha, Tensor reduction, Tensor bottom) {
        double nu = options.reductionExponent();
        Tensor scaled = alpha.over(bottom);
        Kernels.multiply(out, q, scaled.times(nu + 1));
        Kernels.addProduct(out, out, -nu, scaled, reduction);
        if (nu == 2) {
            Kernels.multiply(out, out, q);
        } else {
            Kernels.multiply(out, out, q.pow(nu - 1));
        }
    }

    private void addSignalGradient(
            Tensor work, Tensor x, Tensor z, Tensor thresholds, SignalTensors signals, Buffers scratch) {
        Tensor mask = scratch.get(P, z.shape());
        Tensor extra = scratch.get(EXTRA, z.shape());
        Kernels.subtract(mask, z, thresholds);
        selected(mask, mask);
        Kernels.product(extra, signals.directions(), x.t());
        Kernels.addProduct(extra, extra, 1, z, signals.slopes());
        Kernels.add(extra, extra, signals.constants());
        Kernels.addProduct(work, work, 1, extra, mask);
    }
}
