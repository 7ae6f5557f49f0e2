package org.eddp.directions.step;

import java.io.Serializable;
import org.eddp.tensor.Matrix;

/**
 * Second pass: uncertainty region alignment by an affine map.
 *
 * @param lift Q, D x I
 */
record AlignPass(Matrix lift) implements Pass<AlignPass.Found> {
    private static final long serialVersionUID = 1L;

    /**
     * The result of a strip: entropy of images (bits), and the gradient of minus that with respect to P and c, or to Q.
     *
     * @param matrix of P (D x D) or of Q (D x I)
     * @param offset of c, row by row of the strip; zeros where the way back is through Q
     */
    record Found(double entropy, Pass.Numbers matrix, Pass.Numbers offset) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public OnStrip<Found> prepare(Strips strips) {
        PredictionEntropy uncertainty = strips.step.uncertainty(strips.batch);
        AlignmentKernel kernel = new AlignmentKernel(
                lift, uncertainty, strips.step.activation, strips.batch, strips.request.strengths());
        return (strip, mine) -> {
            AlignmentKernel.Result result = kernel.start(mine);
            int[] bounds = strips.tiling.groups(strip, uncertainty.imagesTogether());
            for (int k = 1; k < bounds.length; k++) {
                kernel.run(strips, bounds[k - 1], bounds[k], mine, result);
            }
            return new Found(result.entropy, Pass.Numbers.of(result.matrix), Pass.Numbers.of(result.offset));
        };
    }

    /** Sums over the batch; the loss is minus the entropy. */
    static final class Totals implements Passes.Aligned {
        private final Alignment alignment;
        private final boolean throughScores;
        private final Matrix matrix;
        private final double[] offset;
        private double entropy;
        private double scorePull;

        Totals(Alignment alignment) {
            this.alignment = alignment;
            int width = alignment.lift().rows();
            int concepts = alignment.lift().columns();
            throughScores = AlignmentKernel.throughScores(concepts, width);
            matrix = new Matrix(width, throughScores ? concepts : width);
            offset = new double[width];
        }

        void add(Found strip) {
            entropy += strip.entropy();
            strip.matrix().addTo(matrix.values(), 1);
            strip.offset().addTo(offset, -1); // x' = x - kappa (x P - c)
        }

        @Override
        public double entropy() {
            return entropy;
        }

        @Override
        public Alignment.Gradient backward(double factor) {
            scorePull = throughScores ? factor : 0;
            Matrix scaled = matrix.times(factor);
            return throughScores
                    ? alignment.backward(scaled)
                    : alignment.backward(
                            scaled, Matrix.row(offset).times(factor).values());
        }

        /** Factor of the gradient with respect to the scores that the tiles keep; 0 if they keep none. */
        double scorePull() {
            return scorePull;
        }
    }
}
