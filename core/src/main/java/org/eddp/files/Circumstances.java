package org.eddp.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Content of {@code circumstances.json}, in every folder that results are written to: what differs between two makings of the
 * same result. Places of files, command lines as they were typed, threads and seconds stand here and in no other file, so
 * that all others of two such folders have the same bytes.
 *
 * @param places where files lay that the results were made from, by what they are
 * @param commands how they were asked for, by the command that results say they were made by
 * @param seconds how long parts of the work took
 */
public record Circumstances(Map<String, Place> places, Map<String, Typed> commands, Map<String, Double> seconds) {
    /** Its name. */
    public static final String NAME = "circumstances.json";

    private static final Circumstances NONE = new Circumstances(Map.of(), Map.of(), Map.of());

    /**
     * Where something lay.
     *
     * @param absolute path
     * @param relative to the folder of the results, so that all of it can be moved together; null if there is no such path
     */
    public record Place(String absolute, @Json.MayBeNull String relative) {
        /** Where a file lies, seen from a folder. */
        public static Place of(Path file, Path folder) {
            Path absolute = file.toAbsolutePath().normalize();
            Path base = folder.toAbsolutePath().normalize();
            return new Place(
                    absolute.toString(),
                    absolute.getRoot().equals(base.getRoot())
                            ? base.relativize(absolute).toString().replace('\\', '/')
                            : null);
        }

        /** Where it is now: where it was, or else at the same place as seen from the folder. */
        public String from(Path folder) {
            try {
                if (relative == null || Files.exists(Path.of(absolute))) {
                    return absolute;
                }
                Path moved = folder.toAbsolutePath().resolve(relative).normalize();
                return Files.exists(moved) ? moved.toString() : absolute;
            } catch (InvalidPathException e) {
                throw new FileFailure("cannot read " + folder.resolve(NAME) + ": '" + e.getInput()
                        + "' is not a valid path on this system (" + e.getReason()
                        + "); correct it, or say where network, images and features are");
            }
        }
    }

    /**
     * A command as it was given.
     *
     * @param line that was typed
     * @param folder it was typed in
     * @param threads that worked on it
     */
    public record Typed(String line, String folder, int threads) {}

    public Circumstances {
        places = new TreeMap<>(places);
        commands = new TreeMap<>(commands);
        seconds = new TreeMap<>(seconds);
    }

    /** Those of the results in a folder, as far as they are known. */
    public static Circumstances read(Path folder) {
        Path file = folder.resolve(NAME);
        return Files.exists(file) ? Json.read(file, Circumstances.class) : NONE;
    }

    /** Changes what is noted in a folder, with the right to write there. */
    public static void change(Path folder, UnaryOperator<Circumstances> change) {
        try (FolderLock lock = FolderLock.take(folder)) {
            Circumstances known = read(folder);
            Circumstances changed = change.apply(known);
            if (!changed.equals(known)) {
                Json.write(folder.resolve(NAME), changed);
            }
        }
    }

    /** With other places; those that are not named are forgotten. */
    public Circumstances at(Map<String, Place> others) {
        return new Circumstances(others, commands, seconds);
    }

    /**
     * A copy that also records the command line of a request and its number of threads. It is this object itself if the request
     * did not come from a command line.
     */
    public Circumstances withCommand(Request request, int threads) {
        if (request.typed() == null) {
            return this;
        }
        Map<String, Typed> more = new TreeMap<>(commands);
        String here = Path.of("").toAbsolutePath().toString();
        more.put(request.command(), new Typed(request.typed(), here, threads));
        return new Circumstances(places, more, seconds);
    }

    /** With how long parts of the work took. */
    public Circumstances withSeconds(Map<String, Double> parts) {
        Map<String, Double> more = new TreeMap<>(seconds);
        more.putAll(parts);
        return new Circumstances(places, commands, more);
    }

    /** Removes a file of circumstances. */
    public static void forget(Path former) {
        try {
            Files.deleteIfExists(former);
        } catch (IOException e) {
            throw FileFailure.writing(former, e);
        }
    }
}
