package org.eddp.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eddp.files.json.Json;
import org.eddp.run.Result.Made;

/**
 * Content of {@code commands.json}: the command and the directions of every result that does not record them itself.
 *
 * @param results by file name
 */
record ResultLog(Map<String, Made> results) {
    ResultLog {
        results = Map.copyOf(results);
    }

    /** Reads the log of a run; empty if there is none. */
    static ResultLog read(Path run) {
        Path file = run.resolve(Results.COMMANDS);
        return Files.exists(file) ? Json.read(file, ResultLog.class) : new ResultLog(Map.of());
    }

    Optional<Made> of(String file) {
        return Optional.ofNullable(results.get(file));
    }

    ResultLog with(String file, Made made) {
        Map<String, Made> all = new TreeMap<>(results);
        all.put(file, made);
        return new ResultLog(all);
    }

    void write(Path run) {
        Json.writeSealed(run.resolve(Results.COMMANDS), this);
    }
}
