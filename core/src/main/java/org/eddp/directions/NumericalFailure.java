package org.eddp.directions;

/** A loss or gradient that is not a finite number: learning stopped before it could spread. */
public final class NumericalFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NumericalFailure(String message) {
        super(message);
    }
}
