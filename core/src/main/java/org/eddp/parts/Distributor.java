package org.eddp.parts;

import java.util.function.Consumer;

/** Executes units of work, locally or remotely, and returns results in the order of the units. */
public interface Distributor {
    /** In this process, with the threads of the work. */
    Distributor HERE = new Distributor() {
        @Override
        public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
            work.run(first, end, inOrder);
        }
    };

    /**
     * Executes consecutive units.
     *
     * @param work prepared in this process; its {@linkplain Work#order order} is for other processes
     * @param end behind the last unit
     * @param inOrder receives the result of each unit, in order, once each, in the calling process
     */
    <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder);
}
