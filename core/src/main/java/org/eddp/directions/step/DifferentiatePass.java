package org.eddp.directions.step;

import java.io.Serializable;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Tensor;

/**
 * Last pass: the sums of the batch are known, so every coefficient is a plain number and the gradient of each strip can
 * be computed independently.
 *
 * @param signals the gradient that reaches the scores through signal vectors, or null
 * @param alignmentPull factor of the gradient of L^ur that is stored in the tiles; 0 if there is none
 */
record DifferentiatePass(MembershipKernel.Coefficients coefficients, SignalGradient signals, double alignmentPull)
        implements Pass<DifferentiatePass.Found> {
    private static final long serialVersionUID = 1L;

    /**
     * The result of a strip: the gradient with respect to the filters (D x I), and to the scores summed over patches.
     */
    record Found(Pass.Numbers filters, Pass.Numbers sumP) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public OnStrip<Found> prepare(Strips strips) {
        SignalKernel.Gradient flow = signals == null ? null : strips.signalKernel.gradient(signals, strips.type);
        double[] shares = coefficients.shares();
        Tensor shareColumn = shares == null ? null : Tensor.of(shares, strips.type, strips.concepts, 1);
        return (strip, mine) -> {
            StripGradient gradient = gradient(strips, strip, shareColumn, flow, mine);
            return new Found(Pass.Numbers.of(gradient.filters()), Pass.Numbers.of(gradient.sumP()));
        };
    }

    private StripGradient gradient(Strips strips, int strip, Tensor shares, SignalKernel.Gradient flow, Buffers mine) {
        Tiling tiling = strips.tiling;
        StripGradient total = StripGradient.zero(strips.concepts, strips.batch.width(), mine);
        double[] listed = flow == null || strips.firing[strip] == null
                ? null
                : flow.alongPairs(tiling.stripRows(strip), strips.firing[strip]);
        int column = 0;
        for (int tile = tiling.firstTile(strip); tile < tiling.endTile(strip); tile++) {
            Tensor x = tiling.tileRows(tile);
            int n = x.size(0);
            Tensor dScores =
                    strips.kernel.differentiate(coefficients, shares, strips.concepts, n, strips.tile(tile), mine);
            if (alignmentPull != 0) {
                Tensor aligned = MembershipKernel.alignmentFlow(strips.tile(tile), strips.concepts, n);
                Kernels.addScaled(dScores, dScores, alignmentPull, aligned);
            }
            total.addThresholds(dScores, mine);
            // signal vectors depend on w.x, not on the thresholds
            if (listed != null) {
                strips.firing[strip].addTo(dScores, column, listed);
            } else if (flow != null) {
                flow.addTo(dScores, x, strips.scores(tile, n), mine);
            }
            // measured: as D x I up to twice as fast as I x D
            Kernels.accumulateProduct(total.filters(), x.t(), dScores.t());
            column += n;
        }
        return total;
    }

    /** Gradient of a strip: with respect to the filters (D x I) and to the scores summed over patches (I x 1). */
    private record StripGradient(Tensor filters, Tensor sumP) {
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
}
