package org.eddp.parts;

import org.eddp.monitor.Monitor;

/**
 * Evaluates sums, either by computing all units now or from what parts stored. Code that uses the sums need not know which.
 */
public interface Gathering {
    /** What a sum is. */
    <S extends PartialResult<S>> S of(Sum<S> sum);

    /** Has the units done. */
    static Gathering by(Distributor distributor, Monitor monitor) {
        return new Gathering() {
            @Override
            public <S extends PartialResult<S>> S of(Sum<S> sum) {
                return sum.by(distributor, monitor);
            }
        };
    }
}
