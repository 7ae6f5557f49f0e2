package org.eddp.cli.command.comparison;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.baselines.BaselineMethod;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.OutputFolder;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.metrics.Comparison;
import org.eddp.report.metrics.ComparisonReport;
import org.eddp.run.Run;
import org.eddp.study.BaselineSuite;
import org.eddp.study.measure.RunComparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp baselines}: compares a run with every other method under equal conditions. */
@Command(
        name = "baselines",
        header = "Every other method beside a run: same features, as many directions, one table.",
        description = {
            "Fits every method of eddp baseline on the features of a run with as many directions as the run has, each"
                    + " without supervision twice: with its own thresholds (METHOD), and with those of equal redundancy"
                    + " (METHOD-even: every detector fires on 1/I of the patches). Evaluates all, measures influence (I1)"
                    + " and compares.",
            "Methods that the data cannot support are skipped and listed. Without --dataset the table has"
                    + " the numbers that need no labels. Repeat the command to continue after an interruption."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp baselines --run runs/broden --dataset broden1_224 --out baselines/broden",
            "  ./eddp baselines --run runs/u,runs/c --methods pca,ica --out baselines/photos",
            "  ./eddp baselines --features features/photos --concepts 64 --out baselines/photos"
        })
final class BaselinesCommand extends PrintingCommand {
    @Option(
            names = "--run",
            split = ",",
            paramLabel = "RUN",
            description = "Runs for the first rows of the table; the other rows are compared with the first run.")
    private List<Path> runs = List.of();

    @Option(names = "--features", paramLabel = "DIR", description = "Feature set (default: that of the run).")
    private Path features;

    @Option(names = "--concepts", paramLabel = "I", description = "Number of directions (default: that of the run).")
    private Integer concepts;

    @Option(
            names = "--methods",
            split = ",",
            paramLabel = "NAME",
            description = "Methods, as eddp baseline names them (default: all).")
    private List<BaselineMethod> methods;

    @Option(
            names = "--dataset",
            paramLabel = "DIR",
            description =
                    "Annotated dataset: ibd and pcav learn from its train split, all are measured on its val split.")
    private Path dataset;

    @Mixin
    private FittingOptions fitting;

    @NotRecorded
    @Option(names = "--out", required = true, paramLabel = "DIR", description = "Folder for the runs and the table.")
    private Path out;

    @Override
    public Integer call() {
        if (runs.isEmpty() && (features == null || concepts == null)) {
            throw new InvalidInput("give --run, or --features and --concepts");
        }
        try (OutputFolder folder = OutputFolder.takeWithResults(out)) {
            compare(new BaselinesConsole(spec.root(), fitting.threads(), out()));
        }
        return 0;
    }

    private void compare(BaselinesConsole console) {
        if (runs.isEmpty()) {
            compare(FeatureSet.open(features), concepts, console);
            return;
        }
        Run.Options opened = Run.Options.DEFAULT
                .withNetwork(fitting.network())
                .withFeatures(features)
                .withThreads(fitting.threads())
                .withRequest(CommandText.of(spec));
        try (Run first = Run.open(runs.get(0), opened, console)) {
            compare(
                    first.features(),
                    concepts != null ? concepts : first.directions().concepts(),
                    console);
        }
    }

    private void compare(FeatureSet set, int directions, BaselinesConsole console) {
        BaselineSuite.Options options = BaselineSuite.Options.of(directions)
                .withMethods(methods == null ? List.of(BaselineMethod.values()) : methods)
                .withDataset(dataset)
                .withNetwork(fitting.network())
                .withSeed(fitting.seed())
                .withThreads(fitting.threads());
        List<Path> all = new ArrayList<>(runs);
        all.addAll(BaselineSuite.fit(set, out, options, console));
        BaselineSuite.judge(set, all, options, console);
        Comparison comparison = RunComparison.of(all, 0, console);
        out().print(comparison.text());
        console.diagrams(out);
        comparison.write(out.resolve("table.json"), out.resolve("table.csv"), out.resolve("table.tex"));
        Pages.show(
                out(),
                out.resolve("table.html"),
                ComparisonReport.html(comparison, all, CommandText.of(spec).command(), console));
    }
}
