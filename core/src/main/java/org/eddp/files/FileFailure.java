package org.eddp.files;

import java.io.IOException;
import java.nio.file.Path;
import org.eddp.failure.Failure;

/**
 * A file could not be read or written. The message is for users: it names the file, the reason and a remedy, and needs
 * no stack trace.
 */
public class FileFailure extends Failure {
    /** A failure with a complete message. */
    public FileFailure(String message) {
        super(message);
    }

    /** A failure with a complete message and its cause. */
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
