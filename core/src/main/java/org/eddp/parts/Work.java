package org.eddp.parts;

import java.io.Serializable;
import java.util.function.Consumer;
import org.eddp.monitor.Monitor;

/**
 * Work on a set of images, in units: shards of images, or others. Units are independent: a result depends on the set
 * and the settings, not on the process, its threads or earlier work.
 *
 * @param <R> the result of a unit
 */
public interface Work<R> extends AutoCloseable {
    /** Number of units, which are 0 .. units - 1. */
    int units();

    /**
     * Computes consecutive units in this process.
     *
     * @param end behind the last one
     * @param inOrder receives the results in order, each as soon as it and all before it are done
     */
    void run(int first, int end, Consumer<? super R> inOrder);

    /** The same work for another process. */
    WorkOrder<R> order();

    /** Receives the number of units that were done elsewhere, and may stop the rest. */
    default Monitor monitor() {
        return Monitor.NONE;
    }

    /** The pictures of a finished unit, which a cluster counts while work runs; none if units are not pictures. */
    default PictureCount pictures(R result) {
        return PictureCount.NONE;
    }

    /**
     * Pictures of a unit.
     *
     * @param listed all of them
     * @param broken those that could not be read
     */
    record PictureCount(long listed, long broken) {
        static final PictureCount NONE = new PictureCount(0, 0);
    }

    /** Whether units are so small that one process should compute many of them: a step of learning, not a shard. */
    default boolean preferFewTasks() {
        return false;
    }

    /** Releases the resources of the work. */
    @Override
    default void close() {}

    /**
     * A serializable description of work: paths and settings, small enough to be sent to every process. It contains neither
     * a network nor features; the process opens them by path and checks that they are unchanged.
     *
     * @param <R> the result of a unit
     */
    interface WorkOrder<R> extends Serializable {
        /**
         * Prepares the work in this process.
         *
         * @throws org.eddp.files.FileFailure if an input is missing or has changed
         */
        Work<R> open(WorkerContext place);

        /** A few words about the work, for people who watch a cluster. */
        default String title() {
            return "work";
        }

        /** The result of a unit as bytes. */
        byte[] toBytes(R result);

        /**
         * Reads the bytes of {@link #toBytes}.
         *
         * @throws org.eddp.files.FileFailure if they are not valid
         */
        R fromBytes(byte[] bytes);
    }
}
