package org.eddp.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.eddp.directions.RunFolder;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.features.ImageRecord;
import org.eddp.features.Provenance;
import org.eddp.features.Subset;
import org.eddp.files.AtomicFile;
import org.eddp.files.Json;
import org.eddp.learning.GeneralPreset;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.learning.Learned;
import org.eddp.learning.Learned.LossCurve;
import org.eddp.learning.Learner;
import org.eddp.learning.NetworkPreset;
import org.eddp.metrics.Clustering;
import org.eddp.metrics.Quantiles;
import org.eddp.metrics.Quantiles.Saturated;
import org.eddp.monitor.Stopped;
import org.eddp.report.LearnReport;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddp learn}: direction pairs of a feature set. */
@Command(
        name = "learn",
        header = "Direction pairs of a feature set, learned without labels.",
        mixinStandardHelpOptions = true,
        description = {
            "Learns I pairs of a filter (reads a concept) and a signal vector (writes it) from a feature set, in the"
                    + " four steps of the method, and says how its detectors divide the patches.",
            "Writes directions.safetensors, run.json with the history of every loss, and report.html."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp learn --features features/photos --concepts 64 --out runs/photos",
            "  ./eddp learn --features features/photos --concepts 64 --variant U --out runs/photos-u",
            "  ./eddp learn --features features/photos --concepts 16 --classes 7,15,23 --out runs/birds"
        })
final class LearnCommand implements Callable<Integer> {
    private static final double NATURAL_SHARE = 0.005;
    private static final String GENERAL = "general";

    @Spec
    private CommandSpec spec;

    @Option(names = "--features", required = true, paramLabel = "DIR", description = "Feature set of eddp features.")
    private Path features;

    @Option(
            names = "--concepts",
            paramLabel = "I",
            description =
                    "Number of concepts (default: seven eighths of the feature width, as in the paper, at most one"
                            + " per 50 patches).")
    private Integer concepts;

    @Option(
            names = "--variant",
            paramLabel = "V",
            description = "C: filters and signal vectors aligned with the network together; U: favours interpretability"
                    + " (default: ${DEFAULT-VALUE}).")
    private Variant variant = Variant.C;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "general, or the paper's for one of its networks: resnet18-places365, efficientnet-imagenet,"
                    + " resnet50-mit, vgg16-imagenet, inception-v3-imagenet (default: ${DEFAULT-VALUE}).")
    private String preset = GENERAL;

    @Mixin
    private LearningSwitches switches;

    @Option(
            names = "--classes",
            split = ",",
            paramLabel = "K",
            description = "Only images that the network predicts to be of these classes.")
    private List<Integer> classes;

    @Option(
            names = "--network",
            paramLabel = "FILE",
            description = "The network (default: where it was when features were extracted); read only if its head is"
                    + " more than one linear layer.")
    private Path network;

    @Option(
            names = "--memory",
            paramLabel = "MB",
            description = "Feature sets up to this size are held in memory (default: ${DEFAULT-VALUE}).")
    private int memory = 1024;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the run (default: a new folder runs/learn, runs/learn-2, ...).")
    private Path out;

    @Option(names = "--resume", description = "Continue an interrupted run in the same folder, to the same bytes.")
    private boolean resume;

    @Option(names = "--overwrite", description = "Replace the results in a folder that is not empty.")
    private boolean overwrite;

    @Option(
            names = "--checkpoint-seconds",
            paramLabel = "T",
            description = "Time between checkpoints (default: ${DEFAULT-VALUE}).")
    private double checkpointSeconds = 30;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the summary as JSON.")
    private Path json;

    @Mixin
    private Threads threads;

    /** The summary as JSON. */
    private record Summary(
            int concepts, long patches, Clustering eddp, Clustering natural, Clustering naturalTies, double seconds) {}

    @Override
    public Integer call() {
        int threadCount = threads.count();
        if (!(checkpointSeconds >= 0)) {
            throw new IllegalArgumentException("--checkpoint-seconds " + checkpointSeconds + " must not be negative");
        }
        FeatureSet set = FeatureSet.open(features);
        set.verify();
        Path folder = OutputFolder.resolve(out, Path.of("runs", "learn"), resume, overwrite);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(threadCount);
                HeadSource heads = new HeadSource(features, set, network)) {
            FeatureSource source = source(set);
            LearnOptions options = options(set, source);
            Head head = options.usesHead() ? heads.head() : null;
            RunFolder run = new RunFolder(folder, options, RunData.of(set, classes), resume, checkpointSeconds);
            RunData.writeOrigin(folder, features, network);
            long begin = System.nanoTime();
            Learned learned = run.finished();
            if (learned == null) {
                learned = learn(source, head, options, workers, run, folder);
                run.finish(learned);
            }
            report(set, source, learned, workers, folder, (System.nanoTime() - begin) / 1e9);
        }
        return 0;
    }

    private Learned learn(
            FeatureSource source, Head head, LearnOptions options, Workers workers, RunFolder run, Path folder) {
        System.err.println("statistics of " + source.patches() + " patches ...");
        Learner learner =
                new Learner(source, options).head(head).workers(workers).checkpoints(run);
        try (Progress progress = new Progress("learn", learner.steps())) {
            return learner.monitor(new LearningProgress("", progress)).learn();
        } catch (Stopped e) {
            throw new Stopped(e.getMessage() + "; what was learned is kept, continue with: " + resumeText(folder));
        }
    }

    private FeatureSource source(FeatureSet set) {
        FeatureSource all = set.inMemory((long) memory << 20);
        if (classes == null) {
            return all;
        }
        for (int wanted : classes) {
            if (wanted < 0 || wanted >= set.info().classes()) {
                throw new IllegalArgumentException(
                        "--classes " + wanted + " does not exist: the network has classes 0 .. "
                                + (set.info().classes() - 1));
            }
        }
        List<ImageRecord> records = set.records();
        int[] chosen = IntStream.range(0, records.size())
                .filter(i -> classes.contains(records.get(i).predicted()))
                .toArray();
        if (chosen.length == 0) {
            throw new IllegalArgumentException("no image is predicted to be of classes " + classes);
        }
        return new Subset(all, chosen);
    }

    private LearnOptions options(FeatureSet set, FeatureSource source) {
        int number =
                concepts != null ? concepts : (int) Math.max(1, Math.min(set.width() * 7L / 8, source.patches() / 50));
        LearnOptions base = preset.equals(GENERAL)
                ? new GeneralPreset(number)
                        .withVariant(variant)
                        .withUncertainty(!switches.withoutUncertainty())
                        .withSeed(seed)
                        .of(source)
                : NetworkPreset.named(preset).options(number, variant, source.patches(), seed);
        return switches.apply(base);
    }

    private void report(
            FeatureSet set, FeatureSource source, Learned learned, Workers workers, Path folder, double seconds) {
        Clustering ours = Clustering.of(source, learned.directions().detectors(), workers);
        Quantiles quantiles = Quantiles.of(source, Matrix.identity(source.width()), NATURAL_SHARE);
        Clustering natural = Clustering.of(source, quantiles.detectors(Saturated.SILENT), workers);
        Clustering saturated = Clustering.of(source, quantiles.detectors(Saturated.FIRES), workers);
        Provenance provenance = set.info().provenance();
        String command = CommandText.of(spec.commandLine().getParseResult().originalArgs());
        RunCommands.note(folder, command, RunCommands.DIRECTIONS);
        AtomicFile.writeString(
                folder.resolve("report.html"),
                LearnReport.html(new LearnReport.Content(
                        provenance.network() + ", layer " + provenance.layer(),
                        learned.directions().concepts(),
                        source.patches(),
                        ours,
                        natural,
                        saturated,
                        learned.curves(),
                        command)));
        System.out.print(endings(learned.curves()));
        System.out.printf(Locale.ROOT, "%n%-24s %10s %12s%n", "", "coverage", "redundancy");
        row("eddp", ours);
        row("natural basis", natural);
        if (saturated.redundancy() > natural.redundancy()) {
            row("natural, ties fire too", saturated);
            System.out.println("ties: features whose strongest " + 100 * NATURAL_SHARE
                    + " % of patches all have the same, largest value; they fire on none of these patches, or on all");
        }
        System.out.println("Report: " + folder.resolve("report.html"));
        if (json != null) {
            Json.write(
                    json,
                    new Summary(learned.directions().concepts(), source.patches(), ours, natural, saturated, seconds));
        }
    }

    private static void row(String name, Clustering clustering) {
        System.out.printf(Locale.ROOT, "%-24s %10.3f %12.3f%n", name, clustering.coverage(), clustering.redundancy());
    }

    /** Where every loss of the last step ended, against its target. */
    private static String endings(List<LossCurve> curves) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format("%-6s %10s %10s  %s%n", "loss", "final", "target", ""));
        for (LossCurve curve : curves) {
            if (curve.stage().equals("d")) {
                double last = curve.values()[curve.values().length - 1];
                lines.add(String.format(
                        Locale.ROOT,
                        "%-6s %10.4f %10s  %s%n",
                        curve.term(),
                        last,
                        curve.target() == null ? "-" : String.format(Locale.ROOT, "%.4g", curve.target()),
                        curve.target() == null ? "minimised" : judgement(last, curve.target())));
            }
        }
        return String.join("", lines);
    }

    /** A constraint at work sits at its target, a little above or below. */
    private static String judgement(double value, double target) {
        if (value <= target) {
            return "met";
        }
        return value - target <= Math.max(0.001, 0.02 * target) ? "met to within 2 %" : "not met";
    }

    private String resumeText(Path folder) {
        String command = CommandText.of(spec.commandLine().getParseResult().originalArgs().stream()
                .filter(argument -> !argument.equals("--overwrite"))
                .toList());
        if (out == null) {
            command += " --out " + folder;
        }
        return resume ? command : command + " --resume";
    }
}
