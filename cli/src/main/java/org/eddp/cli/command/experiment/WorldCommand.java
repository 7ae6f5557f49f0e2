package org.eddp.cli.command.experiment;

import java.nio.file.Path;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.Threads;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.experiments.world.WorldExperiment;
import org.eddp.experiments.world.WorldExperiment.WorldOptions;
import org.eddp.failure.InvalidInput;
import org.eddp.metrics.Comparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp world}: every method on a drawn and annotated world, from pictures to the comparison table. */
@Command(
        name = "world",
        header = "A world of annotated pictures, a network trained on it, and every method compared.",
        description = {
            "Draws annotated pictures (in Broden's layout), trains a small residual network on them and saves it as"
                    + " ONNX and TorchScript, then runs the other commands on these files as a user would: features, learn"
                    + " (U and C), baseline, evaluate, influence, compare.",
            "Steps that are finished are not repeated: repeat the command to continue after an interruption."
                    + " Learning and extraction continue where they stopped; other interrupted steps start again."
        },
        footer = {"", "Examples:", "  ./eddp world --quick", "  ./eddp world --seed 2 --concepts 48 --out worlds/two"})
final class WorldCommand extends PrintingCommand {
    @Option(names = "--quick", description = "Fewer pictures and a narrower network: minutes in all.")
    private boolean quick;

    @Option(names = "--train", paramLabel = "N", description = "Pictures to learn from (default: 4000; 2400 if quick).")
    private Integer train;

    @Option(names = "--val", paramLabel = "N", description = "Pictures for validation (default: 1000; 600 if quick).")
    private Integer val;

    @Option(names = "--epochs", paramLabel = "N", description = "Passes of the network's training (default: 30).")
    private Integer epochs;

    @Option(names = "--concepts", paramLabel = "I", description = "Concepts (default: 7/8 of the feature width).")
    private Integer concepts;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @NotRecorded
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for everything (default: worlds/quick-S or worlds/usual-S).")
    private Path out;

    @NotRecorded
    @Option(names = "--json", paramLabel = "FILE", description = "Also write the table as JSON.")
    private Path json;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        WorldOptions options = options();
        Path folder = out != null ? out : Path.of("worlds", (quick ? "quick-" : "usual-") + seed);
        Comparison comparison = WorldExperiment.run(
                folder,
                options,
                CommandText.of(spec),
                threads.count(),
                new WorldConsole(spec.root(), threads.count(), out()));
        out().print(comparison.text());
        comparison.write(json, null, null);
        out().println("Page: " + WorldExperiment.page(folder));
        return 0;
    }

    private WorldOptions options() {
        if (concepts != null && concepts < 1) {
            throw new InvalidInput("--concepts " + concepts + " must be at least 1");
        }
        WorldOptions usual = quick ? WorldOptions.quick(seed) : WorldOptions.of(seed);
        WorldOptions.Pictures pictures = usual.pictures();
        return usual.withPictures(pictures.withTrain(train != null ? train : pictures.train())
                        .withVal(val != null ? val : pictures.val()))
                .withNetwork(epochs != null ? usual.network().withEpochs(epochs) : usual.network())
                .withConcepts(concepts != null ? concepts : usual.concepts());
    }
}
