package org.eddp.directions.step;

import java.io.Serializable;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.tensor.Matrix;

/**
 * The passes over the patches of a batch that an evaluation is made of. There are two forms with the same results up to
 * rounding: {@link TiledPasses} on the engine, for any size, and {@link SmallPasses} on the heap, for batches so small
 * that the overhead of engine calls would dominate.
 */
interface Passes {
    /** First pass: the detectors' scores, which are kept, and the sums behind every loss and the signal vectors. */
    Totals measure();

    /**
     * Second pass, only if L^ur takes part: moves the features and applies the head.
     *
     * @param signals signal vectors (D x I), for {@link Kind#CONSTRAINED} only
     */
    Aligned align(Kind kind, Matrix signals);

    /**
     * Last pass: adds the gradient that flows through the scores.
     *
     * @param signals the gradient that reaches the scores through signal vectors, or null
     * @param filters modified
     * @param thresholds modified
     */
    void differentiate(
            MembershipKernel.Coefficients coefficients, SignalGradient signals, Matrix filters, double[] thresholds);

    /** The result of the second pass. */
    interface Aligned {
        /** The sum over images of the entropy of their predictions, in bits. */
        double entropy();

        /**
         * The gradient of {@code factor} times minus the entropy, except for the part that the last pass adds; this
         * call sets the factor of that part.
         */
        Alignment.Gradient backward(double factor);
    }

    /** Sums over a batch, or over a strip of it. */
    final class Totals implements Serializable {
        private static final long serialVersionUID = 1L;

        final MembershipKernel.Sums sums;
        private final int width;
        SignalMoments moments;

        Totals(int concepts, int width) {
            sums = new MembershipKernel.Sums(concepts);
            this.width = width;
        }

        void add(Totals strip) {
            sums.add(strip.sums);
            if (strip.moments != null) {
                moments = moments == null ? new SignalMoments(sums.shares.length, width) : moments;
                moments.merge(strip.moments);
            }
        }
    }
}
