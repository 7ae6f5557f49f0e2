package org.eddp.network;

/**
 * A network cannot be loaded or used. The message is for the person at the keyboard: it names the file or layer, the
 * reason and what to do, and needs no stack trace.
 */
public class NetworkFailure extends RuntimeException {
    /** A failure with a message that already says everything. */
    public NetworkFailure(String message) {
        super(message);
    }

    /** A failure with a message that already says everything, and what caused it. */
    public NetworkFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
