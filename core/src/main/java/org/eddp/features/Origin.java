package org.eddp.features;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.files.Json;

/**
 * Content of {@code origin.json}: where the files of a result lay when it was made, so that later commands find them. It
 * is a convenience and no part of the result: what was used is told by checksums.
 *
 * @param network file, absolute
 * @param images folder or list, absolute
 * @param features folder of the feature set, absolute; null in a feature set itself
 */
public record Origin(
        @Json.MayBeNull String network,
        @Json.MayBeNull String images,
        @Json.MayBeNull String features) {
    private static final String NAME = "origin.json";

    /** Writes it into a folder; arguments may be null. */
    public static void write(Path folder, Path network, Path images, Path features) {
        Json.write(folder.resolve(NAME), new Origin(absolute(network), absolute(images), absolute(features)));
    }

    /** Reads it from a folder; all unknown if there is none. */
    public static Origin read(Path folder) {
        Path file = folder.resolve(NAME);
        return Files.exists(file) ? Json.read(file, Origin.class) : new Origin(null, null, null);
    }

    private static String absolute(Path path) {
        return path == null ? null : path.toAbsolutePath().normalize().toString();
    }
}
