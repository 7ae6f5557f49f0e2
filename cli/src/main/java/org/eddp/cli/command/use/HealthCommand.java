package org.eddp.cli.command.use;

import java.nio.file.Path;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.experiments.selftest.RunSelfTest;
import org.eddp.health.Health;
import org.eddp.run.Run;
import org.eddp.study.HealthStudy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp health}: tells whether a run is reliable. */
@Command(
        name = "health",
        header = "Checks the quality of a run, and says how to improve it.",
        description = {
            "Checks the directions of a run without labels: constraints, detectors that never fire or repeat"
                    + " others, how the patches are divided, how reliable signal vectors are, how well filters and"
                    + " signal vectors fit together (condition of W^T S), and what explanations of a sample of images"
                    + " leave unexplained or cancel. Says what the run can be used for, and what would improve it.",
            "eddp learn ends with the same check. This command checks older runs and runs of eddp baseline,"
                    + " and compares with another run. Writes health.json into the run.",
            "With --self-test it also changes pictures of the run, and compares the response of the network"
                    + " with the explanations."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp health --run runs/photos",
            "  ./eddp health --run runs/photos --against runs/photos-seed-2",
            "  ./eddp health --run runs/photos --self-test"
        })
final class HealthCommand extends PrintingCommand {
    @Mixin
    private RunOptions options;

    @Option(
            names = "--against",
            paramLabel = "DIR",
            description = "Another run of the same layer, for example with another seed: counts the concepts that both"
                    + " runs found.")
    private Path against;

    @Option(
            names = "--self-test",
            description =
                    "Also test explanations on 40 pictures of the run: draw small marks on them, cover the places on"
                            + " which strong concepts fire, and compare the explanations with the response of the network."
                            + " Needs the pictures and the network.")
    private boolean selfTest;

    @NotRecorded
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
