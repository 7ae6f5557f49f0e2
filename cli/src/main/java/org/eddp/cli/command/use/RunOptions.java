package org.eddp.cli.command.use;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.option.AnyPlace;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.option.Threads;
import org.eddp.monitor.Monitor;
import org.eddp.run.Run;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Common options of all commands that use a run. */
public final class RunOptions {
    /** The parameter of {@code --class-names}. */
    public static final String CLASS_NAMES =
            "Names of the classes, one per line; line k (from 0) is class k. Or imagenet, or none for numbers. Kept in"
                    + " the run (default: those given before; else ImageNet's, if the network has its 1,000 classes in its"
                    + " order).";

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
            converter = AnyPlace.class,
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
        Run.Options how = Run.Options.DEFAULT
                .withNetwork(network)
                .withFeatures(features)
                .withImages(images)
                .withClassNames(classNames)
                .withThreads(threads.count())
                .withRequest(CommandText.of(spec));
        Run opened = Run.open(run, how, monitor);
        if (classNames != null) {
            opened.keepClassNames();
        }
        return opened;
    }

    Path folder() {
        return run;
    }

    /** The given options for the paths of network and features. */
    List<String> places() {
        List<String> places = new ArrayList<>();
        if (network != null) {
            places.addAll(List.of("--network", network.toString()));
        }
        if (features != null) {
            places.addAll(List.of("--features", features.toString()));
        }
        return places;
    }

    /** Writes results to the file of {@code --json}, if there is one. */
    public void write(Object results) {
        json.write(results);
    }

    boolean wantsJson() {
        return json.isGiven();
    }

    /** The request of the command line, as recorded in results. */
    public String command() {
        return CommandText.of(spec).command();
    }

    public List<String> arguments() {
        return spec.commandLine().getParseResult().originalArgs();
    }
}
