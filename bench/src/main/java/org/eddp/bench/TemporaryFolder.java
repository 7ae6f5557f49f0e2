package org.eddp.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.eddp.files.FileFailure;

/** Folders of a measurement. */
final class TemporaryFolder {
    private TemporaryFolder() {}

    /** Deletes a folder with all that is in it, if there is one. */
    static void delete(Path folder) {
        if (folder == null || !Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw FileFailure.writing(folder, e);
        }
    }
}
