package org.eddp.directions.step;

import org.eddp.tensor.Matrix;

/**
 * Where the signal vectors of a step come from.
 *
 * @param subsampling take only patches where the detector fires; without it the estimate is biased whenever concepts
 *     exclude each other
 * @param history moments of earlier batches to merge with this one's, or null
 * @param fixed given signal vectors (D x I) to use instead of computing them, or null
 */
public record SignalSource(boolean subsampling, SignalMoments history, Matrix fixed) {
    /** From the batch alone, with sub-sampling. */
    public static final SignalSource BATCH = new SignalSource(true, null, null);

    /** Given signal vectors. */
    public static SignalSource fixed(Matrix signals) {
        return new SignalSource(true, null, signals);
    }
}
