package org.eddp.study.measure;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;

/**
 * Work on shards that this process does itself, or describes for another process.
 *
 * @param units how many there are
 * @param described makes the order for another process; called only if the work is sent
 * @param monitor observes the work
 * @param doing computes units
 */
record ShardWork<R>(int units, Supplier<WorkOrder<R>> described, Monitor monitor, Doing<R> doing) implements Work<R> {
    /** Computes consecutive units, as in {@link Work#run}. */
    interface Doing<R> {
        void run(int first, int end, Consumer<? super R> inOrder);
    }

    @Override
    public WorkOrder<R> order() {
        return described.get();
    }

    @Override
    public void run(int first, int end, Consumer<? super R> inOrder) {
        doing.run(first, end, inOrder);
    }
}
