package org.eddp.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RepeatedReadingTest {
    private final AtomicInteger attempts = new AtomicInteger();

    private RepeatedReading.Reading<String> failing(int times, IOException failure) {
        return () -> {
            if (attempts.incrementAndGet() <= times) {
                throw failure;
            }
            return "content";
        };
    }

    @Test
    void aFileThatAnswersTheThirdTimeIsRead() throws IOException {
        assertThat(RepeatedReading.of(failing(2, new IOException("Input/output error"))))
                .isEqualTo("content");
        assertThat(attempts).hasValue(3);
    }

    @Test
    void theFourthFailureIsNotAwaited() {
        IOException failure = new IOException("Input/output error");
        assertThatThrownBy(() -> RepeatedReading.of(failing(9, failure))).isSameAs(failure);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void missingAndForbiddenFilesAreAskedForOnce() {
        assertThatThrownBy(() -> RepeatedReading.of(failing(9, new NoSuchFileException("x"))))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> RepeatedReading.of(failing(9, new AccessDeniedException("x"))))
                .isInstanceOf(AccessDeniedException.class);
        assertThat(attempts).hasValue(2);
    }
}
