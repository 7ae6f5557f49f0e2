package org.eddp.cli.option;

import java.nio.file.Path;
import java.util.List;
import org.eddp.monitor.Monitor;
import org.eddp.run.Run;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What all commands that use a run have in common. */
public final class RunOptions {
    /** What {@code --class-names} takes. */
    public static final String CLASS_NAMES =
            "Names of the classes, one per line; line k (from 0) is class k. Or imagenet, or none for numbers. Kept in the run"
                    + " (default: those given before; else ImageNet's, if the network has its 1,000 classes in its order).";

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--run", required = true, paramLabel = "DIR", description = "A finished run of eddp look or learn.")
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

    @Option(names = "--class-names", paramLabel = "FILE", description = CLASS_NAMES)
    private Path classNames;

    @Mixin
    private JsonOption json;

    @Mixin
    private Threads threads;

    /** Opens the run. */
    public Run open(Monitor monitor) {
        return open(monitor, null);
    }

    /**
     * Opens the run.
     *
     * @param images where the images of its feature set are, or null for where they were
     */
    public Run open(Monitor monitor, Path images) {
        Run opened = Run.open(
                run,
                new Run.Options(network, features, images, classNames, threads.count(), CommandText.of(spec)),
                monitor);
        if (classNames != null) {
            opened.keepClassNames();
        }
        return opened;
    }

    public Path folder() {
        return run;
    }

    /** Writes results to the file of {@code --json}, if there is one. */
    public void write(Object results) {
        json.write(results);
    }

    public boolean wantsJson() {
        return json.isGiven();
    }

    /** What the command line asks for, as results note it. */
    public String command() {
        return CommandText.of(spec).command();
    }

    public List<String> arguments() {
        return spec.commandLine().getParseResult().originalArgs();
    }
}
