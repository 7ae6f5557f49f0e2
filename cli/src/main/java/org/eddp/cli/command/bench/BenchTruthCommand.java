package org.eddp.cli.command.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.command.experiment.WorldConsole;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.option.NotAsked;
import org.eddp.cli.option.OutputFolder;
import org.eddp.cli.option.Threads;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.experiments.truth.TruthBenchmark;
import org.eddp.experiments.truth.TruthOptions;
import org.eddp.experiments.truth.TruthResults;
import org.eddp.experiments.world.WorldExperiment;
import org.eddp.experiments.world.WorldOptions;
import org.eddp.monitor.Stopped;
import org.eddp.study.InputChoice;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp bench truth}: what is said of known causes against what happens when they are changed. */
@Command(
        name = "truth",
        header = "Explanations, directions, corrections and effects against causes that are known.",
        description = {
            "Marks (cards, logos, frames, tints, textures) are drawn on the training pictures of single classes. A linear head on"
                    + " the network's pooled features learns to rely on them; a second head learns from the same pictures with"
                    + " marks at random and ignores them. Every test picture exists with and without each mark, so the true"
                    + " change of every logit is known.",
            "Prints how often explanations have the right sign, their slope and correlation against the truth, how often the"
                    + " cause is first, and the same for simpler methods; then signal vectors, corrections and effects.",
            "Each network is tried with every seed. Finished trials stay in the folder and are not made again."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp bench truth --network model.onnx --preprocess keras --images pets --category breed --seeds 5",
            "  ./eddp bench truth --network a.onnx,b.onnx --preprocess keras,caffe --images photos --quick",
            "  ./eddp bench truth --world --seeds 7"
        })
final class BenchTruthCommand extends PrintingCommand {
    @Option(
            names = "--network",
            split = ",",
            paramLabel = "FILE",
            description = "ONNX, torch.export or TorchScript file; may be repeated.")
    private List<Path> networks = new ArrayList<>();

    @Option(
            names = "--preprocess",
            split = ",",
            paramLabel = "NAME",
            description = "torchvision, keras, caffe or plain: one for all networks, or one for each in the same order"
                    + " (default: as the network's file or its neighbours say).")
    private List<String> presets = new ArrayList<>();

    @Option(
            names = "--images",
            paramLabel = "DIR",
            description =
                    "Folder with one subfolder per class, or a dataset in Broden layout whose pictures have one label"
                            + " each.")
    private Path images;

    @Option(
            names = "--category",
            paramLabel = "NAME",
            description =
                    "Category of a Broden dataset whose labels are the classes (default: the only one that labels whole"
                            + " pictures).")
    private String category;

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

    @NotAsked
    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the trials (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("runs", "truth");

    @Mixin
    private JsonOption json;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        if (world == (images != null) || world != networks.isEmpty()) {
            throw new IllegalArgumentException("give --network and --images, or --world, which has both");
        }
        Console console = new Console();
        TruthOptions options = new TruthOptions(
                world ? List.of(worldNetwork()) : subjects(console),
                world ? TruthOptions.World.USUAL : new TruthOptions.Photographs(images, category),
                size.size(world),
                seed,
                seeds);
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
        Path folder = out.resolve("world");
        WorldExperiment.Trained trained = WorldExperiment.train(
                folder, WorldOptions.quick(1), threads.count(), new WorldConsole(spec.root(), threads.count(), out()));
        return new TruthOptions.Subject(trained.file(), input -> trained.preprocessing());
    }

    private List<TruthOptions.Subject> subjects(Console console) {
        if (presets.size() > 1 && presets.size() != networks.size()) {
            throw new IllegalArgumentException("--preprocess names " + presets.size() + " ways for " + networks.size()
                    + " networks; name one for all, or one for each");
        }
        List<TruthOptions.Subject> subjects = new ArrayList<>();
        for (int n = 0; n < networks.size(); n++) {
            Path file = networks.get(n);
            InputChoice choice = InputChoice.of(presets.isEmpty() ? null : presets.get(presets.size() == 1 ? 0 : n));
            subjects.add(new TruthOptions.Subject(file, input -> choice.choose(file, input, console)));
        }
        return subjects;
    }
}
