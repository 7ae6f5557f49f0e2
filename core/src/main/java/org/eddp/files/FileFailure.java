package org.eddp.files;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file could not be read or written. The message is for the person at the keyboard: it names the file, the reason and
 * what to do, and needs no stack trace.
 */
public class FileFailure extends RuntimeException {
    /** A failure with a message that already says everything. */
    public FileFailure(String message) {
        super(message);
    }

    /** A failure with a message that already says everything, and what caused it. */
    public FileFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /** {@code file} could not be read. */
    public static FileFailure reading(Path file, IOException cause) {
        IoReason reason = IoReason.of(cause);
        return new FileFailure("cannot read " + file + ": " + reason.what() + "; " + reason.remedy(), cause);
    }

    /** Why an operation on a file failed, in words for people. */
    public static String reason(IOException cause) {
        return IoReason.of(cause).what();
    }

    /** {@code file} could not be written. */
    public static FileFailure writing(Path file, IOException cause) {
        IoReason reason = IoReason.of(cause);
        return new FileFailure("cannot write " + file + ": " + reason.what() + "; " + reason.remedy(), cause);
    }
}
