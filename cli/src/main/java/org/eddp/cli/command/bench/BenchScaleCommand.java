package org.eddp.cli.command.bench;

import org.eddp.bench.ScaleBenchmark;
import org.eddp.cli.terminal.PrintingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp bench scale}: the cost of more images. */
@Command(
        name = "scale",
        header = "How time and memory grow with the number of images, and what millions would take.",
        description = "Extracts features of generated pictures with a small network, and computes signal vectors from"
                + " them, for a hundredth, a tenth and all of the images. Prints processor time, peak memory, the"
                + " slope of log time over log images (1 is proportional). If Spark is available, starts two worker"
                + " processes and measures the cost of tasks and learning steps on them. Prints estimates for"
                + " larger studies at these costs. Writes about 25 kB per image to the folder for temporary files,"
                + " and deletes it.",
        footer = {"", "Example:", "  ./eddp bench scale --images 100000"})
final class BenchScaleCommand extends PrintingCommand {
    @Option(
            names = "--images",
            paramLabel = "N",
            description = "Images of the largest set (default: ${DEFAULT-VALUE}).")
    private int images = 100_000;

    @Mixin
    private BenchOptions options;

    @Override
    public Integer call() {
        ScaleBenchmark.Report report = ScaleBenchmark.run(
                ScaleBenchmark.Options.of(options.threads()).withImages(images), System.err::println);
        out().print(report.text());
        return options.finish(report, true);
    }
}
