package org.eddp.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.eddp.files.FileFailure;

/** Whether a folder holds a finished run, and whether it is still the same one. */
final class RunFolder {
    private static final int LOOKS = 40;
    private static final long LOOK_MILLIS = 50;

    private RunFolder() {}

    static boolean isFinished(Path folder) {
        return Files.exists(folder.resolve(Results.RUN));
    }

    /** Waits a moment, because a run that is being replaced has neither file for an instant. */
    static boolean awaitFinished(Path folder) {
        for (int look = 0; look < LOOKS && !isFinished(folder) && isBeingReplaced(folder); look++) {
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return isFinished(folder);
    }

    private static boolean isBeingReplaced(Path folder) {
        return Files.exists(folder.resolve(Results.BEGUN));
    }

    /** Identifies a run: another run in its place has another {@code run.json}. */
    static String stamp(Path folder) {
        Path file = folder.resolve(Results.RUN);
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.fileKey() + " " + attributes.size() + " " + attributes.lastModifiedTime();
        } catch (NoSuchFileException e) {
            return "none";
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }
}
