package org.eddp.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.eddp.Stopped;
import org.eddp.experiments.synthetic.SyntheticExperiment;
import org.eddp.experiments.synthetic.SyntheticOptions;
import org.eddp.experiments.synthetic.SyntheticResults;
import org.eddp.experiments.synthetic.SyntheticSummary;
import org.eddp.files.AtomicFile;
import org.eddp.files.Json;
import org.eddp.report.SyntheticReport;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddp synthetic}: the paper's synthetic experiment. */
@Command(
        name = "synthetic",
        header = "The paper's synthetic experiment, from data to report.",
        mixinStandardHelpOptions = true,
        description = {
            "The paper's synthetic experiment: features with known encoding directions, a small network trained on"
                    + " them, then",
            "  (i)   signal vectors from ground-truth signal values, with and without sub-sampling,",
            "  (ii)  direction pairs learned without supervision,",
            "  (iii) the same without the filter-signal orthogonality loss,",
            "  (iv)  PCA, NMF, k-means and FastICA on the same data.",
            "Prints the paper's numbers beside ours; writes results.json and report.html."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp synthetic",
            "  ./eddp synthetic --seeds 20",
            "  ./eddp synthetic --random-basis --dim 16 --concepts 6 --distractors 4 --seed 3"
        })
final class SyntheticCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--random-basis", description = "Random directions instead of the paper's matrices.")
    private boolean randomBasis;

    @Option(names = "--dim", paramLabel = "D", description = "Feature width (default: ${DEFAULT-VALUE}).")
    private int dim = SyntheticOptions.PAPER.dim();

    @Option(names = "--concepts", paramLabel = "I", description = "Concepts (default: ${DEFAULT-VALUE}).")
    private int concepts = SyntheticOptions.PAPER.concepts();

    @Option(names = "--distractors", paramLabel = "F", description = "Distractors (default: ${DEFAULT-VALUE}).")
    private int distractors = SyntheticOptions.PAPER.distractors();

    @Option(
            names = "--groups",
            paramLabel = "G",
            description = "Groups of mutually exclusive concepts, 1 or 2; a patch holds one concept of each group"
                    + " (default: ${DEFAULT-VALUE}).")
    private int groups = SyntheticOptions.PAPER.groups();

    @Option(
            names = "--images-per-class",
            paramLabel = "N",
            description = "Images of each class (default: 1000 for the paper's three classes, else about 6000 in all).")
    private Integer imagesPerClass;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = SyntheticOptions.PAPER.seed();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Repeat for N seeds, from --seed on, and report the success rate.")
    private Integer seeds;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the results (default: a new folder runs/synthetic, runs/synthetic-2, ...).")
    private Path out;

    @Option(names = "--resume", description = "Continue an interrupted run in the same folder.")
    private boolean resume;

    @Option(names = "--overwrite", description = "Replace the results in a folder that is not empty.")
    private boolean overwrite;

    @Option(
            names = "--checkpoint-seconds",
            paramLabel = "T",
            description = "Time between checkpoints (default: ${DEFAULT-VALUE}).")
    private double checkpointSeconds = 10;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write results.json to this file.")
    private Path json;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        if (seeds != null && (seeds < 1 || seeds > 10_000)) {
            throw new IllegalArgumentException("--seeds " + seeds + " must be within 1 .. 10000");
        }
        if (!(checkpointSeconds >= 0)) {
            throw new IllegalArgumentException("--checkpoint-seconds " + checkpointSeconds + " must not be negative");
        }
        if (imagesPerClass != null && imagesPerClass < 1) {
            throw new IllegalArgumentException("--images-per-class " + imagesPerClass + " must be at least 1");
        }
        int workers = threads.count();
        SyntheticOptions first = new SyntheticOptions(
                dim, concepts, distractors, groups, imagesPerClass == null ? 0 : imagesPerClass, randomBasis, seed);
        Path folder = OutputFolder.resolve(out, Path.of("runs", "synthetic"), resume, overwrite);
        List<SyntheticResults> results;
        try {
            results = run(first, folder, workers);
        } catch (Stopped e) {
            throw new Stopped(e.getMessage() + "; what was learned is kept, continue with: " + resumeText(folder));
        }
        Object document = seeds == null ? results.get(0) : SyntheticSummary.of(results);
        Json.write(folder.resolve("results.json"), document);
        AtomicFile.writeString(folder.resolve("report.html"), SyntheticReport.html(results, commandText()));
        System.out.print(SyntheticTables.text(results));
        System.out.println("Report: " + folder.resolve("report.html"));
        if (json != null) {
            Json.write(json, document);
        }
        return 0;
    }

    /** Several seeds go side by side, one thread each; a single one shares its two runs among the threads. */
    private List<SyntheticResults> run(SyntheticOptions first, Path folder, int threadCount) {
        int count = seeds == null ? 1 : seeds;
        long steps = first.learning().epochs();
        List<SyntheticResults> results = new ArrayList<>();
        try (Workers workers = new Workers(threadCount);
                Progress progress = new Progress(seeds == null ? "synthetic" : seeds + " seeds", 2 * count * steps)) {
            if (seeds == null) {
                results.add(run(first, folder, workers, progress));
            } else {
                workers.forEach(count, i -> runSeed(first.withSeed(first.seed() + i), folder, progress), results::add);
            }
        }
        return results;
    }

    private SyntheticResults runSeed(SyntheticOptions options, Path folder, Progress progress) {
        try (Workers single = new Workers(1)) {
            return run(options, folder.resolve("seed-" + options.seed()), single, progress);
        }
    }

    private SyntheticResults run(SyntheticOptions options, Path folder, Workers workers, Progress progress) {
        if (Interruption.requested()) {
            throw new Stopped("stopped before seed " + options.seed());
        }
        return SyntheticExperiment.run(
                options,
                new SyntheticExperiment.Session(
                        folder, resume, checkpointSeconds, workers, name -> new LearningProgress(name, progress)));
    }

    private String commandText() {
        return CommandText.of(spec.commandLine().getParseResult().originalArgs());
    }

    private String resumeText(Path folder) {
        String command = commandText().replace(" --overwrite", "");
        if (out == null) {
            command += " --out " + folder;
        }
        return resume ? command : command + " --resume";
    }
}
