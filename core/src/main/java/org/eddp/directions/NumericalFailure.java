package org.eddp.directions;

import org.eddp.failure.Failure;

/** A loss or gradient that is not a finite number: learning stopped before it could spread. */
public final class NumericalFailure extends Failure {
    private static final long serialVersionUID = 1L;

    public NumericalFailure(String message) {
        super(message);
    }
}
