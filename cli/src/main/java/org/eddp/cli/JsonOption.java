package org.eddp.cli;

import java.nio.file.Path;
import org.eddp.files.Json;
import picocli.CommandLine.Option;

/** The option {@code --json}. */
final class JsonOption {
    @Option(names = "--json", paramLabel = "FILE", description = "Also write the results as JSON to this file.")
    private Path file;

    boolean isGiven() {
        return file != null;
    }

    /** Writes results if that was asked for. */
    void write(Object results) {
        if (file != null) {
            Json.write(file, results);
        }
    }
}
