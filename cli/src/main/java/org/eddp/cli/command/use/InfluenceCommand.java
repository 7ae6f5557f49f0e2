package org.eddp.cli.command.use;

import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.PartOptions;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FolderLock;
import org.eddp.influence.InfluenceResults;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.measure.InfluenceStudy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp influence}: measures which concepts move which class. */
@Command(
        name = "influence",
        header = "Which concepts move which class, and whether that could be chance.",
        description = {
            "Moves the features of many images along every concept: the mean patch with it minus the mean patch"
                    + " without it. The effect is the mean change of the logarithm of the probability of a class. It is"
                    + " compared with steps along noise directions that are distributed like the features, with control of"
                    + " the false discovery rate over all pairs.",
            "Also runs the paper's test with steps along learned signal vectors: the score counts how often"
                    + " each class becomes likelier (RCAV: +1 always, -1 never), and is compared with scores of noise"
                    + " signal vectors from classifiers of permuted labels. Scores often saturate at +1 and -1; pairs"
                    + " that cannot be tested for this reason are counted separately.",
            "With the annotated dataset of a labelled run, also compares signal vectors with Pattern-CAVs (I2).",
            "Writes influence.safetensors and influence.json into the run, and a diagram per class.",
            "With --part each process draws the samples and tests its share of the concepts; --merge handles"
                    + " --dataset, and noise directions if the head is linear."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp influence --run runs/photos",
            "  ./eddp influence --run runs/photos --part 2/7",
            "  ./eddp influence --run runs/photos --spark spark://host:7077"
        })
final class InfluenceCommand extends PrintingCommand {
    @Mixin
    private RunOptions options;

    @Option(
            names = "--images",
            paramLabel = "DIR",
            description = "Images to measure on (default: those of the feature set).")
    private Path images;

    @Option(
            names = "--class",
            split = ",",
            paramLabel = "K",
            description = "Classes to show, by number or name (default: the most affected ones).")
    private List<String> classes;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "Number of classes to show without --class (default: ${DEFAULT-VALUE}).")
    private int top = 6;

    @Mixin
    private EffectOptions effects;

    @Option(names = "--no-test", description = "Effects and scores only, no test of significance.")
    private boolean noTest;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the test (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--dataset",
            paramLabel = "DIR",
            description =
                    "Annotated dataset of a labelled run: also measures I2, whether Pattern-CAVs of its labels have"
                            + " more influence than the signal vectors with the same label.")
    private Path dataset;

    @Option(names = "--label-split", paramLabel = "NAME", description = "Split of Pattern-CAVs (default: train).")
    private String split = "train";

    @NotRecorded
    @Option(names = "--out", paramLabel = "DIR", description = "Folder of results and diagrams (default: the run).")
    private Path out;

    @NotRecorded
    @Option(names = "--overwrite", description = "With --no-test: replace the run's results even if they were tested.")
    private boolean overwrite;

    @Mixin
    private PartOptions parts;

    @Override
    public Integer call() {
        if (top < 1) {
            throw new InvalidInput("--top " + top + " must be at least 1");
        }
        Console console = new Console();
        InfluenceStudy.Options settings = InfluenceStudy.Options.of(seed)
                .withMeasured(effects.measured(seed))
                .withTested(!noTest)
                .withImages(images)
                .withDataset(dataset)
                .withLabelSplit(split)
                .withClasses(classes)
                .withTop(top)
                .withPlace(out)
                .withOverwrite(overwrite);
        try (Run run = options.open(console)) {
            if (parts.does(part -> InfluenceStudy.part(run, settings, part, console))) {
                return 0;
            }
            try (FolderLock right = run.writing()) { // for the diagrams too
                Path figures = Pages.folder(out, run.path(Results.FIGURES));
                InfluenceResults results = parts.merges()
                        ? InfluenceStudy.merge(run, settings, console)
                        : parts.distribute(who -> InfluenceStudy.run(run, settings, who, console));
                InfluenceTable.print(out(), results);
                InfluenceDiagrams.draw(results, figures).forEach(diagram -> out().println("Diagram: " + diagram));
                options.write(results);
            }
        }
        return 0;
    }
}
