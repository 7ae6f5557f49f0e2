package org.eddp.cli.command;

import java.nio.file.Path;
import org.eddp.cli.option.NotAsked;
import org.eddp.cli.option.RunOptions;
import org.eddp.cli.print.HealthText;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.experiments.selftest.RunSelfTest;
import org.eddp.health.Health;
import org.eddp.run.Run;
import org.eddp.study.HealthStudy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp health}: whether a run is any good. */
@Command(
        name = "health",
        header = "Whether a run is any good, and what to do if it is not.",
        description = {
            "Looks at the directions of a run without labels: constraints, detectors that never fire or repeat others,"
                    + " how the patches are divided, how reliable signal vectors are, how well filters and signal vectors"
                    + " fit together (condition of W^T S), and what explanations of a sample of images leave unexplained or"
                    + " cancel. Says what the run is fit for, and what helps.",
            "eddp learn does this at its end; this command does it for older runs, for those of eddp baseline, and beside"
                    + " another run. Writes health.json into the run.",
            "With --self-test it also changes pictures of the run, sees what the network then does, and compares that with"
                    + " what explanations say."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp health --run runs/photos",
            "  ./eddp health --run runs/photos --against runs/photos-seed-2",
            "  ./eddp health --run runs/photos --self-test"
        })
public final class HealthCommand extends PrintingCommand {
    @Mixin
    private RunOptions options;

    @Option(
            names = "--against",
            paramLabel = "DIR",
            description =
                    "Another run of the same layer, learned with another seed say: which concepts it finds again.")
    private Path against;

    @Option(
            names = "--self-test",
            description =
                    "Also test explanations on 40 pictures of the run: draw small marks on them, cover the places on which"
                            + " strong concepts fire, and compare what explanations say with what the network does. Needs the"
                            + " pictures and the network.")
    private boolean selfTest;

    @NotAsked
    @Option(
            names = "--image-folder",
            paramLabel = "DIR",
            description = "The images of the feature set, for --self-test (default: where they were).")
    private Path images;

    @Override
    public Integer call() {
        Console console = new Console();
        try (Run run = options.open(console, images)) {
            Health health = HealthStudy.run(
                    run, new HealthStudy.Options(against, selfTest ? RunSelfTest.DEFAULT : null), console);
            out().print(HealthText.all(health));
            options.write(health);
        }
        return 0;
    }
}
