package org.eddp.directions.step;

import java.io.Serializable;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * One of the passes over the strips of a batch: the inputs that all strips share, as plain numbers that can be sent to
 * other processes.
 *
 * @param <T> the result of a strip, on the heap
 */
interface Pass<T extends Serializable> extends Serializable {
    /** Copies the shared inputs into the engine; they belong to the open scope. */
    OnStrip<T> prepare(Strips strips);

    /** The prepared pass, for any strip. */
    interface OnStrip<T> {
        /**
         * Runs it on one strip; on any thread.
         *
         * @param scratch of this thread
         */
        T run(int strip, Buffers scratch);
    }

    /**
     * The elements of a tensor on the heap, in the precision in which they were computed. So a sum that is computed later, perhaps in
     * another process, adds the same numbers.
     *
     * @param single null if they are of double precision
     * @param full null if they are of single precision
     */
    record Numbers(float[] single, double[] full) implements Serializable {
        private static final long serialVersionUID = 1L;

        static Numbers of(Tensor tensor) {
            return tensor.type() == DType.FLOAT32
                    ? new Numbers(tensor.toFloats(), null)
                    : new Numbers(null, tensor.toDoubles());
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
}
