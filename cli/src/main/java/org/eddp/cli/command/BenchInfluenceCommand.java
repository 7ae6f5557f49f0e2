package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.eddp.bench.InfluenceBenchmark;
import org.eddp.cli.option.Threads;
import org.eddp.files.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp bench influence}: the closed form against the general path. */
@Command(
        name = "influence",
        header = "Influence scores in closed form against the path through the network.",
        mixinStandardHelpOptions = true,
        description =
                "448 concepts x 100 noise directions x 365 classes x 2,000 images. The general path is measured on a few"
                        + " directions and extrapolated, as printed.",
        footer = {"", "Example:", "  ./eddp bench influence"})
final class BenchInfluenceCommand implements Callable<Integer> {
    @Option(
            names = "--measured",
            paramLabel = "N",
            description = "Directions of the general path that are measured (default: ${DEFAULT-VALUE}).")
    private int measured = 6;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the measurements as JSON.")
    private Path json;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        InfluenceBenchmark.Report report = InfluenceBenchmark.run(
                InfluenceBenchmark.Size.PAPER, measured, threads.count(), 1, System.err::println);
        System.out.println(report);
        if (json != null) {
            Json.write(json, report);
        }
        return report.differentSigns() == 0 ? 0 : ExitCode.SOFTWARE;
    }
}
