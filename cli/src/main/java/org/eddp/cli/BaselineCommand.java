package org.eddp.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.eddp.baselines.Nmf;
import org.eddp.baselines.runs.BaselineData;
import org.eddp.baselines.runs.BaselineFit;
import org.eddp.baselines.runs.BaselineMethod;
import org.eddp.baselines.runs.BaselineOptions;
import org.eddp.baselines.runs.BaselineRun;
import org.eddp.baselines.runs.SupervisedOptions;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Concept;
import org.eddp.metrics.Clustering;
import org.eddp.metrics.Quantiles.Saturated;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddp baseline}: directions by another method, as a run that every later command takes. */
@Command(
        name = "baseline",
        header = "Directions by another method, as a run that every later command takes.",
        mixinStandardHelpOptions = true,
        description = {
            "Methods: natural (the features themselves), pca, nmf, ica, sae (sparse autoencoder), uibe and cbe (earlier"
                    + " methods that learn an interpretable basis), and with supervision ibd (linear classifiers) and pcav"
                    + " (Pattern-CAVs).",
            "Detectors of methods without thresholds fire on the strongest 0.5 % of the patches (pca: 20 %), as in the"
                    + " paper."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp baseline --method nmf --features features/broden --concepts 448 --out runs/nmf",
            "  ./eddp baseline --method ibd --features features/broden --dataset broden1_224 --labels-of runs/broden"
        })
final class BaselineCommand implements Callable<Integer> {
    private static final long IN_MEMORY = 1L << 30;

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

    @Option(names = "--share", paramLabel = "X", description = "Share of the patches on which a detector fires.")
    private Double share;

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
            description = "ibd, pcav: learn the labels that this labelled run has, as in the paper's comparison with"
                    + " supervision (default: every concept that occurs often enough).")
    private Path labelsOf;

    @Option(
            names = "--network",
            paramLabel = "FILE",
            description = "The network (default: where it was when features were extracted); cbe may need it.")
    private Path network;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the run (default: a new folder runs/METHOD, runs/METHOD-2, ...).")
    private Path out;

    @Option(names = "--overwrite", description = "Replace the results in a folder that is not empty.")
    private boolean overwrite;

    @Mixin
    private Threads threads;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        BaselineMethod chosen = BaselineMethod.named(method.toLowerCase(Locale.ROOT));
        if (chosen.supervised() && dataset == null) {
            throw new IllegalArgumentException("--method " + chosen.label() + " learns from labels; give an annotated"
                    + " dataset with --dataset");
        }
        if (!chosen.supervised() && labelsOf != null) {
            throw new IllegalArgumentException(
                    "--labels-of is for ibd and pcav; --method " + chosen.label() + " learns without labels");
        }
        Set<Concept> wanted = labelsOf == null ? null : labels(labelsOf);
        FeatureSet set = FeatureSet.open(features);
        set.verify();
        BaselineOptions options = new BaselineOptions(
                concepts != null ? concepts : Math.max(1, set.width() * 7 / 8),
                share,
                Saturated.FIRES,
                iterations,
                multiplicative ? Nmf.Updates.MULTIPLICATIVE : Nmf.Updates.HIERARCHICAL,
                seed,
                SupervisedOptions.USUAL);
        Path folder = OutputFolder.resolve(out, Path.of("runs", chosen.label()), false, overwrite);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(threads.count());
                HeadSource heads = new HeadSource(features, set, network);
                Progress progress = new Progress(chosen.label(), 1000)) {
            FeatureSource source = set.inMemory(IN_MEMORY);
            BaselineFit fit = chosen.fit(
                    data(chosen, set, source, heads, wanted), options, workers, new ProgressMonitor(progress));
            progress.close();
            RunData.writeOrigin(folder, features, network);
            BaselineRun.write(folder, chosen, options, RunData.of(set, null), fit); // last: says that it is finished
            RunCommands.note(
                    folder, CommandText.of(spec.commandLine().getParseResult().originalArgs()), RunCommands.DIRECTIONS);
            Clustering clustering = Clustering.of(source, fit.directions().detectors(), workers);
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d directions (%s), coverage %.3f, redundancy %.3f%n",
                    folder,
                    fit.directions().concepts(),
                    chosen.title(),
                    clustering.coverage(),
                    clustering.redundancy());
        }
        return 0;
    }

    private Set<Concept> labels(Path run) {
        Set<Concept> concepts = PatternOptions.labels(run, dataset).concepts();
        if (concepts.isEmpty()) {
            throw new IllegalArgumentException("--labels-of " + run + ": none of its detectors is interpretable");
        }
        return concepts;
    }

    private BaselineData data(
            BaselineMethod chosen, FeatureSet set, FeatureSource source, HeadSource heads, Set<Concept> wanted) {
        BaselineData data = BaselineData.of(source, set.info().provenance().activation());
        if (chosen.usesHead()) {
            data = data.with(heads.head());
        }
        if (chosen.supervised()) {
            AnnotatedFeatures train = AnnotatedFeatures.of(
                    AnnotatedDataset.read(dataset),
                    "train",
                    source,
                    set.records(),
                    set.info().provenance().preprocessing());
            data = data.with(train, wanted);
        }
        return data;
    }
}
