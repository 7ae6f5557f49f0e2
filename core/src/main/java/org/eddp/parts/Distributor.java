package org.eddp.parts;

import java.util.function.Consumer;

/** Has units of work done somewhere, and hands over what they gave in the order of the units. */
public interface Distributor {
    /** In this process, with the threads of the work. */
    Distributor HERE = new Distributor() {
        @Override
        public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
            work.run(first, end, inOrder);
        }
    };

    /**
     * Has consecutive units done.
     *
     * @param work ready to be done here; its {@linkplain Work#order order} is for others
     * @param end behind the last unit
     * @param inOrder takes what each unit gave, in order, once each, in the calling process
     */
    <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder);
}
