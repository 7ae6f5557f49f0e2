package org.eddp.directions.step;

import java.io.Serializable;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * The elements of a tensor on the heap, in the precision in which they were computed. So a sum that is computed later, perhaps in
 * another process, adds the same numbers.
 *
 * @param single null if they are of double precision
 * @param full null if they are of single precision
 */
record StripNumbers(float[] single, double[] full) implements Serializable {
    private static final long serialVersionUID = 1L;

    static StripNumbers of(Tensor tensor) {
        return tensor.type() == DType.FLOAT32
                ? new StripNumbers(tensor.toFloats(), null)
                : new StripNumbers(null, tensor.toDoubles());
    }

    /** Adds a multiple of them to sums of as many numbers. */
    void addTo(double[] sums, double factor) {
        if (single != null) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += factor * single[i];
            }
        } else {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += factor * full[i];
            }
        }
    }
}
