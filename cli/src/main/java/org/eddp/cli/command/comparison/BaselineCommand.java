package org.eddp.cli.command.comparison;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import org.eddp.baselines.BaselineMethod;
import org.eddp.baselines.Nmf;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.OutputFolder;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.study.BaselineStudy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp baseline}: directions by another method, as a run that every later command takes. */
@Command(
        name = "baseline",
        header = "Directions by another method, as a run for all later commands.",
        description = {
            "Methods: natural (the features themselves), pca, nmf, ica, sae (sparse autoencoder), uibe and cbe"
                    + " (earlier methods that learn an interpretable basis), and with supervision ibd (linear classifiers)"
                    + " and pcav (Pattern-CAVs).",
            "Detectors of methods without thresholds fire on the strongest 0.5 %% of the patches (pca: 20"
                    + " %%), as in the paper; with --share 1/I, one detector fires per patch on average, as with"
                    + " learned directions. eddp baselines does both for every method."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp baseline --method nmf --features features/broden --concepts 448 --out runs/nmf",
            "  ./eddp baseline --method ibd --features features/broden --dataset broden1_224 --labels-of runs/broden"
        })
final class BaselineCommand extends PrintingCommand {
    @Option(
            names = "--method",
            required = true,
            paramLabel = "NAME",
            description = "natural, pca, nmf, ica, sae, uibe, cbe, ibd or pcav.")
    private String method;

    @Option(names = "--features", required = true, paramLabel = "DIR", description = "Feature set of eddp features.")
    private Path features;

    @Option(
            names = "--concepts",
            paramLabel = "I",
            description =
                    "Number of directions (default: seven eighths of the feature width; natural has one per feature,"
                            + " supervised methods one per concept).")
    private Integer concepts;

    @Mixin
    private ShareOption share;

    @Option(names = "--iterations", paramLabel = "N", description = "Iterations at most (default: the method's own).")
    private Integer iterations;

    @Option(
            names = "--multiplicative",
            description =
                    "nmf: multiplicative updates, as in the paper, instead of hierarchical least squares; the same"
                            + " loss, but many times more iterations to the same tolerance.")
    private boolean multiplicative;

    @Option(
            names = "--dataset",
            paramLabel = "DIR",
            description = "Annotated dataset whose train split supervised methods learn from.")
    private Path dataset;

    @Option(
            names = "--labels-of",
            paramLabel = "RUN",
            description =
                    "ibd, pcav: learn the labels of this labelled run, as in the paper's comparison with supervision"
                            + " (default: every concept that occurs often enough).")
    private Path labelsOf;

    @Mixin
    private FittingOptions fitting;

    @NotRecorded
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the run (default: a new folder runs/METHOD, runs/METHOD-2, ...).")
    private Path out;

    @NotRecorded
    @Option(names = "--overwrite", description = "Replace the results in a folder that is not empty.")
    private boolean overwrite;

    @Override
    public Integer call() {
        BaselineMethod chosen = BaselineMethod.named(method.toLowerCase(Locale.ROOT));
        if (chosen.supervised() && dataset == null) {
            throw new InvalidInput(
                    "--method " + method + " learns from labels; give an annotated dataset with --dataset");
        }
        if (!chosen.supervised() && labelsOf != null) {
            throw new InvalidInput("--labels-of is for ibd and pcav; --method " + method + " learns without labels");
        }
        FeatureSet set = FeatureSet.open(features);
        if (concepts != null && (chosen.supervised() || concepts != chosen.directions(concepts, set.width()))) {
            throw new InvalidInput("--concepts " + concepts + ": --method " + method + " has one direction per "
                    + (chosen.supervised() ? "concept that it is taught" : "feature, " + set.width() + " here")
                    + "; leave --concepts out");
        }
        BaselineStudy.Options options = BaselineStudy.Options.of(chosen)
                .withConcepts(concepts)
                .withShare(share.of(BaselineStudy.directions(set, chosen, concepts)))
                .withIterations(iterations)
                .withUpdates(multiplicative ? Nmf.Updates.MULTIPLICATIVE : Nmf.Updates.HIERARCHICAL)
                .withDataset(dataset)
                .withLabelsOf(labelsOf)
                .withNetwork(fitting.network())
                .withSeed(fitting.seed())
                .withThreads(fitting.threads())
                .withRequest(CommandText.of(spec));
        try (OutputFolder folder = OutputFolder.take(out, Path.of("runs", chosen.label()), overwrite)) {
            print(out(), folder.path(), BaselineStudy.run(set, folder.path(), options, new Console()));
        }
        return 0;
    }

    /** Prints what a method has found. */
    static void print(PrintWriter out, Path folder, BaselineStudy.Result result) {
        out.printf(
                Locale.ROOT,
                "%s: %d directions (%s), coverage %.3f, redundancy %.3f%n",
                folder,
                result.concepts(),
                result.title(),
                result.clustering().coverage(),
                result.clustering().redundancy());
    }
}
