package org.eddp.cli.option;

import org.eddp.failure.InvalidInput;
import picocli.CommandLine.Option;

/** The option {@code --threads}. */
public final class Threads {
    @NotRecorded
    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Worker threads (default: all cores). Results do not depend on it.")
    private Integer number;

    public int count() {
        int count = number == null ? Runtime.getRuntime().availableProcessors() : number;
        if (count < 1 || count > 1024) {
            throw new InvalidInput("--threads " + count + " must be within 1 .. 1024");
        }
        return count;
    }
}
