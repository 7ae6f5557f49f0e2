package org.eddp.study;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.files.Circumstances;
import org.eddp.files.FolderLock;
import org.eddp.files.Request;
import org.eddp.health.ConceptNumber;
import org.eddp.health.Health;
import org.eddp.learning.GeneralPreset;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.learning.Learned;
import org.eddp.learning.Learner;
import org.eddp.learning.NetworkPreset;
import org.eddp.metrics.Clustering;
import org.eddp.metrics.Quantiles;
import org.eddp.metrics.Quantiles.Saturated;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Stopped;
import org.eddp.network.NetworkFailure;
import org.eddp.parts.Distributor;
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

    /** As many concepts as there are features. */
    public static final int FULL = Integer.MAX_VALUE;

    /** The preset for any layer of any network. */
    public static final String GENERAL = "general";
    /** The same with the paper's pseudo-inverse: sparser detectors, but L^fso is seldom met. */
    public static final String EXACT = "exact";

    private final FeatureSet set;
    private final Options options;
    private final Distributor distributor;
    private final Monitor monitor;

    private Learning(FeatureSet set, Options options, Distributor distributor, Monitor monitor) {
        this.set = set;
        this.options = options;
        this.distributor = distributor;
        this.monitor = monitor;
    }

    /**
     * How directions are learned.
     *
     * @param concepts number of concepts, or {@link #FULL}; null for as many as the patches support ({@link ConceptNumber}), with the preset of a
     *     network the paper's seven eighths of the feature width, at most one per 50 patches
     * @param preset {@link #GENERAL}, {@link #EXACT}, or the name of a {@link NetworkPreset}
     * @param changes to the preset
     * @param classes only images that the network predicts to be of these; null for all
     * @param network file of the network, needed if its head is more than one linear layer; null for where it was
     * @param memory feature sets up to this number of bytes are held in memory
     * @param seed of everything
     * @param resume continue an interrupted run, and keep a finished one
     * @param checkpointSeconds time between checkpoints
     * @param threads number of threads; results do not depend on it
     * @param request what the run says it was made by
     */
    public record Options(
            Integer concepts,
            Variant variant,
            String preset,
            PresetChanges changes,
            List<Integer> classes,
            Path network,
            long memory,
            long seed,
            boolean resume,
            double checkpointSeconds,
            int threads,
            Request request) {
        /** The general preset, variant C, for a number of concepts; null for as many as the patches support. */
        public static Options of(Integer concepts) {
            return new Options(
                    concepts,
                    Variant.C,
                    GENERAL,
                    PresetChanges.NONE,
                    null,
                    null,
                    1L << 30,
                    1,
                    false,
                    30,
                    Runtime.getRuntime().availableProcessors(),
                    Request.PROGRAM);
        }

        public Options {
            if (!(checkpointSeconds >= 0)) {
                throw new IllegalArgumentException(
                        "the time between checkpoints, " + checkpointSeconds + " s, must not be negative");
            }
        }

        /** The same, going on with what is there. */
        Options resuming(Path file) {
            return resuming(concepts, file);
        }

        /**
         * The same for a number of concepts, going on with what is there.
         *
         * @param file of the network where none is named
         */
        Options resuming(Integer number, Path file) {
            return new Options(
                    number,
                    variant,
                    preset,
                    changes,
                    classes,
                    network == null ? file : network,
                    memory,
                    seed,
                    true,
                    checkpointSeconds,
                    threads,
                    request);
        }

        /** The same, learned from the beginning. */
        Options fromTheBeginning() {
            return new Options(
                    concepts,
                    variant,
                    preset,
                    changes,
                    classes,
                    network,
                    memory,
                    seed,
                    false,
                    checkpointSeconds,
                    threads,
                    request);
        }

        /**
         * One variant of what many have in common.
         *
         * @param further changes on top of those there are
         * @param maker what the run says it was made by
         */
        Options variant(Variant other, PresetChanges further, Request maker) {
            return new Options(
                    concepts,
                    other,
                    preset,
                    changes.and(further),
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
     * @param health whether the directions are any good
     */
    public record Result(
            Learned learned,
            long patches,
            Clustering eddp,
            Clustering natural,
            Clustering naturalTies,
            Health health) {}

    /** Learns, or goes on learning, and writes the run. */
    public static Result learn(FeatureSet set, Path folder, Options options, Monitor monitor) {
        return learn(set, folder, options, Distributor.HERE, monitor);
    }

    /** The same, with the steps done by whomever a distributor chooses. What comes before and after them is done here. */
    public static Result learn(FeatureSet set, Path folder, Options options, Distributor distributor, Monitor monitor) {
        try (FolderLock lock = FolderLock.take(folder)) {
            set.verify();
            return new Learning(set, options, distributor, monitor).learn(folder);
        }
    }

    private Result learn(Path folder) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(options.threads());
                HeadSource heads = new HeadSource(set, options.network(), monitor)) {
            FeatureSource source = source(workers);
            LearnOptions learning;
            Head head;
            try {
                learning = learnOptions(source);
                head = learning.usesHead() ? heads.head() : null;
            } catch (Stopped e) {
                throw new NotBegun(e.getMessage());
            }
            RunInProgress run = new RunInProgress(
                    folder,
                    learning,
                    NewRun.data(set, options.classes()),
                    options.resume(),
                    options.checkpointSeconds());
            NewRun.writeOrigin(folder, set, options.network());
            Learned learned = run.finished();
            if (learned == null) {
                long begin = System.nanoTime();
                monitor.remark("statistics of " + source.patches() + " patches ...");
                Learner learner = new Learner(source, learning)
                        .head(head)
                        .workers(workers)
                        .doneBy(
                                distributor,
                                LearningLocation.of(set, options.network(), head != null, options.memory()))
                        .checkpoints(run);
                try (LearningProgress progress = new LearningProgress(monitor, learner.steps())) {
                    learned = learner.monitor(progress).learn();
                }
                run.finish(learned);
                double seconds = (System.nanoTime() - begin) / 1e9;
                Circumstances.change(folder, known -> known.withSeconds(Map.of("learning", seconds)));
            }
            Health health;
            Run.Options opened = Run.Options.of(options.threads(), options.request());
            try (Run finished = Run.open(folder, opened, Monitor.NONE)) {
                finished.note(Results.DIRECTIONS, opened.command());
                health = HealthStudy.ofLearned(finished, source, head, opened.command(), workers, monitor);
            }
            return result(source, learned, health, workers);
        }
    }

    private FeatureSource source(Workers workers) {
        // Other processes find images of the set by their numbers. If they compute, this process need not hold the
        // features in memory.
        FeatureSource all = distributor == Distributor.HERE ? set.inMemory(options.memory(), workers) : set;
        return ofClasses(set, all, options.classes());
    }

    /**
     * The images that the network predicts to be of certain classes.
     *
     * @param all images of the set
     * @param classes null for all of them
     */
    static FeatureSource ofClasses(FeatureSet set, FeatureSource all, List<Integer> classes) {
        if (classes == null) {
            return all;
        }
        for (int wanted : classes) {
            if (wanted < 0 || wanted >= set.info().classes()) {
                throw new IllegalArgumentException(set.outputs().noun() + " " + wanted
                        + " does not exist: the network has " + set.outputs().plural() + " 0 .. "
                        + (set.info().classes() - 1));
            }
        }
        List<int[]> predictions = set.predictions();
        int[] chosen = IntStream.range(0, predictions.size())
                .filter(i -> Arrays.stream(predictions.get(i)).anyMatch(classes::contains))
                .toArray();
        if (chosen.length == 0) {
            throw new IllegalArgumentException(
                    "no image is predicted to be of " + set.outputs().plural() + " " + classes);
        }
        return all.subset(chosen);
    }

    /** How many concepts would be learned, and why; the reason is empty where the number was asked for. */
    static ConceptNumber number(FeatureSet set, Options options, Monitor monitor) {
        Learning learning = new Learning(set, options, Distributor.HERE, monitor);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(options.threads())) {
            return learning.number(learning.source(workers));
        }
    }

    private LearnOptions learnOptions(FeatureSource source) {
        ConceptNumber chosen = number(source);
        if (!chosen.reason().isEmpty()) {
            monitor.remark(chosen.reason());
        }
        if (!set.outputs().decides() && !options.changes().withoutUncertainty()) {
            monitor.remark("L^ur is left out: the network is not a classifier (it has "
                    + set.outputs().plural() + ")");
        }
        int number = chosen.concepts();
        GeneralPreset general = new GeneralPreset(number)
                .withVariant(options.variant())
                .withActivation(set.info().provenance().activation())
                .withUncertainty(
                        !options.changes().withoutUncertainty() && set.outputs().decides())
                .withSeed(options.seed());
        LearnOptions base = switch (options.preset()) {
            case GENERAL -> general.of(source);
            case EXACT -> general.withExactInverse().of(source);
            default ->
                NetworkPreset.named(options.preset())
                        .options(number, options.variant(), source.patches(), options.seed());
        };
        return options.changes().apply(base.forOutputs(set.outputs()));
    }

    private ConceptNumber number(FeatureSource source) {
        if (options.concepts() != null) {
            int asked = options.concepts() == FULL ? set.width() : options.concepts();
            if (asked < 1 || asked > source.patches()) {
                throw new IllegalArgumentException("concepts = " + asked + " must be within 1 .. " + source.patches()
                        + ", the number of patches: each needs one at least; ask for fewer, or let the data decide");
            }
            return new ConceptNumber(asked, "");
        }
        if (!options.preset().equals(GENERAL) && !options.preset().equals(EXACT)) {
            int paper = (int) Math.max(1, Math.min(set.width() * 7L / 8, source.patches() / 50));
            return new ConceptNumber(
                    paper,
                    "I = " + paper + ": seven eighths of the " + set.width()
                            + " features, as in the paper, at most one per 50 patches");
        }
        try (Monitor.Stage stage = monitor.stage("choosing I", source.images())) {
            return ConceptNumber.of(source, stage);
        }
    }

    private static Result result(FeatureSource source, Learned learned, Health health, Workers workers) {
        Quantiles quantiles = Quantiles.of(source, Matrix.identity(source.width()), NATURAL_SHARE);
        return new Result(
                learned,
                source.patches(),
                Clustering.of(source, learned.directions().detectors(), workers),
                Clustering.of(source, quantiles.detectors(Saturated.SILENT), workers),
                Clustering.of(source, quantiles.detectors(Saturated.FIRES), workers),
                health);
    }

    /** Stopped before there was anything to keep. */
    public static final class NotBegun extends Stopped {
        private static final long serialVersionUID = 1L;

        NotBegun(String message) {
            super(message + " before anything was learned; repeat the command to start over");
        }
    }

    /** L^ur needs a network that is not at hand; it can be given, or L^ur left out. */
    public static final class NetworkNeeded extends NetworkFailure {
        private static final long serialVersionUID = 1L;

        NetworkNeeded(String message) {
            super(message);
        }
    }
}
