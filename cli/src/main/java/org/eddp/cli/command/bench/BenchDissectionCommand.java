package org.eddp.cli.command.bench;

import org.eddp.bench.DissectionBenchmark;
import org.eddp.cli.terminal.PrintingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code eddp bench dissection}: sparse counting against the dense form. */
@Command(
        name = "dissection",
        header = "Dissection by sparse counting against its dense form.",
        description = "448 detectors on 2,000 generated annotated images. The dense form is measured on fewer images"
                + " and extrapolated, as printed.",
        footer = {"", "Example:", "  ./eddp bench dissection"})
final class BenchDissectionCommand extends PrintingCommand {
    @Mixin
    private BenchOptions options;

    @Override
    public Integer call() {
        DissectionBenchmark.Report report =
                DissectionBenchmark.run(DissectionBenchmark.Options.of(options.threads()), System.err::println);
        out().println(report.text());
        return options.finish(report, true);
    }
}
