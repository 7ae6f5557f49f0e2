package org.eddp.directions.step;

import java.io.Serializable;
import org.eddp.tensor.Buffers;

/**
 * One of the passes over the strips of a batch: what all strips have to know of the batch as a whole, as plain numbers that can be sent anywhere.
 *
 * @param <T> what a strip gives, on the heap
 */
interface Pass<T extends Serializable> extends Serializable {
    /** Puts what all strips share into the engine, where it belongs to the open scope. */
    OnStrip<T> prepare(Strips strips);

    /** The pass, ready to be done on any strip. */
    interface OnStrip<T> {
        /**
         * Does it on one strip; on any thread.
         *
         * @param scratch of this thread
         */
        T run(int strip, Buffers scratch);
    }
}
