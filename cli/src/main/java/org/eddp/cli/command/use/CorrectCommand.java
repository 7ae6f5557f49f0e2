package org.eddp.cli.command.use;

import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.report.ResultPages;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.repair.RepairStudy;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp correct}: a network that no longer relies on a concept. */
@Command(
        name = "correct",
        header = "A network that no longer relies on a concept, as a file.",
        description = {
            "Inserts a step behind the layer of study that removes one or more concepts, and writes the"
                    + " network: ONNX for an ONNX network, TorchScript for a TorchScript network.",
            "With --evaluate, compares the network before and after on labelled images; with --controls, also with"
                    + " random directions and with the filter in place of the signal vector.",
            "With --controls and without --evaluate, counts the predictions that change on the images of the"
                    + " run; this needs no labels."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp correct --run runs/chess --concept 5 --out fixed.onnx",
            "  ./eddp correct --run runs/chess --concept 5 --out fixed.onnx --controls",
            "  ./eddp correct --run runs/chess --concept 5,7 --out fixed.onnx --evaluate test --controls",
            "  ./eddp correct --run runs/chess --concept 5,7 --merge --out fixed.onnx --evaluate test --controls"
        })
final class CorrectCommand extends PrintingCommand {

    @Mixin
    private RunOptions options;

    @Option(
            names = "--concept",
            required = true,
            split = ",",
            paramLabel = "CONCEPT",
            description = "Concepts to remove, by number or name, each once; they are removed in this order.")
    private List<String> concepts;

    @Option(
            names = "--signals",
            paramLabel = "WHICH",
            description = {
                "The pairs by which concepts are removed: refitted (filter and signal vector fitted to the patches on"
                        + " which the detector fires), means (the detector's filter and the difference of the mean patches"
                        + " with and without the concept) or learned (the pair of the run) (default: ${DEFAULT-VALUE}). A"
                        + " merged pair is always refitted."
            })
    private Signals signals = Signals.REFITTED;

    @Option(
            names = "--merge",
            description = "Remove the concepts as one, by a pair fitted to the patches on which any of them fires; for"
                    + " several detectors of the same concept. Without this option the concepts are removed one after"
                    + " the other.")
    private boolean merge;

    @NotRecorded
    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The corrected network.")
    private Path out;

    @Option(
            names = "--evaluate",
            paramLabel = "DIR",
            description = "Images in subfolders that are named after classes, or their numbers.")
    private Path evaluate;

    @Option(
            names = "--controls",
            description = "Evaluate controls too: " + RepairStudy.RANDOM_CONTROLS
                    + " random directions, and the filter in place of the signal vector. Without --evaluate, on the"
                    + " images of the run: how many predictions change, and to what.")
    private boolean controls;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the controls (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Override
    public Integer call() {
        RepairStudy.Options settings = RepairStudy.Options.of(concepts, out)
                .withSignals(signals)
                .withMerge(merge)
                .withEvaluate(evaluate)
                .withControls(controls)
                .withSeed(seed);
        Console console = new Console();
        try (Run run = options.open(console);
                var right = run.writing()) { // for the page too
            RepairStudy.Result result = RepairStudy.run(run, settings, console);
            out().println("Network: " + out);
            CorrectionTable.print(out(), result.results());
            Pages.show(
                    out(),
                    run.path(Results.CORRECTIONS).resolve(result.name() + ".html"),
                    ResultPages.page(result.results()));
            options.write(result.results());
            return result.results().agrees() ? 0 : ExitCode.SOFTWARE;
        }
    }
}
