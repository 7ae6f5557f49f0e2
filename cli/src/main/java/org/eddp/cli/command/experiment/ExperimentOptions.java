package org.eddp.cli.command.experiment;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.OutputFolder;
import org.eddp.cli.option.ShellText;
import org.eddp.cli.option.Threads;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.Escapes;
import org.eddp.experiments.Experiment;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.files.json.Json;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Common options of the experiments of the paper: one seed or several, and where results go. */
final class ExperimentOptions {
    private static final int MOST_SEEDS = 10_000;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Repeat for N seeds, from --seed on, and report the success rate.")
    private Integer seeds;

    @NotRecorded
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder for the results (default: a new folder runs/${COMMAND-NAME}, runs/${COMMAND-NAME}-2, ...).")
    private Path out;

    @NotRecorded
    @Option(names = "--overwrite", description = "Replace the results in a folder that is not empty.")
    private boolean overwrite;

    @NotRecorded
    @Option(names = "--json", paramLabel = "FILE", description = "Also write results.json to this file.")
    private Path json;

    @Mixin
    private Threads threads;

    /** The first seed. */
    long seed() {
        return seed;
    }

    /** Refuses invalid numbers before anything is written. */
    void check() {
        if (seeds != null && (seeds < 1 || seeds > MOST_SEEDS)) {
            throw new InvalidInput("--seeds " + seeds + " must be within 1 .. " + MOST_SEEDS);
        }
        threads.count();
    }

    /** The folder for the results of an experiment that always starts from the beginning. */
    OutputFolder folder() {
        return OutputFolder.take(out, Path.of("runs", spec.name()), overwrite);
    }

    /** The folder for the results of an experiment that can be resumed. */
    OutputFolder folder(boolean resume) {
        return OutputFolder.takeOrResume(out, Path.of("runs", spec.name()), resume, overwrite);
    }

    /** Runs an experiment, prints its results and the path of its page. */
    void run(Experiment<?> experiment, Path folder) {
        Experiment.Seeds chosen = new Experiment.Seeds(seed, seeds == null ? 0 : seeds);
        long work = chosen.trials() * experiment.work();
        Experiment.Findings findings;
        try (Workers workers = new Workers(threads.count());
                Monitor.Stage stage = new Console().stage(seeds == null ? spec.name() : seeds + " seeds", work)) {
            findings = experiment.run(folder, chosen, request(), workers, new ExperimentProgress(stage, work));
        }
        PrintWriter printed = Escapes.writer(spec.commandLine().getOut());
        printed.print(findings.text());
        printed.println("Report: " + findings.report());
        if (json != null) {
            Json.write(json, findings.results());
        }
    }

    /** The command line. */
    Request request() {
        return CommandText.of(spec);
    }

    /** The command line that continues what was stopped. */
    String resuming(Path folder) {
        return ShellText.resuming(spec, out, folder);
    }
}
