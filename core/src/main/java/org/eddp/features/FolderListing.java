package org.eddp.features;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.eddp.files.FileFailure;

/** The files of a remote folder, by few requests. */
final class FolderListing {
    private FolderListing() {}

    /** Their lengths by name. */
    static Map<String, Long> lengths(Path folder) {
        Map<String, Long> lengths = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                lengths.put(file.getFileName().toString(), Files.size(file));
            }
        } catch (DirectoryIteratorException e) {
            throw FileFailure.reading(folder, e.getCause());
        } catch (IOException e) {
            throw FileFailure.reading(folder, e);
        }
        return lengths;
    }
}
