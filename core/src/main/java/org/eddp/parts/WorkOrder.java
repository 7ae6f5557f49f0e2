package org.eddp.parts;

import java.io.Serializable;

/**
 * Work in words and a few numbers: where things lie and what to do with them, small enough to be sent to every process that takes part. Neither a
 * network nor features are in it; they are opened by path where the work is done, and must be those that it was described with.
 *
 * @param <R> what a unit gives
 */
public interface WorkOrder<R> extends Serializable {
    /**
     * Gets ready to do units of the work in this process.
     *
     * @throws org.eddp.files.FileFailure if something is not where it should be, or not what it was
     */
    Work<R> open(WorkerContext place);

    /** What a unit gave, as bytes that another process understands. */
    byte[] toBytes(R result);

    /**
     * What {@link #toBytes} wrote.
     *
     * @throws org.eddp.files.FileFailure if it is something else
     */
    R fromBytes(byte[] bytes);
}
