package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.option.NotAsked;
import org.eddp.cli.option.RunOptions;
import org.eddp.cli.print.CorrectionTable;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.intervene.Signals;
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
            "Puts the suppression of one or more concepts into the network behind the layer of study and writes the"
                    + " result: ONNX for an ONNX network, TorchScript for a TorchScript network.",
            "With --evaluate, compares the network before and after on labelled images; with --controls, also with"
                    + " random directions and with the filter in place of the signal vector.",
            "With --controls and without --evaluate, says which predictions change on the images of the run; that needs no"
                    + " labels."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp correct --run runs/chess --concept 5 --out fixed.onnx",
            "  ./eddp correct --run runs/chess --concept 5 --out fixed.onnx --controls",
            "  ./eddp correct --run runs/chess --concept 5,7 --out fixed.onnx --evaluate test --controls",
            "  ./eddp correct --run runs/chess --concept 5,7 --merge --out fixed.onnx --evaluate test --controls"
        })
public final class CorrectCommand extends PrintingCommand {

    @Mixin
    private RunOptions options;

    @Option(
            names = "--concept",
            required = true,
            split = ",",
            paramLabel = "CONCEPT",
            description = "Concepts to take out, in this order and each once, by number or name.")
    private List<String> concepts;

    @Option(
            names = "--signals",
            paramLabel = "WHICH",
            description = {
                "By which pairs concepts are taken out: refitted (filter and signal vector fitted to the patches on which"
                        + " the detector fires), means (the detector's filter and the difference of the mean patches with"
                        + " and without the concept) or learned (the pair of the run) (default: ${DEFAULT-VALUE}). A merged"
                        + " pair is always refitted."
            })
    private Signals signals = Signals.REFITTED;

    @Option(
            names = "--merge",
            description =
                    "Take the concepts out as one, by a pair made from the patches on which any of them fires: for"
                            + " several detectors that share a concept. Without it, one after the other, each along its own"
                            + " pair.")
    private boolean merge;

    @NotAsked
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
                    + " random directions, and the filter in place of the signal vector. Without --evaluate, on the images"
                    + " of the run: how many predictions change, and to what.")
    private boolean controls;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the controls (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Override
    public Integer call() {
        RepairStudy.Options settings = new RepairStudy.Options(concepts, signals, merge, out, evaluate, controls, seed);
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
