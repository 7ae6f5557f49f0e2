package org.eddp.images;

/**
 * A picture cannot be decoded. The message is for the person at the keyboard: it names the file, the reason and what to
 * do, and needs no stack trace.
 */
public final class ImageFailure extends RuntimeException {
    /** A failure with a message that already says everything. */
    public ImageFailure(String message) {
        super(message);
    }

    /** A failure with a message that already says everything, and what caused it. */
    public ImageFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
