package org.eddp.cli.command.bench;

import java.nio.file.Path;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.Threads;
import org.eddp.files.json.Json;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of all measurements of speed. */
final class BenchOptions {
    @NotRecorded
    @Option(names = "--json", paramLabel = "FILE", description = "Also write the measurements as JSON.")
    private Path json;

    @Mixin
    private Threads threads;

    int threads() {
        return threads.count();
    }

    /** Writes the measurements; the exit code tells whether both sides computed the same. */
    int finish(Object measurements, boolean agree) {
        if (json != null) {
            Json.write(json, measurements);
        }
        return agree ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
