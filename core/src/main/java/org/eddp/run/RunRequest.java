package org.eddp.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.files.json.Json;
import org.eddp.learning.LearnOptions.Variant;

/**
 * The options a run was started with, so that another process can continue it. Content of {@code asked.json}, which is
 * deleted when the run is finished.
 *
 * @param network file that features are computed with, as an absolute path
 * @param images that they are computed of, as an absolute path
 * @param features name of the folder that the features go into
 * @param layer of study
 * @param preprocessing name of a preset; null for the one declared in the network's file
 * @param concepts number of them; null for as many as the patches support
 * @param epochs passes over the images in steps (a), (b) and (d); null for the usual
 */
public record RunRequest(
        String network,
        String images,
        String features,
        String layer,
        @Json.MayBeNull String preprocessing,
        @Json.MayBeNull Integer concepts,
        Variant variant,
        @Json.MayBeNull List<Integer> epochs,
        long seed) {

    /** Whether a folder holds the request of an unfinished run. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(Results.ASKED));
    }

    /** Reads the request in a folder. */
    public static RunRequest read(Path folder) {
        return Json.read(folder.resolve(Results.ASKED), RunRequest.class);
    }

    /** Whether a folder holds learned results that must not be lost. */
    public static boolean hasLearned(Path folder) {
        return Files.exists(folder.resolve(Results.CHECKPOINT)) || Run.isFinished(folder);
    }

    /** Writes it into a folder, which is created if needed. */
    public void write(Path folder) {
        try (FolderLock lock = FolderLock.take(folder)) {
            Json.write(folder.resolve(Results.ASKED), this);
        }
    }

    /** Deletes the request of a finished run. */
    public static void forget(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve(Results.ASKED));
        } catch (IOException e) {
            throw FileFailure.writing(folder.resolve(Results.ASKED), e);
        }
    }
}
