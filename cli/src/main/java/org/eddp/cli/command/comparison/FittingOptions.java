package org.eddp.cli.command.comparison;

import java.nio.file.Path;
import org.eddp.cli.option.Threads;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Common options of the baselines. */
final class FittingOptions {
    @Option(
            names = "--network",
            paramLabel = "FILE",
            description = "The network (default: where it was when features were extracted); cbe may need it.")
    private Path network;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Mixin
    private Threads threads;

    /** File of the network; null for the recorded path. */
    public Path network() {
        return network;
    }

    public long seed() {
        return seed;
    }

    public int threads() {
        return threads.count();
    }
}
