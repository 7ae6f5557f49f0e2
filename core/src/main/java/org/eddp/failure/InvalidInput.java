package org.eddp.failure;

/**
 * A value or name that the user gave, or the content of a file, is not valid. The message names the value, the limit and
 * the remedy.
 *
 * <p>Arguments that only a programming error can make wrong are an {@link IllegalArgumentException} instead.
 */
public class InvalidInput extends Failure {
    private static final long serialVersionUID = 1L;

    /** A failure with a complete message. */
    public InvalidInput(String message) {
        super(message);
    }

    /** A failure with a complete message, and its cause. */
    public InvalidInput(String message, Throwable cause) {
        super(message, cause);
    }
}
