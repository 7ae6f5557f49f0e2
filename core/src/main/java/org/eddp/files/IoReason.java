package org.eddp.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;

/**
 * Why an operation on a file failed, in words for people.
 *
 * @param what the reason
 *
 * @param remedy for the user
 */
record IoReason(String what, String remedy) {
    private static final IoReason NOT_FOUND =
            new IoReason("no such file or folder", "check the path, or create the file first");
    private static final IoReason DENIED =
            new IoReason("permission denied", "change the permissions or choose another path");
    private static final IoReason IN_THE_WAY =
            new IoReason("something that is not a folder is in the way", "remove it or choose another path");
    private static final IoReason INTERRUPTED = new IoReason("the thread was interrupted", "run it again");
    private static final IoReason NOT_TEXT =
            new IoReason("the text cannot be encoded as UTF-8", "remove characters that are half of a pair");
    private static final IoReason SHORT =
            new IoReason("it ended early: something else changed it meanwhile", "run it again");

    private record Known(String needle, IoReason reason) {}

    /** Java has no exception class for most of these: only the text of the operating system tells them apart. */
    private static final List<Known> BY_TEXT = List.of(
            known("no space left", "no space left on the device", "free some space or choose another folder"),
            known("not enough space", "no space left on the device", "free some space or choose another folder"),
            known("quota", "the disk quota is used up", "free some space or choose another folder"),
            known("read-only file system", "the file system is read-only", "choose another folder"),
            new Known("permission denied", DENIED),
            new Known("operation not permitted", DENIED),
            known("is a directory", "it is a folder", "give the name of a file"),
            known("not a directory", "a part of the path is a file, not a folder", "choose another path"),
            known("a device or a pipe", "it is a device or a pipe, not a file", "give the name of a regular file"),
            known("name too long", "the file name is too long", "choose a shorter name"),
            known("too many open files", "too many files are open", "raise the limit with ulimit -n"));

    private static Known known(String needle, String what, String remedy) {
        return new Known(needle, new IoReason(what, remedy));
    }

    static IoReason of(IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return NOT_FOUND;
        }
        if (cause instanceof AccessDeniedException) {
            return DENIED;
        }
        if (cause instanceof FileAlreadyExistsException) {
            return IN_THE_WAY;
        }
        if (cause instanceof ClosedByInterruptException) {
            return INTERRUPTED;
        }
        if (cause instanceof CharacterCodingException) {
            return NOT_TEXT;
        }
        return cause instanceof EOFException ? SHORT : byText(cause);
    }

    private static IoReason byText(IOException cause) {
        String text = cause instanceof FileSystemException e && e.getReason() != null
                ? e.getReason()
                : cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        String lower = text.toLowerCase(Locale.ROOT);
        for (Known known : BY_TEXT) {
            if (lower.contains(known.needle())) {
                return known.reason();
            }
        }
        return new IoReason(text, "check the path and the disk, then run it again");
    }
}
