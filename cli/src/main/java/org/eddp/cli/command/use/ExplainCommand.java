package org.eddp.cli.command.use;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.explain.ExplainedImage;
import org.eddp.failure.InvalidInput;
import org.eddp.images.source.ImageList;
import org.eddp.report.ExplanationIndex;
import org.eddp.report.ResultPages;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.ExplanationStudy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp explain}: explains predictions. */
@Command(
        name = "explain",
        header = "Explains the prediction for an image by concepts.",
        description = {
            "Removes every concept that fires in the image, one at a time, and prints by how much the logit"
                    + " of the class falls. Then removes the concepts with the largest contributions together, and"
                    + " prints what the network predicts without them.",
            "--undecided learned or paper gives the paper's decomposition instead: the difference from a point at"
                    + " which every detector is undecided, split exactly into what every concept adds (for heads of"
                    + " pooling and one linear layer; for others to first order).",
            "Writes a page, its figures and all numbers into the folder explanations of the run; of a folder of images"
                    + " also index.html and index.json, with what concepts did in all of them and medians of the numbers"
                    + " above."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp explain --run runs/photos --image cock.jpg --class-names imagenet-classes.txt",
            "  ./eddp explain --run runs/photos --image cock.jpg --class cock --against hen --class-names names.txt",
            "  ./eddp explain --run runs/photos --image photos --json all.json"
        })
final class ExplainCommand extends PrintingCommand {
    @Mixin
    private RunOptions options;

    @Mixin
    private ImageOption image;

    @Option(names = "--class", paramLabel = "K", description = "Class to explain (default: the predicted one).")
    private String label;

    @Option(names = "--against", paramLabel = "K", description = "Explain the class as opposed to this one.")
    private String against;

    @Option(
            names = "--maps",
            paramLabel = "N",
            description = "Concepts shown as maps, strongest first (default: ${DEFAULT-VALUE}).")
    private int maps = 5;

    @Option(
            names = "--undecided",
            paramLabel = "POINT",
            description = {
                "What the image is compared with: absence (the image without its concepts: a contribution is what"
                        + " removing the concept does), or for the paper's decomposition a point where detectors are"
                        + " undecided: learned (that of learning), paper (pseudo-inverse), damped, or present (only what"
                        + " fires is moved) (default: ${DEFAULT-VALUE})."
            })
    private ExplanationStudy.Undecided undecided = ExplanationStudy.Undecided.ABSENCE;

    @NotRecorded
    @Option(names = "--out", paramLabel = "DIR", description = "Where pages go (default: explanations in the run).")
    private Path out;

    @Override
    public Integer call() {
        if (maps < 1) {
            throw new InvalidInput("--maps " + maps + " must be at least 1");
        }
        Console console = new Console();
        List<ImageList.Entry> entries = image.entries(console);
        ExplanationStudy.Options settings = ExplanationStudy.Options.DEFAULT
                .withLabel(label)
                .withAgainst(against)
                .withMaps(maps)
                .withUndecided(undecided);
        try (Run run = options.open(console)) {
            Path folder = Pages.folder(out, run.path(Results.EXPLANATIONS));
            try (var right = run.writing(folder)) { // for the index too
                explain(run, settings, entries, folder, console);
            }
        }
        return 0;
    }

    private void explain(
            Run run, ExplanationStudy.Options settings, List<ImageList.Entry> entries, Path folder, Console console) {
        boolean only = entries.size() == 1;
        List<ExplainedImage> all = new ArrayList<>();
        ExplanationIndex index = new ExplanationIndex(options.command());
        ExplanationStudy study = new ExplanationStudy(run, settings, console);
        var examples = ResultPages.examples(run, console);
        study.explain(entries, folder, (name, explained) -> {
            Path page = folder.resolve(name + ".html");
            Pages.write(page, ResultPages.page(explained, examples));
            index.add(page.getFileName().toString(), explained);
            if (only) {
                figures(folder, name, explained);
            }
            console.aside(() -> ExplanationTable.print(out(), explained, only));
            if (only) {
                out().println("Page: " + page);
            }
            if (options.wantsJson()) {
                all.add(explained);
            }
        });
        if (options.wantsJson()) {
            options.write(only ? all.get(0) : all);
        }
        if (!only) {
            out().println("images explained: " + index.images());
            index.verdict().forEach(out()::println);
            Pages.show(out(), folder.resolve("index.html"), index.page());
        }
    }

    /** Separate figures are large, so for a folder of images only the pages are written, which contain the figures. */
    private static void figures(Path folder, String name, ExplainedImage explained) {
        Pages.figure(folder, name + "-bars", ResultPages.bars(explained));
        Pages.figure(folder, name + "-maps", ResultPages.maps(explained));
    }
}
