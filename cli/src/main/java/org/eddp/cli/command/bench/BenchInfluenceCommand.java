package org.eddp.cli.command.bench;

import org.eddp.bench.InfluenceBenchmark;
import org.eddp.cli.terminal.PrintingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp bench influence}: the closed form against the general path. */
@Command(
        name = "influence",
        header = "Influence scores in closed form against the path through the network.",
        description =
                "448 concepts x 100 noise directions x 365 classes x 2,000 images. The general path is measured on a few"
                        + " directions and extrapolated, as printed.",
        footer = {"", "Example:", "  ./eddp bench influence"})
final class BenchInfluenceCommand extends PrintingCommand {
    @Option(
            names = "--measured",
            paramLabel = "N",
            description = "Directions of the general path that are measured (default: ${DEFAULT-VALUE}).")
    private int measured = 6;

    @Mixin
    private BenchOptions options;

    @Override
    public Integer call() {
        InfluenceBenchmark.Report report = InfluenceBenchmark.run(
                InfluenceBenchmark.Size.PAPER, measured, options.threads(), 1, System.err::println);
        out().println(report);
        return options.finish(report, report.differentSigns() == 0);
    }
}
