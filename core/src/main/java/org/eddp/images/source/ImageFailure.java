package org.eddp.images.source;

import org.eddp.failure.Failure;

/**
 * A picture cannot be decoded. The message is for users: it names the file, the reason and a remedy, and needs no stack
 * trace.
 */
public final class ImageFailure extends Failure {
    /** A failure with a complete message. */
    public ImageFailure(String message) {
        super(message);
    }

    /** A failure with a complete message and its cause. */
    public ImageFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
