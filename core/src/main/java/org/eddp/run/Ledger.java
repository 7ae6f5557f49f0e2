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
record Ledger(Map<String, Made> results) {
    Ledger {
        results = Map.copyOf(results);
    }

    /** What is known; nothing for a run without other results. */
    static Ledger read(Path run) {
        Path file = run.resolve(Results.COMMANDS);
        return Files.exists(file) ? Json.read(file, Ledger.class) : new Ledger(Map.of());
    }

    Optional<Made> of(String file) {
        return Optional.ofNullable(results.get(file));
    }

    Ledger with(String file, Made made) {
        Map<String, Made> all = new TreeMap<>(results);
        all.put(file, made);
        return new Ledger(all);
    }

    void write(Path run) {
        Json.writeSealed(run.resolve(Results.COMMANDS), this);
    }
}
