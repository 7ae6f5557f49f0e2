package org.eddp.cli.command.bench;

import java.nio.file.Path;
import org.eddp.cli.option.NotAsked;
import org.eddp.cli.option.Threads;
import org.eddp.files.Json;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What all measurements of speed have in common. */
final class BenchOptions {
    @NotAsked
    @Option(names = "--json", paramLabel = "FILE", description = "Also write the measurements as JSON.")
    private Path json;

    @Mixin
    private Threads threads;

    int threads() {
        return threads.count();
    }

    /** Keeps measurements; the exit code says whether both sides computed the same. */
    int finish(Object measurements, boolean agree) {
        if (json != null) {
            Json.write(json, measurements);
        }
        return agree ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
