package org.eddp.parts;

import java.util.function.Consumer;
import org.eddp.monitor.Monitor;

/**
 * Work on a set of images, in units: shards of images, or something else that does not depend on who does it. Units know nothing of each other: what one gives depends on the set and
 * the settings, and not on who does it, with how many threads, or what else was done before.
 *
 * @param <R> what a unit gives
 */
public interface Work<R> extends AutoCloseable {
    /** Number of units, which are 0 .. units - 1. */
    int units();

    /**
     * Does some consecutive units here.
     *
     * @param end behind the last one
     * @param inOrder takes what each gave, in order, each as soon as it and all before it are done
     */
    void run(int first, int end, Consumer<? super R> inOrder);

    /** The same work for another process. */
    WorkOrder<R> order();

    /** Receives the number of units that were done elsewhere, and may stop the rest. */
    default Monitor monitor() {
        return Monitor.NONE;
    }

    /** Whether units are so small that one process should compute many of them: a step of learning, not a shard. */
    default boolean preferFewTasks() {
        return false;
    }

    /** Releases what was opened for the work. */
    @Override
    default void close() {}
}
