package org.eddp.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Opens regular files for reading. A pipe or a device would never end. */
public final class Inputs {
    private Inputs() {}

    /**
     * Opens a regular file. Linux opens a folder without complaint and fails at the first read; a pipe would wait for
     * ever.
     */
    public static FileChannel open(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "Is a directory");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileSystemException(file.toString(), null, "it is a device or a pipe, not a file");
        }
        return FileChannel.open(file, StandardOpenOption.READ);
    }

    /** The same as a stream. */
    public static InputStream stream(Path file) throws IOException {
        return Channels.newInputStream(open(file));
    }

    /** The lines of a text in UTF-8. */
    public static List<String> lines(Path file) throws IOException {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(stream(file), StandardCharsets.UTF_8.newDecoder()))) {
            return reader.lines().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
