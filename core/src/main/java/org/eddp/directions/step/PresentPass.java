package org.eddp.directions.step;

import java.io.Serializable;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/** Second pass where only present concepts are moved ({@link PresentOnlyAlignment}). */
record PresentPass() implements Pass<PresentPass.Found> {
    private static final long serialVersionUID = 1L;

    /**
     * The result of a strip: entropy of images (bits), and the gradient of minus that with respect to Q^T, filters and
     * thresholds.
     */
    record Found(double entropy, Pass.Numbers liftT, Pass.Numbers filtersT, Pass.Numbers scores)
            implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public OnStrip<Found> prepare(Strips strips) {
        PresentOnlyAlignment kernel = kernel(strips);
        return (strip, mine) -> {
            PresentOnlyAlignment.Result result =
                    new PresentOnlyAlignment.Result(strips.concepts, strips.batch.width(), mine);
            for (int tile = strips.tiling.firstTile(strip); tile < strips.tiling.endTile(strip); tile++) {
                Tensor x = strips.tiling.tileRows(tile);
                kernel.run(x, strips.scores(tile, x.size(0)), strips.tiling.firstImage(tile), mine, result);
            }
            return new Found(
                    result.entropy,
                    Pass.Numbers.of(result.liftT),
                    Pass.Numbers.of(result.filtersT),
                    Pass.Numbers.of(result.scores));
        };
    }

    private static PresentOnlyAlignment kernel(Strips strips) {
        return new PresentOnlyAlignment(
                strips.detectors,
                strips.step.uncertainty(strips.batch),
                strips.step.activation,
                strips.batch,
                strips.request.strengths(),
                strips.step.algebra);
    }

    /** Sums over the batch. */
    static final class Totals implements Passes.Aligned {
        private final PresentOnlyAlignment kernel;
        private final Matrix liftT;
        private final Matrix filtersT;
        private final double[] scores;
        private double entropy;

        Totals(Strips strips) {
            kernel = kernel(strips);
            liftT = new Matrix(strips.concepts, strips.batch.width());
            filtersT = new Matrix(strips.concepts, strips.batch.width());
            scores = new double[strips.concepts];
        }

        void add(Found strip) {
            entropy += strip.entropy();
            strip.liftT().addTo(liftT.values(), 1);
            strip.filtersT().addTo(filtersT.values(), 1);
            strip.scores().addTo(scores, 1);
        }

        @Override
        public double entropy() {
            return entropy;
        }

        @Override
        public Alignment.Gradient backward(double factor) {
            return kernel.backward(liftT, filtersT, scores, factor);
        }
    }
}
