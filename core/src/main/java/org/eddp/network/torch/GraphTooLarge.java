package org.eddp.network.torch;

import org.eddp.network.NetworkFailure;

/** A program makes a graph that is too large, whatever the size of the images. */
public final class GraphTooLarge extends NetworkFailure {
    private static final long serialVersionUID = 1L;

    GraphTooLarge(String message) {
        super(message);
    }

    private GraphTooLarge(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public NetworkFailure after(String beginning) {
        return new GraphTooLarge(beginning + getMessage(), this);
    }
}
