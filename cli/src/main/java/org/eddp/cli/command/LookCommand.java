package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.terminal.Console;
import org.eddp.files.FileNames;
import org.eddp.files.FolderLock;
import org.eddp.files.Folders;
import org.eddp.monitor.Stopped;
import org.eddp.report.LookPage;
import org.eddp.run.Run;
import org.eddp.study.FirstLook;
import org.eddp.study.Learning;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddp look}: from a network and pictures to a page, in one command. */
@Command(
        name = "look",
        header = "What a network sees in your pictures: everything in one command, as a page of pictures.",
        mixinStandardHelpOptions = true,
        description = {
            "Chooses a layer, how pictures are preprocessed and how many concepts to look for, and says why; extracts"
                    + " features, learns, measures which classes the concepts move, and writes index.html. Every choice"
                    + " can be made by an option.",
            "What it does is what eddp features, learn and influence do: the folder holds an ordinary feature set and"
                    + " an ordinary run. Repeat the command to continue after an interruption."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp look model.onnx photos",
            "  ./eddp look model.onnx photos --layer layer3 --preprocess keras --concepts 32 --class-names names.txt"
        })
final class LookCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NETWORK", description = "ONNX or TorchScript file.")
    private Path file;

    @Parameters(
            index = "1",
            paramLabel = "IMAGES",
            description = "Folder of images (subfolders are classes), a list of files, or a dataset in Broden layout.")
    private Path images;

    @Option(
            names = "--layer",
            paramLabel = "NAME",
            description = "As listed by eddp network (default: the last one with several patches).")
    private String layer;

    @Mixin
    private LayerOptions layerOptions;

    @Mixin
    private PreprocessingOptions preprocessing;

    @Option(
            names = "--class-names",
            paramLabel = "FILE",
            description = "Names of the classes, one per line; line k (from 0) is class k.")
    private Path classNames;

    @Option(
            names = "--test",
            negatable = true,
            description =
                    "Test whether concepts move classes by chance, or do not (default: test where the head is pooling"
                            + " and one linear layer).")
    private Boolean test;

    @Mixin
    private LearningOptions learning;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the look (default: look/NETWORK-IMAGES, so that the same command goes on).")
    private Path out;

    @Override
    public Integer call() {
        Path folder = Folders.prepare("--out", out != null ? out : Path.of("look", stem(file) + "-" + stem(images)));
        Console console = new Console();
        Learning.Options how = learning.options(CommandText.of(spec));
        FirstLook.Options options = new FirstLook.Options(
                layer == null ? null : layerOptions.address(layer),
                layerOptions.output(),
                preprocessing.choice(),
                classNames,
                test,
                how);
        try (FolderLock lock = FolderLock.take(folder)) {
            FirstLook.Result look = FirstLook.run(file, images, folder, options, console);
            LookSteps steps = new LookSteps(file, images, folder, classNames, look);
            try (Run run = Run.open(
                    look.run(), new Run.Options(file, null, null, classNames, how.threads(), how.request()), console)) {
                LookPage page = new LookPage(run, console);
                Pages.figure(folder, "concepts", page.figure());
                Pages.show(folder.resolve("index.html"), page.html(look.choices(), steps.commands()));
            }
            System.out.println("The run behind it: " + look.run()
                    + "; ask further with ./eddp explain, edit, name, report --run "
                    + CommandText.quoted(look.run().toString()));
            System.out.println("In the browser, with more pictures and what-if: " + steps.studio());
        } catch (Stopped e) {
            throw new Stopped(e.getMessage() + "; what is done is kept, repeat the command to continue");
        }
        return 0;
    }

    private static String stem(Path path) {
        return FileNames.last(path).replaceFirst("\\.(onnx|pt|pt2|pth|txt|csv)$", "");
    }
}
