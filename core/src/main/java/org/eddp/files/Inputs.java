package org.eddp.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Opens files for reading. */
final class Inputs {
    private Inputs() {}

    /**
     * Opens a regular file. Linux opens a folder without complaint and fails at the first read; a pipe would wait for
     * ever.
     */
    static FileChannel open(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "Is a directory");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileSystemException(file.toString(), null, "it is a device or a pipe, not a file");
        }
        return FileChannel.open(file, StandardOpenOption.READ);
    }
}
