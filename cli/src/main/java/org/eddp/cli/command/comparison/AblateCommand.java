package org.eddp.cli.command.comparison;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.FeatureLearningOptions;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.option.NormalisedCommand;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.OutputFolder;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.features.FeatureSet;
import org.eddp.files.Digests;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.files.json.Json;
import org.eddp.metrics.Comparison;
import org.eddp.study.Ablation;
import org.eddp.study.measure.Labelling;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp ablate}: the paper's ablations. */
@Command(
        name = "ablate",
        header = "The paper's ablations on a feature set: learn every variant of a grid, evaluate, measure influence,"
                + " compare.",
        description = {
            "Grids: losses (orthonormal filters, then L^fs and L^eac one after the other), uur (with and without"
                    + " L^uur), cur (no alignment, L^uur, L^cur), fso (L^uur or L^cur, with and without L^fso), margin"
                    + " (target of L^mm 4, 5 and 6).",
            "Variants that are finished are not repeated; the command refuses a folder that holds a grid"
                    + " with other settings."
        },
        footer = {
            "",
            "Example:",
            "  ./eddp ablate --grid fso --features features/broden --dataset broden1_224 --concepts 448 --out ablation"
        })
final class AblateCommand extends PrintingCommand {
    @Option(
            names = "--grid",
            required = true,
            paramLabel = "NAME",
            description = "Which table: ${COMPLETION-CANDIDATES}.")
    private Ablation.Table grid;

    @Option(names = "--features", required = true, paramLabel = "DIR", description = "Feature set of the dataset.")
    private Path features;

    @Option(names = "--dataset", required = true, paramLabel = "DIR", description = "Annotated dataset.")
    private Path dataset;

    @Option(names = "--concepts", required = true, paramLabel = "I", description = "Number of concepts.")
    private int concepts;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @NotRecorded
    @Option(names = "--out", required = true, paramLabel = "DIR", description = "Folder for the runs and the table.")
    private Path out;

    @Option(
            names = "--learn-options",
            paramLabel = "TEXT",
            description = "Further options of eddp learn for all variants, in one argument.")
    private String learnOptions = "";

    @Option(
            names = "--no-influence",
            description = "Do not measure the influence of concepts on classes (I1, SDC, SCDP).")
    private boolean noInfluence;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() {
        try (OutputFolder folder = OutputFolder.takeWithResults(out)) {
            FeatureSet set = FeatureSet.open(features);
            String name = grid.label();
            Json.claim(out.resolve(name + "-settings.json"), settings(set), "the grid " + name);
            Ablation.Options options = Ablation.Options.of(
                            learning().options(Request.PROGRAM),
                            Labelling.Options.of(dataset),
                            new AblationCommands(spec.root(), features, dataset, concepts, seed, words(learnOptions)))
                    .withInfluence(!noInfluence);
            Comparison comparison = Ablation.run(set, grid, options, out, new StepsConsole(out()));
            out().print(comparison.text());
            comparison.write(out.resolve(name + ".json"), out.resolve(name + ".csv"), out.resolve(name + ".tex"));
            json.write(comparison);
        }
        return 0;
    }

    /** The common options of all variants, so that a table has one ablation only. */
    private record Settings(String features, String dataset, int concepts, long seed, String learnOptions) {}

    private Settings settings(FeatureSet set) {
        String index = Digests.of(dataset.resolve("index.csv"));
        return new Settings(
                set.digest(),
                index,
                concepts,
                seed,
                String.join(
                        " ",
                        NormalisedCommand.of(
                                CommandText.start(spec.root(), "learn").command(), words(learnOptions))));
    }

    /** The common learning options of all variants, as in {@code eddp learn}. */
    private FeatureLearningOptions learning() {
        List<String> arguments = new ArrayList<>(
                List.of("--concepts", Integer.toString(concepts), "--seed", Long.toString(seed), "--resume"));
        arguments.addAll(words(learnOptions));
        FeatureLearningOptions learning = new FeatureLearningOptions();
        new CommandLine(learning)
                .setCommandName("eddp learn")
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments.toArray(String[]::new));
        return learning;
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : Arrays.asList(text.trim().split("\\s+"));
    }
}
