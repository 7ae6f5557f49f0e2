package org.eddp.cli.command;

import java.nio.file.Path;
import org.eddp.cli.command.use.RunOptions;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.LearningOptions;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.PreprocessingOptions;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.files.FileNames;
import org.eddp.files.Folders;
import org.eddp.study.FirstLook;
import org.eddp.study.Learning;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eddp look}: from a network and pictures to a page, in one command. */
@Command(
        name = "look",
        header = "The concepts of a network in your pictures: all steps in one command, with a page of pictures"
                + " as the result.",
        description = {
            "Chooses a layer, how pictures are preprocessed and how many concepts to look for, and prints"
                    + " the reasons; extracts features, learns, measures which classes the concepts move, audits the"
                    + " network, and writes index.html. An option sets each choice.",
            "The command runs the same steps as eddp features, learn, influence and audit. The folder is an"
                    + " ordinary run that contains its feature set. Repeat the command to continue after an"
                    + " interruption."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp look model.onnx photos",
            "  ./eddp look model.onnx photos --layer layer3 --preprocess keras --concepts 32 --class-names names.txt"
        })
final class LookCommand extends PrintingCommand {
    @Parameters(index = "0", paramLabel = "NETWORK", description = "ONNX, torch.export or TorchScript file.")
    private Path file;

    @Parameters(
            index = "1",
            paramLabel = "IMAGES",
            description = "Folder of images (subfolders are classes), a list of files, or a dataset in Broden layout.")
    private Path images;

    @Option(
            names = "--layer",
            paramLabel = "NAME",
            description = "A layer that eddp network lists (default: the last one with several patches).")
    private String layer;

    @Mixin
    private LayerOptions layerOptions;

    @Mixin
    private PreprocessingOptions preprocessing;

    @Option(names = "--class-names", paramLabel = "FILE", description = RunOptions.CLASS_NAMES)
    private Path classNames;

    @Option(
            names = "--test",
            negatable = true,
            description =
                    "Test whether concepts move classes by chance, or leave the test out (default: test if the head"
                            + " is pooling and one linear layer).")
    private Boolean test;

    @Mixin
    private LearningOptions learning;

    @NotRecorded
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder of the run (default: runs/NETWORK-IMAGES, followed by --layer and --concepts if given;"
                            + " the same command continues there).")
    private Path out;

    @NotRecorded
    @Option(
            names = "--overwrite",
            description = "Start again in a folder whose run has other pictures or other choices, for example after you"
                    + " added pictures.")
    private boolean overwrite;

    @Override
    public Integer call() {
        NetworkThenImages.requireOrder(file, images, "look", "");
        Path folder = Folders.prepare("--out", out != null ? out : usual());
        Learning.Options how = learning.options(CommandText.of(spec));
        FirstLook.Options options = FirstLook.Options.DEFAULT
                .withLayer(layer == null ? null : layerOptions.address(layer))
                .withOutput(layerOptions.output())
                .withPreprocessing(preprocessing.choice())
                .withClassNames(classNames)
                .withTested(test)
                .withOverwrite(overwrite)
                .withLearning(how);
        new LookRun(spec, file, images, folder, new Console(learning.verbose()), out()).run(options);
        return 0;
    }

    /** Looks at other layers or with another number of concepts have folders of their own. */
    private Path usual() {
        String name = stem(file) + "-" + stem(images);
        if (layer != null) {
            name += "-" + FileNames.of(layer);
        }
        return Path.of("runs", learning.concepts() == null ? name : name + "-" + learning.concepts());
    }

    private static String stem(Path path) {
        return FileNames.last(path).replaceFirst("\\.(onnx|pt|pt2|pth|txt|csv)$", "");
    }
}
