package org.eddp.study.measure;

import java.util.function.Consumer;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Work;
import org.eddp.parts.WorkOrder;

/**
 * Work that a few lines do, here or where its order was opened.
 *
 * @param units how many there are
 * @param order the same for another process
 * @param monitor watches
 * @param doing does units
 */
record ShardWork<R>(int units, WorkOrder<R> order, Monitor monitor, Doing<R> doing) implements Work<R> {
    /** Does consecutive units, as {@link Work#run} says. */
    interface Doing<R> {
        void run(int first, int end, Consumer<? super R> inOrder);
    }

    @Override
    public void run(int first, int end, Consumer<? super R> inOrder) {
        doing.run(first, end, inOrder);
    }
}
