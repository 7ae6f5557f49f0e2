package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.eddp.cli.option.RunOptions;
import org.eddp.cli.terminal.Console;
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
        mixinStandardHelpOptions = true,
        description = {
            "Looks at the directions of a run without labels: constraints, detectors that never fire or repeat others,"
                    + " how the patches are divided, how reliable signal vectors are, how well filters and signal vectors"
                    + " fit together (condition of W^T S), and what explanations of a sample of images leave unexplained or"
                    + " cancel. Says what the run is fit for, and what helps.",
            "eddp learn does this at its end; this command does it for older runs, for those of eddp baseline, and beside"
                    + " another run. Writes health.json into the run."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp health --run runs/photos",
            "  ./eddp health --run runs/photos --against runs/photos-seed-2"
        })
final class HealthCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options;

    @Option(
            names = "--against",
            paramLabel = "DIR",
            description =
                    "Another run of the same layer, learned with another seed say: which concepts it finds again.")
    private Path against;

    @Override
    public Integer call() {
        Console console = new Console();
        try (Run run = options.open(console)) {
            Health health = HealthStudy.run(run, new HealthStudy.Options(against), console);
            System.out.print(HealthText.all(health));
            options.write(health);
        }
        return 0;
    }
}
