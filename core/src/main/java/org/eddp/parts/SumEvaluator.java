package org.eddp.parts;

import org.eddp.monitor.Monitor;

/**
 * Evaluates sums, either by computing all units now or from what parts stored. Code that uses the sums need not know which.
 */
public interface SumEvaluator {
    /** The value of a sum. */
    <S extends PartialResult<S>> S of(Sum<S> sum);

    /** An evaluator that computes the units now. */
    static SumEvaluator by(Distributor distributor, Monitor monitor) {
        return new SumEvaluator() {
            @Override
            public <S extends PartialResult<S>> S of(Sum<S> sum) {
                return sum.by(distributor, monitor);
            }
        };
    }
}
