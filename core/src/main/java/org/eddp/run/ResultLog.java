package org.eddp.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eddp.files.Json;
import org.eddp.run.Result.Made;

/**
 * Content of {@code commands.json}: how results were made that do not say it themselves.
 *
 * @param results by file name
 */
record ResultLog(Map<String, Made> results) {
    ResultLog {
        results = Map.copyOf(results);
    }

    /** What is known; nothing for a run without other results. */
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
