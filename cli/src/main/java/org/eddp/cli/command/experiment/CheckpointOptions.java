package org.eddp.cli.command.experiment;

import org.eddp.cli.option.NotAsked;
import org.eddp.cli.option.OutputFolder;
import org.eddp.experiments.Checkpoints;
import org.eddp.experiments.Experiment;
import org.eddp.monitor.Stopped;
import picocli.CommandLine.Option;

/** Options of experiments that go on where they were interrupted. */
final class CheckpointOptions {
    @NotAsked
    @Option(names = "--resume", description = "Continue an interrupted run in the same folder, to the same bytes.")
    private boolean resume;

    @NotAsked
    @Option(
            names = "--checkpoint-seconds",
            paramLabel = "T",
            description = "Time between checkpoints (default: ${DEFAULT-VALUE}).")
    private double seconds = 10;

    /** What the experiment has to know. */
    Checkpoints checkpoints() {
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("--checkpoint-seconds " + seconds + " must not be negative");
        }
        return new Checkpoints(resume, seconds);
    }

    /** Makes the experiment; if it is stopped, says how to go on. */
    void run(ExperimentOptions options, Experiment<?> experiment) {
        try (OutputFolder folder = options.folder(resume)) {
            try {
                options.run(experiment, folder.path());
            } catch (Stopped e) {
                throw new Stopped(e.getMessage() + "; what was learned is kept, continue with: "
                        + options.resuming(folder.path()));
            }
        }
    }
}
