package org.eddp.cli;

import java.nio.file.Path;
import java.util.List;
import org.eddp.files.Digests;
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

    @Mixin
    private ClassNames classNames;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the results as JSON to this file.")
    private Path json;

    @Mixin
    private Threads threads;

    private OpenRun open;

    /** The run; opened once. */
    OpenRun open() {
        if (open == null) {
            open = OpenRun.of(run);
        }
        return open;
    }

    Path folder() {
        return run;
    }

    Path network() {
        return network;
    }

    Path features() {
        return features;
    }

    ClassNames classNames() {
        return classNames;
    }

    ConceptNames conceptNames() {
        return ConceptNames.of(run, open().directions().concepts());
    }

    Path json() {
        return json;
    }

    int threads() {
        return threads.count();
    }

    /** Tells results of these directions from results of others. */
    String digest() {
        return Digests.of(run.resolve("directions.safetensors"));
    }

    /** The command line, as it can be given again. */
    String command() {
        return CommandText.of(arguments());
    }

    List<String> arguments() {
        return spec.commandLine().getParseResult().originalArgs();
    }
}
