package org.eddp.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder of this process, made at first use and deleted when the process ends, unless it is killed. */
public final class ProcessFolder {
    private static Path folder;

    private ProcessFolder() {}

    /** The folder. */
    public static synchronized Path get() throws IOException {
        if (folder == null) {
            folder = Files.createTempDirectory("eddp-");
            Path own = folder;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> clear(own), "end of temporary files"));
        }
        return folder;
    }

    private static void clear(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // the system clears its temporary folder
        }
    }
}
