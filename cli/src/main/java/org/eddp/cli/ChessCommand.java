package org.eddp.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.eddp.experiments.chess.ChessExperiment;
import org.eddp.experiments.chess.ChessOptions;
import org.eddp.experiments.chess.ChessResults;
import org.eddp.experiments.chess.ChessSummary;
import org.eddp.experiments.training.Trainer;
import org.eddp.images.PictureFile;
import org.eddp.report.ChessReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp chess}: the paper's model-correction experiment. */
@Command(
        name = "chess",
        header = "The paper's model-correction experiment, from pictures to report.",
        mixinStandardHelpOptions = true,
        description = {
            "The paper's model-correction experiment: pictures of bishops, knights and rooks, half of the training rooks"
                    + " marked with the word \"rook\"; a small network trained on them, which learns to read the mark; then",
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
final class ChessCommand implements Callable<Integer> {
    @Option(
            names = "--images",
            paramLabel = "DIR",
            description = "Folder with the subfolders bishop, knight and rook (default: pictures are drawn).")
    private Path images;

    @Option(names = "--concepts", paramLabel = "I", description = "Direction pairs (default: ${DEFAULT-VALUE}).")
    private int concepts = ChessOptions.USUAL.concepts();

    @Option(
            names = "--epochs",
            paramLabel = "N",
            description = "Passes of the network over its training pictures (default: ${DEFAULT-VALUE}).")
    private int epochs = ChessOptions.USUAL.epochs();

    @Mixin
    private ExperimentOptions options;

    @Override
    public Integer call() {
        options.check();
        ChessOptions first = new ChessOptions(images, concepts, epochs, options.seed());
        first.data(); // pictures that cannot be used are refused before a folder is made
        Path folder = options.folder(false);
        List<ChessExperiment.Outcome> outcomes = options.run(
                folder,
                ChessExperiment.work(first),
                (seed, own, workers, progress) -> ChessExperiment.run(
                        first.withSeed(seed),
                        new ChessExperiment.Session(
                                own, workers, new Training(progress), new LearningProgress("directions", progress))));
        List<ChessResults> results =
                outcomes.stream().map(ChessExperiment.Outcome::results).toList();
        options.write(
                folder,
                options.severalSeeds() ? ChessSummary.of(results) : results.get(0),
                ChessReport.html(pages(outcomes), options.command()),
                new ChessTables().text(results));
        return 0;
    }

    private static List<ChessReport.Seed> pages(List<ChessExperiment.Outcome> outcomes) {
        return outcomes.stream()
                .map(o -> new ChessReport.Seed(
                        o.results(),
                        o.segmentations().stream().map(PictureFile::png).toList()))
                .toList();
    }

    /** Shows how training goes. */
    private static final class Training implements Trainer.EpochMonitor {
        private final Progress progress;
        private String state = "network";

        Training(Progress progress) {
            this.progress = progress;
        }

        @Override
        public void onProgress(long done, long total) {
            progress.advance(ChessExperiment.NETWORK_STEP, () -> state);
        }

        @Override
        public void onEpoch(int epoch, int epochs, double loss, double accuracy) {
            state = String.format(
                    java.util.Locale.ROOT,
                    "network, epoch %d of %d, loss %.3f, accuracy %.2f",
                    epoch,
                    epochs,
                    loss,
                    accuracy);
        }

        @Override
        public boolean stopRequested() {
            return Interruption.requested();
        }
    }
}
