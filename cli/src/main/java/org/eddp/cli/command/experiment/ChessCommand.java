package org.eddp.cli.command.experiment;

import java.nio.file.Path;
import org.eddp.cli.option.OutputFolder;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.experiments.chess.ChessExperiment;
import org.eddp.experiments.chess.ChessExperiment.ChessOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp chess}: the paper's model-correction experiment. */
@Command(
        name = "chess",
        header = "The paper's model-correction experiment, from pictures to report.",
        description = {
            "The paper's model-correction experiment: pictures of bishops, knights and rooks, half of the training"
                    + " rooks marked with the word \"rook\"; a small network trained on them, which learns to read the"
                    + " mark; then",
            "  (i)   direction pairs learned without supervision, and the one among them that is the mark,",
            "  (ii)  its influence on the classes and its cosine with the mark's Pattern-CAV,",
            "  (iii) the network with the mark taken out, on pictures without and with it,",
            "  (iv)  the same with random directions and with the filter, as controls.",
            "Prints the paper's numbers beside ours; writes network.onnx, corrected.onnx, directions.safetensors,"
                    + " results.json and report.html."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp chess",
            "  ./eddp chess --seeds 10",
            "  ./eddp chess --images chess-pieces/"
        })
final class ChessCommand extends PrintingCommand {
    @Option(
            names = "--images",
            paramLabel = "DIR",
            description = "Folder with the subfolders bishop, knight and rook (default: pictures are drawn).")
    private Path images;

    @Option(names = "--concepts", paramLabel = "I", description = "Direction pairs (default: ${DEFAULT-VALUE}).")
    private int concepts = ChessOptions.DEFAULT.concepts();

    @Option(
            names = "--epochs",
            paramLabel = "N",
            description = "Passes of the network over its training pictures (default: ${DEFAULT-VALUE}).")
    private int epochs = ChessOptions.DEFAULT.epochs();

    @Mixin
    private ExperimentOptions options;

    @Override
    public Integer call() {
        options.check();
        ChessExperiment experiment = new ChessExperiment(ChessOptions.DEFAULT
                .withImages(images)
                .withConcepts(concepts)
                .withEpochs(epochs)
                .withSeed(options.seed()));
        try (OutputFolder folder = options.folder()) {
            options.run(experiment, folder.path());
        }
        return 0;
    }
}
