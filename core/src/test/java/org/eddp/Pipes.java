package org.eddp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Named pipes: opening one for reading blocks until it is opened for writing. */
public final class Pipes {
    private static final Path PROGRAM = Path.of("/usr/bin/mkfifo");

    private Pipes() {}

    /** Makes one; skips the test where there are none. */
    public static Path make(Path place) throws IOException {
        assumeTrue(Files.isExecutable(PROGRAM));
        try {
            int code = new ProcessBuilder(PROGRAM.toString(), place.toString())
                    .start()
                    .waitFor();
            assertThat(code).isZero();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return place;
    }
}
