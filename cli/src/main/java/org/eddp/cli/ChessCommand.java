package org.eddp.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.eddp.Stopped;
import org.eddp.experiments.chess.ChessExperiment;
import org.eddp.experiments.chess.ChessOptions;
import org.eddp.experiments.chess.ChessResults;
import org.eddp.experiments.chess.ChessSummary;
import org.eddp.experiments.training.TrainMonitor;
import org.eddp.files.AtomicFile;
import org.eddp.files.Json;
import org.eddp.images.PictureFile;
import org.eddp.report.ChessReport;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
    @Spec
    private CommandSpec spec;

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

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = ChessOptions.USUAL.seed();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Repeat for N seeds, from --seed on, and report the success rate.")
    private Integer seeds;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the results (default: a new folder runs/chess, runs/chess-2, ...).")
    private Path out;

    @Option(names = "--overwrite", description = "Replace the results in a folder that is not empty.")
    private boolean overwrite;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write results.json to this file.")
    private Path json;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        if (seeds != null && (seeds < 1 || seeds > 10_000)) {
            throw new IllegalArgumentException("--seeds " + seeds + " must be within 1 .. 10000");
        }
        int workers = threads.count();
        ChessOptions first = new ChessOptions(images, concepts, epochs, seed);
        first.data(); // pictures that cannot be used are refused before a folder is made
        Path folder = OutputFolder.resolve(out, Path.of("runs", "chess"), false, overwrite);
        List<ChessExperiment.Outcome> outcomes = run(first, folder, workers);
        List<ChessResults> results =
                outcomes.stream().map(ChessExperiment.Outcome::results).toList();
        Object document = seeds == null ? results.get(0) : ChessSummary.of(results);
        Json.write(folder.resolve("results.json"), document);
        AtomicFile.writeString(folder.resolve("report.html"), ChessReport.html(pages(outcomes), commandText()));
        System.out.print(ChessTables.text(results));
        System.out.println("Report: " + folder.resolve("report.html"));
        if (json != null) {
            Json.write(json, document);
        }
        return 0;
    }

    private static List<ChessReport.Seed> pages(List<ChessExperiment.Outcome> outcomes) {
        return outcomes.stream()
                .map(o -> new ChessReport.Seed(
                        o.results(),
                        o.segmentations().stream().map(PictureFile::png).toList()))
                .toList();
    }

    /** Several seeds go side by side, one thread each; a single one uses all. */
    private List<ChessExperiment.Outcome> run(ChessOptions first, Path folder, int threadCount) {
        int count = seeds == null ? 1 : seeds;
        List<ChessExperiment.Outcome> outcomes = new ArrayList<>();
        try (Workers workers = new Workers(threadCount);
                Progress progress =
                        new Progress(seeds == null ? "chess" : seeds + " seeds", count * ChessExperiment.work(first))) {
            if (seeds == null) {
                outcomes.add(run(first, folder, workers, progress));
            } else {
                workers.forEach(count, i -> runSeed(first.withSeed(first.seed() + i), folder, progress), outcomes::add);
            }
        }
        return outcomes;
    }

    private ChessExperiment.Outcome runSeed(ChessOptions options, Path folder, Progress progress) {
        try (Workers single = new Workers(1)) {
            return run(options, folder.resolve("seed-" + options.seed()), single, progress);
        }
    }

    private ChessExperiment.Outcome run(ChessOptions options, Path folder, Workers workers, Progress progress) {
        if (Interruption.requested()) {
            throw new Stopped("stopped before seed " + options.seed());
        }
        return ChessExperiment.run(
                options,
                new ChessExperiment.Session(
                        folder, workers, new Training(progress), new LearningProgress("directions", progress)));
    }

    /** Shows how training goes. */
    private static final class Training implements TrainMonitor {
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

    private String commandText() {
        return CommandText.of(spec.commandLine().getParseResult().originalArgs());
    }
}
