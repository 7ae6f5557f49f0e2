package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.eddp.features.FeatureSet;
import org.eddp.features.Origin;
import org.eddp.files.Digests;
import org.eddp.files.Folders;
import org.eddp.metrics.Comparison;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Scope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eddp ablate}: the paper's ablations. */
@Command(
        name = "ablate",
        header =
                "The paper's ablations on a feature set: learn every variant of a grid, evaluate, measure influence, compare.",
        mixinStandardHelpOptions = true,
        description = {
            "Grids: losses (orthonormal filters, then L^fs and L^eac one after the other), uur (with and without L^uur),"
                    + " cur (no alignment, L^uur, L^cur), fso (L^uur or L^cur, with and without L^fso), margin (target of"
                    + " L^mm 4, 5 and 6).",
            "Variants that are finished are not repeated; a folder with a grid of other settings is refused."
        },
        footer = {
            "",
            "Example:",
            "  ./eddp ablate --grid fso --features features/broden --dataset broden1_224 --concepts 448 --out ablation"
        })
final class AblateCommand implements Callable<Integer> {
    /** The paper's tables; a row is a name and options of eddp learn. */
    enum Grid {
        LOSSES(
                row("orthonormal", "--variant U --without ur --start-only"),
                row("free", "--variant U --without ur,eac --plain-sparsity"),
                row("free + fs", "--variant U --without ur,eac"),
                row("free + fs + eac", "--variant U --without ur")),
        UUR(
                row("orthonormal", "--variant U --without ur --start-only"),
                row("orthonormal + uur", "--variant U --start-only"),
                row("free", "--variant U --without ur"),
                row("free + uur", "--variant U")),
        CUR(
                row("no alignment", "--variant U --without ur"),
                row("uur", "--variant U"),
                row("cur", "--variant C --without fso")),
        FSO(
                row("uur", "--variant U"),
                row("cur", "--variant C --without fso"),
                row("uur + fso", "--variant U --fso-target 0.01"),
                row("cur + fso", "--variant C")),
        MARGIN(
                row("U, 4", "--variant U --margin-target 4"),
                row("U, 5", "--variant U --margin-target 5"),
                row("U, 6", "--variant U --margin-target 6"),
                row("C, 4", "--variant C --margin-target 4"),
                row("C, 5", "--variant C --margin-target 5"),
                row("C, 6", "--variant C --margin-target 6"));

        private final List<String[]> rows;

        Grid(String[]... rows) {
            this.rows = List.of(rows);
        }

        private static String[] row(String name, String options) {
            return new String[] {name, options};
        }
    }

    @Option(
            names = "--grid",
            required = true,
            paramLabel = "NAME",
            description = "Which table: ${COMPLETION-CANDIDATES}.")
    private Grid grid;

    @Option(names = "--features", required = true, paramLabel = "DIR", description = "Feature set of the dataset.")
    private Path features;

    @Option(names = "--dataset", required = true, paramLabel = "DIR", description = "Annotated dataset.")
    private Path dataset;

    @Option(names = "--concepts", required = true, paramLabel = "I", description = "Number of concepts.")
    private int concepts;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

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

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the table as JSON.")
    private Path json;

    private Influences influence;

    @Override
    public Integer call() {
        Folders.prepare(out);
        String name = grid.name().toLowerCase(Locale.ROOT);
        FolderSettings.claim(out.resolve(name + "-settings.json"), settings(), "the grid " + name);
        influence = influences();
        List<Comparison.Row> rows = new ArrayList<>();
        for (String[] variant : grid.rows) {
            rows.add(run(variant[0], variant[1]));
        }
        Comparison comparison = Runs.comparison(rows);
        System.out.print(comparison.text());
        CompareCommand.write(
                comparison, out.resolve(name + ".json"), out.resolve(name + ".csv"), out.resolve(name + ".tex"));
        CompareCommand.write(comparison, json, null, null);
        return 0;
    }

    /** What all variants share; two ablations must not meet in one table. */
    private record Settings(String features, String dataset, int concepts, long seed, String learnOptions) {}

    private Settings settings() {
        Object digest = RunData.of(FeatureSet.open(features), null).get("features");
        String index = Digests.of(dataset.resolve("index.csv"));
        return new Settings(digest.toString(), index, concepts, seed, String.join(" ", words(learnOptions)));
    }

    private Comparison.Row run(String name, String options) {
        Path run =
                out.resolve((grid.name() + " " + name).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"));
        if (!Files.exists(run.resolve("run.json"))) {
            List<String> arguments = new ArrayList<>(List.of(
                    "learn",
                    "--features",
                    features.toString(),
                    "--concepts",
                    Integer.toString(concepts),
                    "--seed",
                    Long.toString(seed),
                    "--resume",
                    "--out",
                    run.toString()));
            arguments.addAll(words(options));
            arguments.addAll(words(learnOptions));
            Steps.run(arguments.toArray(String[]::new));
        }
        if (!Files.exists(run.resolve("metrics.json"))) {
            Steps.run(
                    "evaluate",
                    "--run",
                    run.toString(),
                    "--features",
                    features.toString(),
                    "--dataset",
                    dataset.toString());
        }
        if (influence != Influences.NONE && !Files.exists(run.resolve("influence.json"))) {
            List<String> arguments = new ArrayList<>(List.of(
                    "influence",
                    "--run",
                    run.toString(),
                    "--features",
                    features.toString(),
                    "--seed",
                    Long.toString(seed)));
            if (influence == Influences.SCORES) {
                arguments.add("--no-test");
            }
            Steps.run(arguments.toArray(String[]::new));
        }
        return Runs.row(run).withName(name);
    }

    /** How much is asked about influence. */
    private enum Influences {
        NONE,
        SCORES,
        SIGNIFICANCE
    }

    /** Whatever can be had in reasonable time: closed form for linear heads, else only what asks the network little. */
    private Influences influences() {
        if (noInfluence) {
            return Influences.NONE;
        }
        FeatureSet set = FeatureSet.open(features);
        try (Scope scope = Scope.open()) {
            if (set.readout().isPresent()) {
                return Influences.SIGNIFICANCE;
            }
        }
        String network = Origin.read(features).network();
        if (network == null || !Files.exists(Path.of(network))) {
            return leftOut("is not where it was when features were extracted", network);
        }
        if (!Networks.digest(Path.of(network)).equals(set.info().provenance().networkSha256())) {
            return leftOut("has changed since features were extracted", network);
        }
        System.err.println(
                "the head is more than pooling and one linear layer: influence is measured, but SDC and SCDP are"
                        + " left out, which would ask the network about every image once per noise vector");
        return Influences.SCORES;
    }

    private static Influences leftOut(String why, String network) {
        System.err.println(
                "influence is left out, since the network " + why + (network == null ? "" : " (" + network + ")"));
        return Influences.NONE;
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : Arrays.asList(text.trim().split("\\s+"));
    }
}
