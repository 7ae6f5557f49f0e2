package org.eddp.cli.option;

import java.nio.file.Path;
import org.eddp.files.json.Json;
import picocli.CommandLine.Option;

/** The option {@code --json}. */
public final class JsonOption {
    @NotRecorded
    @Option(names = "--json", paramLabel = "FILE", description = "Also write the results as JSON to this file.")
    private Path file;

    public boolean isGiven() {
        return file != null;
    }

    /** Writes results if requested. */
    public void write(Object results) {
        if (file != null) {
            Json.write(file, results);
        }
    }
}
