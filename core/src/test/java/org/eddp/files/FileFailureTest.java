package org.eddp.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FileFailureTest {
    private static final Path FILE = Path.of("x", "run.json");

    static Stream<Arguments> reasons() {
        return Stream.of(
                Arguments.of(
                        new IOException("No space left on device"), "no space left on the device; free some space"),
                Arguments.of(new IOException("There is not enough space on the disk"), "no space left on the device"),
                Arguments.of(new IOException("Disk quota exceeded"), "the disk quota is used up; free some space"),
                Arguments.of(new AccessDeniedException("x"), "permission denied; change the permissions"),
                Arguments.of(system("Operation not permitted"), "permission denied; change the permissions"),
                Arguments.of(system("Read-only file system"), "the file system is read-only; choose another folder"),
                Arguments.of(new NoSuchFileException("x"), "no such file or folder; check the path"),
                Arguments.of(system("Is a directory"), "it is a folder; give the name of a file"),
                Arguments.of(system("Not a directory"), "a part of the path is a file, not a folder; choose another"),
                Arguments.of(system("File name too long"), "the file name is too long; choose a shorter name"),
                Arguments.of(system("Too many open files"), "too many files are open; raise the limit with ulimit -n"),
                Arguments.of(new ClosedByInterruptException(), "the thread was interrupted; run it again"),
                Arguments.of(new EOFException(), "it ended early: something else changed it meanwhile; run it again"),
                Arguments.of(new IOException("Input/output error"), "Input/output error; check the path and the disk"),
                Arguments.of(new IOException(), "IOException; check the path and the disk"));
    }

    private static IOException system(String reason) {
        return new FileSystemException("x", null, reason);
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void saysTheReasonAndTheRemedy(IOException cause, String expected) {
        assertThat(FileFailure.writing(FILE, cause))
                .hasMessageStartingWith("cannot write " + FILE + ": " + expected)
                .hasCause(cause);
    }

    @Test
    void distinguishesReadingFromWriting() {
        assertThat(FileFailure.reading(FILE, new NoSuchFileException("x")))
                .hasMessage(
                        "cannot read " + FILE + ": no such file or folder; check the path, or create the file first");
    }
}
