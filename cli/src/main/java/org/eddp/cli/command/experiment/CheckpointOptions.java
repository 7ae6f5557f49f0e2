package org.eddp.cli.command.experiment;

import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.OutputFolder;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.Experiment.Checkpoints;
import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor.Stopped;
import picocli.CommandLine.Option;

/** Options of experiments that can be resumed. */
final class CheckpointOptions {
    @NotRecorded
    @Option(
            names = "--resume",
            description = "Continue an interrupted run in the same folder; the result has the same bytes.")
    private boolean resume;

    @NotRecorded
    @Option(
            names = "--checkpoint-seconds",
            paramLabel = "T",
            description = "Time between checkpoints (default: ${DEFAULT-VALUE}).")
    private double seconds = 10;

    /** The options for the experiment. */
    Checkpoints checkpoints() {
        if (!(seconds >= 0)) {
            throw new InvalidInput("--checkpoint-seconds " + seconds + " must not be negative");
        }
        return new Checkpoints(resume, seconds);
    }

    /** Makes the experiment; if it is stopped, tells how to resume. */
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
