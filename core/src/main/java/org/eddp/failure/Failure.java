package org.eddp.failure;

import java.nio.file.InvalidPathException;
import java.util.Optional;

/**
 * A failure that a user can correct. The message is for this user: it names the file or value, the reason, and after a
 * semicolon the remedy. It does not name command-line options. If the remedy depends on the front end, the failure has
 * a type of its own, and its message ends where the front end adds the remedy.
 */
public abstract class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A failure with a complete message. */
    protected Failure(String message) {
        super(message);
    }

    /** A failure with a complete message, and its cause. */
    protected Failure(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Decides for all front ends whether a user can correct what happened.
     *
     * @return the failure to show, or empty if the exception is unexpected and its stack trace belongs in a log
     */
    public static Optional<Failure> of(Throwable thrown) {
        if (thrown instanceof InvalidPathException path) {
            return Optional.of(new UnusablePath(path));
        }
        return thrown instanceof Failure failure ? Optional.of(failure) : Optional.empty();
    }

    /** Java refuses a path only when it is used, for example one that a file of a run names. */
    private static final class UnusablePath extends Failure {
        private static final long serialVersionUID = 1L;

        UnusablePath(InvalidPathException path) {
            super(
                    "'" + path.getInput() + "' is not a valid path here: " + path.getReason()
                            + "; correct it, or set a locale with UTF-8, such as LC_ALL=C.UTF-8, if it has letters"
                            + " that are not ASCII",
                    path);
        }
    }
}
