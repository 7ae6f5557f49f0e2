package org.eddp.cli.command.bench;

import java.util.ArrayList;
import java.util.List;
import org.eddp.bench.StepBenchmark;
import org.eddp.bench.StepReport;
import org.eddp.cli.terminal.PrintingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp bench step}: the learning step against plain automatic differentiation. */
@Command(
        name = "step",
        header = "The learning step against plain automatic differentiation.",
        description = {
            "The tiled learning step against the same losses written plainly on automatic differentiation:"
                    + " same data, same process, alternating, medians.",
            "Prints the time ratio, the peak memory of both and how the time of the step compares with that of its"
                    + " matrix products alone."
        },
        footer = {
            "",
            "Example:",
            "  ./eddp bench step --size synthetic --size resnet18",
            "  ./eddp bench step --size mobilenet025 --size mobilenet075",
            "",
            "The plain step needs about 8 GB of memory at the size of ResNet18 or ResNet50."
        })
final class BenchStepCommand extends PrintingCommand {
    @Option(
            names = "--size",
            paramLabel = "NAME",
            description = "synthetic, resnet18, resnet50, resnet50-16, resnet50-64, resnet50-256, mobilenet025,"
                    + " mobilenet025-many, mobilenet025-full or mobilenet075; may be repeated (default: all).")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            description = "Steps of each side that are timed (default: ${DEFAULT-VALUE}).")
    private int repetitions = 5;

    @Mixin
    private BenchOptions options;

    @Override
    public Integer call() {
        List<StepBenchmark.Size> sizes = names.isEmpty()
                ? StepBenchmark.Size.ALL
                : names.stream().map(StepBenchmark.Size::of).toList();
        List<StepReport> reports = new ArrayList<>();
        for (StepBenchmark.Size size : sizes) {
            StepReport report = StepBenchmark.run(size, repetitions, options.threads(), System.err::println);
            out().println(report.table());
            reports.add(report);
        }
        return options.finish(reports, reports.stream().allMatch(StepReport::agree));
    }
}
