package org.eddp.files.json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.files.RemoteFiles;

/**
 * Content of {@code circumstances.json}, in every folder that results are written to: facts that may differ between two
 * equal results. Only this file has paths, command lines as typed, threads and seconds, so that all other files of two
 * such folders have the same bytes.
 *
 * @param places paths of the inputs, by role
 * @param commands command lines, by the normalised command that results contain
 * @param seconds of parts of the work
 */
public record Circumstances(Map<String, Place> places, Map<String, Typed> commands, Map<String, Double> seconds) {
    /** Its name. */
    public static final String NAME = "circumstances.json";

    private static final Circumstances NONE = new Circumstances(Map.of(), Map.of(), Map.of());

    /**
     * The location of a file.
     *
     * @param absolute path
     * @param relative to the folder of the results, so that both can be moved together; null if there is none
     */
    public record Place(String absolute, @Json.MayBeNull String relative) {
        /** The location of a file relative to a folder. */
        public static Place of(Path file, Path folder) {
            Path absolute = file.toAbsolutePath().normalize();
            Path base = folder.toAbsolutePath().normalize();
            return new Place(
                    absolute.toString(),
                    base.getRoot().equals(absolute.getRoot())
                            ? base.relativize(absolute).toString().replace('\\', '/')
                            : null);
        }

        /** Its current path: the absolute one, or else the one relative to the folder. */
        public String from(Path folder) {
            try {
                if (relative == null || RemoteFiles.exists(absolute)) {
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
     * A command line.
     *
     * @param line as typed
     * @param folder it was run in
     * @param threads that worked on it
     */
    public record Typed(String line, String folder, int threads) {}

    public Circumstances {
        places = new TreeMap<>(places);
        commands = new TreeMap<>(commands);
        seconds = new TreeMap<>(seconds);
    }

    /** The circumstances of the results in a folder, as far as known. */
    public static Circumstances read(Path folder) {
        Path file = folder.resolve(NAME);
        return Files.exists(file) ? Json.read(file, Circumstances.class) : NONE;
    }

    /** Changes the circumstances of a folder, under its lock. */
    public static void change(Path folder, UnaryOperator<Circumstances> change) {
        try (FolderLock lock = FolderLock.take(folder)) {
            Circumstances known = read(folder);
            Circumstances changed = change.apply(known);
            if (!changed.equals(known)) {
                Json.write(folder.resolve(NAME), changed);
            }
        }
    }

    /** A copy with these places. */
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

    /** A copy with the seconds of parts of the work. */
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

    /**
     * The request for a piece of work.
     *
     * @param command the request without settings that do not change results, such as threads and folders; results contain
     *     it
     * @param typed the command line, as the user can type it again here; null if the request did not come from a command
     *     line
     */
    public record Request(String command, @Json.MayBeNull String typed) {
        /** A request by a program, without a command line. */
        public static final Request PROGRAM = new Request("a program", null);

        /** The text to repeat it with: as typed, if known. */
        public String words() {
            return typed == null ? command : typed;
        }
    }
}
