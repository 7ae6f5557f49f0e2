package org.eddp.cli.command.bench;

import java.util.List;
import org.eddp.bench.GrowthBenchmark;
import org.eddp.cli.terminal.PrintingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code eddp bench growth}: how time and memory grow with the problem. */
@Command(
        name = "growth",
        header = "How time and memory grow with patches, concepts and images.",
        description = "Signal vectors of a set against patches and concepts, dissection against images, over three"
                + " decades, on generated data. Prints processor time, peak memory and the slope of log time over"
                + " log size: 1 is proportional.",
        footer = {"", "Example:", "  ./eddp bench growth"})
final class BenchGrowthCommand extends PrintingCommand {
    @Mixin
    private BenchOptions options;

    @Override
    public Integer call() {
        List<GrowthBenchmark.Series> series =
                GrowthBenchmark.run(GrowthBenchmark.Options.of(options.threads()), System.err::println);
        series.forEach(each -> out().println(each.text()));
        return options.finish(series, true);
    }
}
