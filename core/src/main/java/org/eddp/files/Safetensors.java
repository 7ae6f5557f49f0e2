package org.eddp.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Reads and writes safetensors files; the format is specified in the documentation of this package. */
public final class Safetensors {
    private Safetensors() {}

    /**
     * Writes a file atomically, with a checksum. The same content gives the same bytes.
     *
     * @throws FileFailure if the file cannot be written
     */
    public static void write(Path file, SafetensorsFile content) {
        AtomicFile.write(file, new SafetensorsWriter(content)::writeTo);
    }

    /**
     * Reads a file and checks all of it, the checksum included if there is one.
     *
     * @throws FileFailure if the file cannot be read, is damaged, or needs more memory than there is
     */
    public static SafetensorsFile read(Path file) {
        return read(file, Runtime.getRuntime().maxMemory());
    }

    static SafetensorsFile read(Path file, long memory) {
        try (FileChannel channel = Inputs.open(file)) {
            return new SafetensorsReader(channel, memory).read(file.toString());
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        } catch (BadFormat e) {
            throw new FileFailure("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
