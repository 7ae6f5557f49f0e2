package org.eddp.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.eddp.files.AtomicFile;
import org.eddp.files.Json;
import org.eddp.metrics.Comparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eddp compare}: evaluated runs side by side. */
@Command(
        name = "compare",
        header = "Evaluated runs side by side, as in the paper's tables.",
        mixinStandardHelpOptions = true,
        description =
                "One row per run; the best of every column is marked. The runs have to be evaluated (eddp evaluate) on"
                        + " the same dataset.",
        footer = {"", "Example:", "  ./eddp compare runs/pca runs/nmf runs/eddp-u runs/eddp-c --latex table.tex"})
final class CompareCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Evaluated runs.")
    private List<Path> runs;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the table as JSON.")
    private Path json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Also write the table as CSV.")
    private Path csv;

    @Option(names = "--latex", paramLabel = "FILE", description = "Also write the table as LaTeX.")
    private Path latex;

    @Override
    public Integer call() {
        Comparison comparison = new Comparison(runs.stream().map(Runs::row).toList());
        long datasets = comparison.rows().stream()
                .map(row -> row.metrics().dataset())
                .distinct()
                .count();
        if (datasets > 1) {
            throw new IllegalArgumentException("the runs were evaluated on different datasets; evaluate them on one");
        }
        System.out.print(comparison.text());
        write(comparison, json, csv, latex);
        return 0;
    }

    static void write(Comparison comparison, Path json, Path csv, Path latex) {
        if (json != null) {
            Json.write(json, comparison);
        }
        if (csv != null) {
            AtomicFile.writeString(csv, comparison.csv());
        }
        if (latex != null) {
            AtomicFile.writeString(latex, comparison.latex());
        }
    }
}
