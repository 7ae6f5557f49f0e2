package org.eddp.cli.command.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eddp.cli.command.use.RunOptions;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.PreprocessingOptions;
import org.eddp.cli.option.Threads;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.experiments.reproduction.Reproduction;
import org.eddp.experiments.reproduction.ReproductionOptions;
import org.eddp.experiments.reproduction.ReproductionOptions.Size;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileNames;
import org.eddp.files.Folders;
import org.eddp.learning.Preset;
import org.eddp.learning.Preset.NetworkPreset;
import org.eddp.network.LayerAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp reproduce}: the whole protocol of the paper. */
@Command(
        name = "reproduce",
        header = "The whole protocol of the paper on your network and annotated pictures, as a page and LaTeX tables.",
        description = {
            "Extracts features, learns both variants, fits every other method, and measures all alike: labels, metrics,"
                    + " categories, influence. Then the comparison with supervision, ablations, dreams, explanations"
                    + " and counterfactuals of sampled pictures. If the network is of a family that the paper"
                    + " studies, the paper's numbers are shown beside ours.",
            "Every part is an ordinary run or result, in folders below --out. What the data do not support is left out"
                    + " and listed. Finished parts are not repeated: repeat the command to continue after an"
                    + " interruption."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp reproduce --network model.onnx --dataset broden1_224 --quick",
            "  ./eddp reproduce --network resnet50.onnx --dataset broden1_224 --concepts 64,256 --preprocess caffe"
        })
final class ReproduceCommand extends PrintingCommand {
    private static final String NO_PAPER = "none";

    @Option(
            names = "--network",
            required = true,
            paramLabel = "FILE",
            description = "ONNX, torch.export or TorchScript file.")
    private Path network;

    @Option(
            names = "--dataset",
            required = true,
            paramLabel = "DIR",
            description = "Annotated dataset in Broden's layout, with the splits train and val.")
    private Path dataset;

    @Option(
            names = "--layer",
            paramLabel = "NAME",
            description = "A layer that eddp network lists (default: the last one with several patches).")
    private String layer;

    @Mixin
    private PreprocessingOptions preprocessing;

    @Option(names = "--class-names", paramLabel = "FILE", description = RunOptions.CLASS_NAMES)
    private Path classNames;

    @Option(
            names = "--concepts",
            split = ",",
            paramLabel = "I",
            description = "Numbers of concepts: methods are compared with each, everything else is done with the first"
                    + " (default: as many as the patches support; at most 16 if quick).")
    private List<Integer> concepts = List.of();

    @Option(
            names = "--paper",
            paramLabel = "NAME",
            description = "The network of the paper whose numbers are shown, as a preset of eddp learn is called, or"
                    + " none (default: that of the same family, by the name of the file).")
    private String paper;

    @Option(
            names = "--quick",
            description = "A quarter of the steps, fewer concepts, ablations, dreams and pictures: minutes in all for a"
                    + " small network.")
    private boolean quick;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @NotRecorded
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for everything (default: reproductions/NETWORK-DATASET).")
    private Path out;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        ReproductionOptions usual = ReproductionOptions.of(network, dataset);
        ReproductionOptions options = usual.withLayer(layer == null ? null : LayerAddress.of(layer))
                .withPreprocessing(preprocessing.choice())
                .withClassNames(classNames)
                .withConcepts(concepts)
                .withPaper(paper == null ? usual.paper() : named(paper))
                .withSeed(seed)
                .withSize(quick ? Size.QUICK : Size.USUAL)
                .withThreads(threads.count());
        Path folder = Folders.prepare("--out", out != null ? out : usual());
        ReproduceConsole console = new ReproduceConsole(spec.root(), threads.count(), out());
        Reproduction.run(folder, options, CommandText.of(spec), console);
        out().println("LaTeX: " + Reproduction.tables(folder));
        out().println("Page: " + Reproduction.page(folder));
        return 0;
    }

    private static Optional<NetworkPreset> named(String name) {
        if (name.equals(NO_PAPER)) {
            return Optional.empty();
        }
        if (Preset.named(name) instanceof NetworkPreset found) {
            return Optional.of(found);
        }
        throw new InvalidInput("--paper " + name + " is not a network of the paper");
    }

    private Path usual() {
        String stem = FileNames.last(network).replaceFirst("\\.(onnx|pt|pt2|pth)$", "");
        return Path.of("reproductions", stem + "-" + FileNames.last(dataset) + (quick ? "-quick" : ""));
    }
}
