package org.eddp.network;

import org.eddp.failure.Failure;

/**
 * A network cannot be loaded or used. The message is for users: it names the file or layer, the reason and a remedy,
 * and needs no stack trace.
 */
public class NetworkFailure extends Failure {
    private static final long serialVersionUID = 1L;

    /** Messages quote names and texts of files, which may be of any length. */
    private static final int LONGEST = 4000;

    /** A failure with a complete message. */
    public NetworkFailure(String message) {
        super(shortened(message));
    }

    /** A failure with a complete message and its cause. */
    public NetworkFailure(String message, Throwable cause) {
        super(shortened(message), cause);
    }

    /** The beginning, with the file, and the end, with the advice. */
    private static String shortened(String message) {
        return message.length() <= LONGEST
                ? message
                : message.substring(0, LONGEST / 2) + " ... " + message.substring(message.length() - LONGEST / 2);
    }

    /** The same failure, of the same kind, with something in front of its message. */
    public NetworkFailure after(String beginning) {
        return new NetworkFailure(beginning + getMessage(), this);
    }

    /** The network has several outputs and none was chosen. Front ends add how to choose. */
    public static final class OutputNeeded extends NetworkFailure {
        private static final long serialVersionUID = 1L;

        /** A failure with a message to which front ends append how to choose an output. */
        public OutputNeeded(String message) {
            super(message);
        }

        private OutputNeeded(String message, Throwable cause) {
            super(message, cause);
        }

        @Override
        public NetworkFailure after(String beginning) {
            return new OutputNeeded(beginning + getMessage(), this);
        }
    }

    /**
     * The network leaves the size of its images open and does not run on usual sizes. Front ends add how to give a
     * size.
     */
    public static final class SizeNeeded extends NetworkFailure {
        private static final long serialVersionUID = 1L;

        /** A failure with a message to which front ends append how to give a size. */
        public SizeNeeded(String message, Throwable cause) {
            super(message, cause);
        }

        @Override
        public NetworkFailure after(String beginning) {
            return new SizeNeeded(beginning + getMessage(), this);
        }
    }
}
