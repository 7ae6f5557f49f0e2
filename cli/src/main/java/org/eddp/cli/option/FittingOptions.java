package org.eddp.cli.option;

import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What other methods are fitted with, whichever they are. */
public final class FittingOptions {
    @Option(
            names = "--network",
            paramLabel = "FILE",
            description = "The network (default: where it was when features were extracted); cbe may need it.")
    private Path network;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Mixin
    private Threads threads;

    /** File of the network, null for where it was. */
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
