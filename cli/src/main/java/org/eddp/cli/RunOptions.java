package org.eddp.cli;

import java.nio.file.Path;
import java.util.List;
import org.eddp.run.Run;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What all commands that use a run have in common. */
final class RunOptions {
    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--run", required = true, paramLabel = "DIR", description = "A finished run of eddp learn.")
    private Path run;

    @Option(
            names = "--network",
            paramLabel = "FILE",
            description = "The network (default: where it was when the run was made).")
    private Path network;

    @Option(
            names = "--features",
            paramLabel = "DIR",
            description = "The feature set (default: where it was when the run was made).")
    private Path features;

    @Option(
            names = "--class-names",
            paramLabel = "FILE",
            description = "Names of the classes, one per line; line k (from 0) is class k.")
    private Path classNames;

    @Mixin
    private JsonOption json;

    @Mixin
    private Threads threads;

    /** Opens the run. */
    Run open(Console console) {
        return open(console, null);
    }

    /**
     * Opens the run.
     *
     * @param images where the images of its feature set are, or null for where they were
     */
    Run open(Console console, Path images) {
        return Run.open(
                run,
                new org.eddp.run.Run.Options(network, features, images, classNames, threads.count(), command()),
                console);
    }

    Path folder() {
        return run;
    }

    /** Writes results to the file of {@code --json}, if there is one. */
    void write(Object results) {
        json.write(results);
    }

    boolean wantsJson() {
        return json.isGiven();
    }

    /** The command line, as it can be given again. */
    String command() {
        return CommandText.of(arguments());
    }

    List<String> arguments() {
        return spec.commandLine().getParseResult().originalArgs();
    }
}
