package org.eddp.directions.step;

import org.eddp.directions.Manipulation.Kind;
import org.eddp.tensor.Matrix;

/**
 * The passes over the patches of a batch that an evaluation is made of. There are two forms with the same results up to rounding:
 * {@link TiledPasses} on the engine, for any size, and {@link SmallPasses} on the heap, for batches so small that calls of the
 * engine would cost more than what they compute.
 */
interface Passes {
    /** First pass: the detectors' scores, which are kept, and the sums behind every loss and the signal vectors. */
    StepTotals measure();

    /**
     * Second pass, only where L^ur is wanted: moves the features and asks the head.
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

    /** What the second pass found. */
    interface Aligned {
        /** The sum over images of the entropy of their predictions, in bits. */
        double entropy();

        /**
         * The gradient of {@code factor} times minus the entropy, except for what the last pass adds, which this call tells
         * the factor to.
         */
        Alignment.Gradient backward(double factor);
    }
}
