package org.eddp.cli.command.comparison;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.failure.InvalidInput;
import org.eddp.metrics.Comparison;
import org.eddp.report.metrics.ComparisonReport;
import org.eddp.study.measure.RunComparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eddp compare}: evaluated runs side by side. */
@Command(
        name = "compare",
        header = "Evaluated runs side by side, as in the paper's tables.",
        description = {
            "One row per run; the best of every column is marked (never a run whose detectors do not fire). The runs"
                    + " have to be evaluated (eddp evaluate) on the same dataset, with the same --counting and"
                    + " --threshold.",
            "The table says where thresholds come from, and marks runs with another number of directions"
                    + " than the reference run (--against)."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp compare runs/pca runs/nmf runs/eddp-u runs/eddp-c --latex table.tex",
            "  ./eddp compare runs/ibd runs/eddp-c --against runs/ibd --html compared.html"
        })
final class CompareCommand extends PrintingCommand {
    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Evaluated runs.")
    private List<Path> runs;

    @NotRecorded
    @Option(names = "--json", paramLabel = "FILE", description = "Also write the table as JSON.")
    private Path json;

    @NotRecorded
    @Option(names = "--csv", paramLabel = "FILE", description = "Also write the table as CSV.")
    private Path csv;

    @NotRecorded
    @Option(names = "--latex", paramLabel = "FILE", description = "Also write the table as LaTeX.")
    private Path latex;

    @NotRecorded
    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write a page with the table, the categories of names and histograms of the scores.")
    private Path html;

    @Option(
            names = "--against",
            paramLabel = "RUN",
            description = "The reference run, one of the given runs (default: the first).")
    private Path against;

    @Override
    public Integer call() {
        int reference = reference();
        Console console = new Console();
        Comparison comparison = RunComparison.of(runs, reference, console);
        out().print(comparison.text());
        comparison.write(json, csv, latex);
        if (html != null) {
            Pages.show(
                    out(),
                    html,
                    ComparisonReport.html(comparison, runs, CommandText.of(spec).command(), console));
        }
        return 0;
    }

    private int reference() {
        if (against == null) {
            return 0;
        }
        for (int k = 0; k < runs.size(); k++) {
            if (same(runs.get(k), against)) {
                return k;
            }
        }
        throw new InvalidInput("--against " + against + " is not one of the runs given: "
                + runs.stream().map(Path::toString).collect(Collectors.joining(", ")));
    }

    private static boolean same(Path one, Path other) {
        return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }
}
