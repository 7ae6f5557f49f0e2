package org.eddp.files;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Places that must not be written. Permissions do not apply to the administrator, and tests in a container run as administrator.
 * The kernel's own folders on Linux refuse every user.
 */
final class Protected {
    private Protected() {}

    /** A folder that says it is not writable. */
    static Path folder(Path in) throws IOException {
        return choose(Files.createDirectory(in.resolve("locked")), Path.of("/proc/sys"));
    }

    /** A folder in which no file can be created, whatever it says. */
    static Path closedFolder(Path in) throws IOException {
        return choose(Files.createDirectory(in.resolve("locked")), Path.of("/sys"));
    }

    /** A file that says it is not writable. */
    static Path file(Path in) throws IOException {
        return choose(Files.writeString(in.resolve("run.json"), "mine"), Path.of("/proc/sys/kernel/ostype"));
    }

    private static Path choose(Path own, Path kernels) {
        boolean locked = own.toFile().setWritable(false) && !Files.isWritable(own);
        assumeTrue(locked || Files.exists(kernels), "the administrator may write everywhere on this system");
        return locked ? own : kernels;
    }
}
