package org.eddp.cli.command.bench;

import java.nio.file.Path;
import org.eddp.bench.StudioBenchmark;
import org.eddp.cli.terminal.PrintingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp bench studio}: response times of the studio. */
@Command(
        name = "studio",
        header = "How long the studio takes to answer.",
        description = {
            "Starts a studio on loopback and asks it as a browser does: a slider's move to its new prediction, images,"
                    + " concepts, the gallery, a threshold; one client alone and several at once, medians and 95th"
                    + " percentiles. Then how long it takes to open the run, and the heap in use.",
            "Generates a run in a temporary folder: small drawn pictures, a network of one layer under"
                    + " pooling and a linear layer, random directions. With --run, measures your run first; the studio"
                    + " then keeps its files in that run."
        },
        footer = {"", "Examples:", "  ./eddp bench studio", "  ./eddp bench studio --run runs/photos --pictures 0"})
final class BenchStudioCommand extends PrintingCommand {
    @Option(names = "--run", paramLabel = "DIR", description = "A run to measure in addition.")
    private Path run;

    @Option(
            names = "--concepts",
            paramLabel = "N",
            description = "Concepts of the generated run (default: ${DEFAULT-VALUE}).")
    private int concepts = 1000;

    @Option(
            names = "--pictures",
            paramLabel = "N",
            description = "Pictures of the generated run; 0 generates no run (default: ${DEFAULT-VALUE}).")
    private int pictures = 10_000;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            description = "Answers of every view that are timed, one client (default: ${DEFAULT-VALUE}).")
    private int repetitions = 100;

    @Option(
            names = "--clients",
            paramLabel = "N",
            description = "Clients that ask at once (default: ${DEFAULT-VALUE}).")
    private int clients = 8;

    @Mixin
    private BenchOptions options;

    @Override
    public Integer call() {
        StudioBenchmark.Report report = StudioBenchmark.run(
                StudioBenchmark.Options.of(options.threads())
                        .withConcepts(concepts)
                        .withRun(run)
                        .withPictures(pictures)
                        .withRepetitions(repetitions)
                        .withClients(clients),
                System.err::println);
        out().println(report.text());
        return options.finish(report, true);
    }
}
