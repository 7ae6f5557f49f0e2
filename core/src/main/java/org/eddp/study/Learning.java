package org.eddp.study;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.learning.GeneralPreset;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.learning.Learned;
import org.eddp.learning.Learner;
import org.eddp.learning.LearningMonitor;
import org.eddp.learning.NetworkPreset;
import org.eddp.metrics.Clustering;
import org.eddp.metrics.Quantiles;
import org.eddp.metrics.Quantiles.Saturated;
import org.eddp.monitor.Monitor;
import org.eddp.run.NewRun;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunInProgress;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** Direction pairs of a feature set, learned into a run. */
public final class Learning {
    /** Share of the patches on which a feature of the natural basis fires, which detectors are compared with. */
    public static final double NATURAL_SHARE = 0.005;

    /** The preset for any layer of any network. */
    public static final String GENERAL = "general";

    private final FeatureSet set;
    private final Options options;
    private final Monitor monitor;

    private Learning(FeatureSet set, Options options, Monitor monitor) {
        this.set = set;
        this.options = options;
        this.monitor = monitor;
    }

    /**
     * How directions are learned.
     *
     * @param concepts number of concepts; null for seven eighths of the feature width, at most one per 50 patches
     * @param preset {@link #GENERAL}, or the name of a {@link NetworkPreset}
     * @param changes to the preset
     * @param classes only images that the network predicts to be of these; null for all
     * @param network file of the network, needed if its head is more than one linear layer; null for where it was
     * @param memory feature sets up to this number of bytes are held in memory
     * @param seed of everything
     * @param resume continue an interrupted run, and keep a finished one
     * @param checkpointSeconds time between checkpoints
     * @param threads number of threads; results do not depend on it
     * @param command what the run says it was made by
     */
    public record Options(
            Integer concepts,
            Variant variant,
            String preset,
            LearningChanges changes,
            List<Integer> classes,
            Path network,
            long memory,
            long seed,
            boolean resume,
            double checkpointSeconds,
            int threads,
            String command) {
        /** The general preset, variant C, for a number of concepts. */
        public static Options of(int concepts) {
            return new Options(
                    concepts,
                    Variant.C,
                    GENERAL,
                    LearningChanges.NONE,
                    null,
                    null,
                    1L << 30,
                    1,
                    false,
                    30,
                    Runtime.getRuntime().availableProcessors(),
                    "a program");
        }

        public Options {
            if (!(checkpointSeconds >= 0)) {
                throw new IllegalArgumentException(
                        "the time between checkpoints, " + checkpointSeconds + " s, must not be negative");
            }
        }

        /** The same in another variant. */
        public Options with(Variant other) {
            return new Options(
                    concepts,
                    other,
                    preset,
                    changes,
                    classes,
                    network,
                    memory,
                    seed,
                    resume,
                    checkpointSeconds,
                    threads,
                    command);
        }

        /** The same with further changes. */
        public Options with(LearningChanges further) {
            return new Options(
                    concepts,
                    variant,
                    preset,
                    changes.and(further),
                    classes,
                    network,
                    memory,
                    seed,
                    resume,
                    checkpointSeconds,
                    threads,
                    command);
        }

        /** The same for a run made by something else. */
        public Options by(String maker) {
            return new Options(
                    concepts,
                    variant,
                    preset,
                    changes,
                    classes,
                    network,
                    memory,
                    seed,
                    resume,
                    checkpointSeconds,
                    threads,
                    maker);
        }
    }

    /**
     * A finished run.
     *
     * @param learned directions and losses
     * @param patches learned from
     * @param eddp how the detectors divide the patches
     * @param natural how single features do that fire on their strongest {@link #NATURAL_SHARE} of the patches
     * @param naturalTies the same where a feature whose strongest patches are all equal fires on all of them
     */
    public record Result(Learned learned, long patches, Clustering eddp, Clustering natural, Clustering naturalTies) {}

    /** Learns, or goes on learning, and writes the run. */
    public static Result learn(FeatureSet set, Path folder, Options options, Monitor monitor) {
        set.verify();
        return new Learning(set, options, monitor).learn(folder);
    }

    private Result learn(Path folder) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(options.threads());
                HeadSource heads = new HeadSource(set, options.network(), monitor)) {
            FeatureSource source = source();
            LearnOptions learning = learnOptions(source);
            Head head = learning.usesHead() ? heads.head() : null;
            RunInProgress run = new RunInProgress(
                    folder,
                    learning,
                    NewRun.data(set, options.classes()),
                    options.resume(),
                    options.checkpointSeconds());
            NewRun.writeOrigin(folder, set, options.network());
            Learned learned = run.finished();
            if (learned == null) {
                monitor.remark("statistics of " + source.patches() + " patches ...");
                Learner learner = new Learner(source, learning)
                        .head(head)
                        .workers(workers)
                        .checkpoints(run);
                try (Monitor.Stage stage = monitor.stage("learn", learner.steps())) {
                    learned = learner.monitor(LearningMonitor.of(stage)).learn();
                }
                run.finish(learned);
            }
            try (Run finished = Run.open(folder)) {
                finished.note(Results.DIRECTIONS, options.command());
            }
            return result(source, learned, workers);
        }
    }

    private FeatureSource source() {
        FeatureSource all = set.inMemory(options.memory());
        List<Integer> classes = options.classes();
        if (classes == null) {
            return all;
        }
        for (int wanted : classes) {
            if (wanted < 0 || wanted >= set.info().classes()) {
                throw new IllegalArgumentException("class " + wanted + " does not exist: the network has classes 0 .. "
                        + (set.info().classes() - 1));
            }
        }
        List<FeatureSet.ImageRecord> records = set.records();
        int[] chosen = IntStream.range(0, records.size())
                .filter(i -> classes.contains(records.get(i).predicted()))
                .toArray();
        if (chosen.length == 0) {
            throw new IllegalArgumentException("no image is predicted to be of classes " + classes);
        }
        return all.subset(chosen);
    }

    private LearnOptions learnOptions(FeatureSource source) {
        int number = options.concepts() != null
                ? options.concepts()
                : (int) Math.max(1, Math.min(set.width() * 7L / 8, source.patches() / 50));
        LearnOptions base = options.preset().equals(GENERAL)
                ? new GeneralPreset(number)
                        .withVariant(options.variant())
                        .withActivation(set.info().provenance().activation())
                        .withUncertainty(!options.changes().withoutUncertainty())
                        .withSeed(options.seed())
                        .of(source)
                : NetworkPreset.named(options.preset())
                        .options(number, options.variant(), source.patches(), options.seed());
        return options.changes().apply(base);
    }

    private static Result result(FeatureSource source, Learned learned, Workers workers) {
        Quantiles quantiles = Quantiles.of(source, Matrix.identity(source.width()), NATURAL_SHARE);
        return new Result(
                learned,
                source.patches(),
                Clustering.of(source, learned.directions().detectors(), workers),
                Clustering.of(source, quantiles.detectors(Saturated.SILENT), workers),
                Clustering.of(source, quantiles.detectors(Saturated.FIRES), workers));
    }
}
