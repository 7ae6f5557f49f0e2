package org.eddp.studio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.eddp.files.FileFailure;

/** A private folder for files that live as long as a studio; created on demand. */
final class Scratch implements AutoCloseable {
    private Path folder;

    synchronized Path folder() {
        if (folder == null) {
            try {
                folder = Files.createTempDirectory("eddp-studio-");
            } catch (IOException e) {
                throw FileFailure.writing(Path.of(System.getProperty("java.io.tmpdir")), e);
            }
        }
        return folder;
    }

    @Override
    public synchronized void close() {
        if (folder == null) {
            return;
        }
        delete(folder);
        folder = null;
    }

    /** Deletes a folder with what is in it, if it is there. */
    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw FileFailure.writing(folder, e);
        }
    }
}
