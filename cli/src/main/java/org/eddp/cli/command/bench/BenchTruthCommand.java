package org.eddp.cli.command.bench;

import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.command.experiment.WorldConsole;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.OutputFolder;
import org.eddp.cli.option.Threads;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.experiments.truth.TruthBenchmark;
import org.eddp.experiments.truth.TruthBenchmark.TruthOptions;
import org.eddp.experiments.truth.TruthBenchmark.TruthResults;
import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp bench truth}: explanations of known causes against the effects of changing them. */
@Command(
        name = "truth",
        header = "Explanations, directions, corrections and effects against known causes.",
        description = {
            "Marks (cards, logos, frames, tints, textures) are drawn on the training pictures of single classes. A"
                    + " linear head on the network's pooled features learns to rely on them; a second head learns from the"
                    + " same pictures with marks at random and ignores them. Every test picture exists with and without"
                    + " each mark, so the true change of every logit is known.",
            "Prints how often explanations have the right sign, their slope and correlation against the truth, how"
                    + " often the cause is first, and the same for simpler methods; then signal vectors, corrections and"
                    + " effects.",
            "Each network is tried with every seed. Finished trials stay in the folder and are not repeated."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp bench truth --network model.onnx --preprocess keras --images pets --category breed --seeds 5",
            "  ./eddp bench truth --network a.onnx,b.onnx --preprocess keras,caffe --images photos --quick",
            "  ./eddp bench truth --world --seeds 7"
        })
final class BenchTruthCommand extends PrintingCommand {
    @Mixin
    private SubjectOptions subjects;

    @Option(
            names = "--world",
            description =
                    "Scenes of the drawn world instead of --network and --images; the causes are objects put into them."
                            + " Trains the network of eddp world --quick first, in the folder 'world' of --out.")
    private boolean world;

    @Mixin
    private TruthSizeOptions size;

    @Option(names = "--seed", paramLabel = "S", description = "The first seed (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(names = "--seeds", paramLabel = "N", description = "Trials of each network (default: ${DEFAULT-VALUE}).")
    private int seeds = 1;

    @NotRecorded
    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the trials (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("runs", "truth");

    @Mixin
    private JsonOption json;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        if (world ? subjects.any() : !subjects.complete()) {
            throw new InvalidInput("give --network and --images, or --world, which has both");
        }
        Console console = new Console();
        TruthOptions options = TruthOptions.of(
                        world ? List.of(worldNetwork()) : subjects.subjects(console),
                        world ? TruthOptions.World.USUAL : subjects.photographs())
                .withSize(size.size(world))
                .withFirstSeed(seed)
                .withSeeds(seeds);
        try (Workers workers = new Workers(threads.count())) {
            TruthBenchmark benchmark = new TruthBenchmark(options, workers);
            try (OutputFolder folder = OutputFolder.takeWithResults(out)) {
                TruthResults results = benchmark.run(folder.path(), console);
                out().print(results.text());
                json.write(results);
            } catch (Stopped e) {
                throw new Stopped(e.getMessage() + "; finished trials are kept, repeat the command to continue");
            }
        }
        return 0;
    }

    private TruthOptions.Subject worldNetwork() {
        return SubjectOptions.world(out, threads.count(), new WorldConsole(spec.root(), threads.count(), out()));
    }
}
