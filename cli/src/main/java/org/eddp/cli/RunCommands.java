package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eddp.files.Digests;
import org.eddp.files.Json;

/**
 * Content of {@code commands.json} in the folder of a run: where its results come from.
 *
 * @param results by file name
 */
record RunCommands(Map<String, Made> results) {
    static final String DIRECTIONS = "directions.safetensors";
    private static final String NAME = "commands.json";

    RunCommands {
        results = Map.copyOf(results);
    }

    /**
     * How a result was made.
     *
     * @param command the command line
     * @param directions digest of the directions it is about
     */
    record Made(String command, String directions) {}

    /** What is known; nothing for runs of earlier versions. */
    static RunCommands of(Path run) {
        Path file = run.resolve(NAME);
        return Files.exists(file) ? Json.read(file, RunCommands.class) : new RunCommands(Map.of());
    }

    /** Notes that a command has made results of the directions that are in a run now. */
    static void note(Path run, String command, String... files) {
        Map<String, Made> results = new TreeMap<>(of(run).results());
        String directions = Digests.of(run.resolve(DIRECTIONS));
        for (String file : files) {
            results.put(file, new Made(command, directions));
        }
        Json.write(run.resolve(NAME), new RunCommands(results));
    }

    /** The command that made a result, if it was noted. */
    Optional<String> command(String file) {
        return Optional.ofNullable(results.get(file)).map(Made::command);
    }

    /** Whether a result is known to be of other directions than those with this digest. */
    boolean isOutdated(String file, String directions) {
        return results.containsKey(file) && !results.get(file).directions().equals(directions);
    }
}
