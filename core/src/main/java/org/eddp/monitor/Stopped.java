package org.eddp.monitor;

/** Work ended before it was finished because it was asked to; what was done is saved if there is a place for it. */
public class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A stop with a message for the user. */
    public Stopped(String message) {
        super(message);
    }
}
