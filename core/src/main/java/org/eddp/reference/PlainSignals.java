package org.eddp.reference;

import org.eddp.directions.step.SignalMoments;
import org.eddp.directions.step.Step.SignalSource;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/** Signal vectors by their definition, s_i = cov[x, z_i | p_i &gt; 0] / var[z_i | p_i &gt; 0], on whole-batch tensors. */
final class PlainSignals {
    private PlainSignals() {}

    /**
     * Signal vectors, D x I; a zero column where a concept has none.
     *
     * @param x n x D
     * @param z n x I, x W
     * @param p n x I, z - b; which patches count is decided by its sign and is a constant for gradients
     */
    static Tensor of(Tensor x, Tensor z, Tensor p, SignalSource source) {
        Tensor mask = p.greaterThan(source.subsampling() ? 0 : Double.NEGATIVE_INFINITY);
        Tensor count = mask.sum(0);
        Tensor atLeastOne = count.clamp(1, Double.POSITIVE_INFINITY);
        Tensor meanZ = z.times(mask).sum(0).over(atLeastOne);
        Tensor centred = z.minus(meanZ).times(mask);
        Tensor products = x.t().mm(centred);
        Tensor squares = centred.pow(2).sum(0);
        if (source.history() == null) {
            return quotient(products, squares, defined(count, meanZ, squares));
        }
        Past past = Past.of(source.history(), z.type());
        Tensor total = count.plus(past.weight());
        Tensor cross = past.weight().times(count).over(total.clamp(1e-300, Double.POSITIVE_INFINITY));
        Tensor deltaZ = meanZ.minus(past.meanZ());
        Tensor deltaX = x.t().mm(mask).over(atLeastOne).minus(past.meanX());
        Tensor allProducts = products.plus(past.products()).plus(deltaX.times(deltaZ.times(cross)));
        Tensor allSquares = squares.plus(past.squares()).plus(deltaZ.pow(2).times(cross));
        Tensor allMeanZ =
                meanZ.times(count).plus(past.meanZ().times(past.weight())).over(total);
        return quotient(allProducts, allSquares, defined(total, allMeanZ, allSquares));
    }

    private static Tensor quotient(Tensor products, Tensor squares, Tensor defined) {
        return products.times(defined)
                .over(squares.times(defined).plus(defined.times(-1).plus(1)));
    }

    /** 1 where a concept has at least two patches among which z varies, else 0; the rule of {@link SignalMoments}. */
    private static Tensor defined(Tensor count, Tensor meanZ, Tensor squares) {
        double[] n = count.toDoubles();
        double[] mean = meanZ.toDoubles();
        double[] square = squares.toDoubles();
        double[] defined = new double[n.length];
        for (int i = 0; i < n.length; i++) {
            defined[i] = n[i] >= 2 && square[i] > 1e-24 * mean[i] * mean[i] * n[i] ? 1 : 0;
        }
        return Tensor.of(defined, count.type(), 1, defined.length);
    }

    /** Moments of earlier batches in the orientation used here. */
    private record Past(Tensor weight, Tensor meanZ, Tensor meanX, Tensor products, Tensor squares) {
        static Past of(SignalMoments m, DType type) {
            int concepts = m.weight().length;
            return new Past(
                    Tensor.of(m.weight(), type, 1, concepts),
                    Tensor.of(m.meanZ(), type, 1, concepts),
                    Tensor.of(m.meanX().transpose(), type),
                    Tensor.of(m.products().transpose(), type),
                    Tensor.of(m.squares(), type, 1, concepts));
        }
    }
}
