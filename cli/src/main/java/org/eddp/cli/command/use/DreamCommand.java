package org.eddp.cli.command.use;

import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.failure.InvalidInput;
import org.eddp.faithfulness.Dream;
import org.eddp.faithfulness.DreamResults;
import org.eddp.report.ResultPages;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.DreamStudy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp dream}: tests whether signal vectors are faithful. */
@Command(
        name = "dream",
        header = "Whether the network really writes concepts along their signal vectors.",
        description = {
            "Changes images that contain a concept so that its detector sees more of it, and compares the"
                    + " line along which the features move with the signal vector of the concept: with sub-sampling,"
                    + " and for signal vectors estimated from all patches; by our protocol and literally by the"
                    + " paper's, with controls.",
            "Writes dreams.json into the run, and a page with the histogram and pictures into its folder"
                    + " dreams; with --out, all of it goes there."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp dream --run runs/photos",
            "  ./eddp dream --run runs/photos --random 30 --seed 7",
            "  ./eddp dream --run runs/photos --concepts 3,17 --images 5 --start surest"
        })
final class DreamCommand extends PrintingCommand {
    @Mixin
    private RunOptions options;

    @Option(
            names = "--concepts",
            split = ",",
            paramLabel = "CONCEPT",
            description =
                    "Concepts to dream of, by number or name, or 'all' (default: those that are interpretable if the"
                            + " run is labelled, else all).")
    private List<String> concepts;

    @Option(
            names = "--random",
            paramLabel = "N",
            description = "Without --concepts: the largest number of concepts, drawn at random by --seed (default:"
                    + " ${DEFAULT-VALUE}).")
    private int most = DreamStudy.Options.DEFAULT.most();

    @Option(
            names = "--start",
            paramLabel = "IMAGES",
            description = "Images to dream from: ${COMPLETION-CANDIDATES}; the literal protocol always takes the most"
                    + " confident ones (default: ${DEFAULT-VALUE}).")
    private Dream.Start start = DreamStudy.Options.DEFAULT.start();

    @Option(names = "--images", paramLabel = "N", description = "Images per concept (default: ${DEFAULT-VALUE}).")
    private int images = DreamStudy.Options.DEFAULT.images();

    @Option(
            names = "--literal",
            paramLabel = "N",
            description = "Images per concept for the literal protocol, 0 to leave it out (default: ${DEFAULT-VALUE}).")
    private int literal = DreamStudy.Options.DEFAULT.literal();

    @NotRecorded
    @Option(
            names = "--image-folder",
            paramLabel = "DIR",
            description = "The images of the feature set (default: where they were when it was made).")
    private Path folder;

    @Mixin
    private DreamOptions steps;

    @Option(names = "--pictures", paramLabel = "N", description = "Dreams that are shown (default: ${DEFAULT-VALUE}).")
    private int pictures = DreamStudy.Options.DEFAULT.pictures();

    @Option(names = "--seed", paramLabel = "S", description = "Seed of every choice (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @NotRecorded
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder for page, figures and dreams.json, beside the run (default: the run, its folder dreams).")
    private Path out;

    @NotRecorded
    @Option(names = "--overwrite", description = "Replace the study in the run even if it has more concepts.")
    private boolean overwrite;

    @Override
    public Integer call() {
        if (images < 1 || most < 1 || literal < 0 || pictures < 0) {
            throw new InvalidInput("--images " + images + " and --random " + most + " must be at least 1, --literal "
                    + literal + " and --pictures " + pictures + " not negative");
        }
        DreamStudy.Options settings = DreamStudy.Options.DEFAULT
                .withConcepts(concepts)
                .withMost(most)
                .withStart(start)
                .withImages(images)
                .withLiteral(literal)
                .withDream(steps.dream(seed))
                .withPictures(pictures)
                .withSeed(seed)
                .withOverwrite(overwrite);
        Console console = new Console();
        try (Run run = options.open(console, folder)) {
            Path place = Pages.folder(out, run.path(Results.DREAM_PAGES));
            try (var right = run.writing(place)) { // for the pages too
                DreamResults results = DreamStudy.run(run, settings, out, console);
                write(results, place);
                DreamTable.print(out(), results);
            }
        }
        return 0;
    }

    private void write(DreamResults results, Path place) {
        Pages.figure(place, "histogram", ResultPages.histogram(results));
        if (!results.pictures().isEmpty()) {
            Pages.figure(place, "pictures", ResultPages.pictures(results));
        }
        options.write(results);
        Pages.show(out(), place.resolve("dreams.html"), ResultPages.page(results));
    }
}
