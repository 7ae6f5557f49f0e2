package org.eddp.study;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.files.FolderLock;
import org.eddp.files.json.Circumstances;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.health.ConceptNumber;
import org.eddp.health.Health;
import org.eddp.learning.GeneralPreset;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.learning.Learner;
import org.eddp.learning.LearningMonitor.Step;
import org.eddp.learning.LearningResult;
import org.eddp.learning.Preset;
import org.eddp.learning.Preset.NetworkPreset;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.metrics.Quantiles;
import org.eddp.metrics.Quantiles.Saturated;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
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

    /** One concept per feature. */
    public static final int FULL = Integer.MAX_VALUE;

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
     * @param concepts number of concepts, or {@link #FULL}; null for as many as the patches support
     *     ({@link ConceptNumber}), with the preset of a network the paper's seven eighths of the feature width, at most
     *     one per 50 patches
     * @param changes to the preset
     * @param classes only images that the network predicts to be of these; null for all
     * @param network file of the network, needed if its head is more than one linear layer; null for its old path
     * @param memory feature sets up to this number of bytes are held in memory
     * @param seed of everything
     * @param checkpoints what happens to an interrupted run
     * @param threads number of threads; results do not depend on it
     * @param request the origin recorded in the run
     */
    public record Options(
            Integer concepts,
            Variant variant,
            Preset preset,
            PresetChanges changes,
            List<Integer> classes,
            Path network,
            long memory,
            long seed,
            Checkpoints checkpoints,
            int threads,
            Request request) {
        /** The general preset, variant C, for a number of concepts; null for as many as the patches support. */
        public static Options of(Integer concepts) {
            return new Options(
                    concepts,
                    Variant.C,
                    Preset.General.GENERAL,
                    PresetChanges.NONE,
                    null,
                    null,
                    1L << 30,
                    1,
                    Checkpoints.DEFAULT,
                    Runtime.getRuntime().availableProcessors(),
                    Request.PROGRAM);
        }

        /** The same with {@code concepts} changed. */
        public Options withConcepts(Integer changed) {
            return new Options(
                    changed, variant, preset, changes, classes, network, memory, seed, checkpoints, threads, request);
        }

        /** The same with {@code variant} changed. */
        public Options withVariant(Variant changed) {
            return new Options(
                    concepts, changed, preset, changes, classes, network, memory, seed, checkpoints, threads, request);
        }

        /** The same with {@code preset} changed. */
        public Options withPreset(Preset changed) {
            return new Options(
                    concepts, variant, changed, changes, classes, network, memory, seed, checkpoints, threads, request);
        }

        /** The same with {@code changes} changed. */
        public Options withChanges(PresetChanges changed) {
            return new Options(
                    concepts, variant, preset, changed, classes, network, memory, seed, checkpoints, threads, request);
        }

        /** The same with {@code classes} changed. */
        public Options withClasses(List<Integer> changed) {
            return new Options(
                    concepts, variant, preset, changes, changed, network, memory, seed, checkpoints, threads, request);
        }

        /** The same with {@code network} changed. */
        public Options withNetwork(Path changed) {
            return new Options(
                    concepts, variant, preset, changes, classes, changed, memory, seed, checkpoints, threads, request);
        }

        /** The same with {@code memory} changed. */
        public Options withMemory(long changed) {
            return new Options(
                    concepts, variant, preset, changes, classes, network, changed, seed, checkpoints, threads, request);
        }

        /** The same with {@code seed} changed. */
        public Options withSeed(long changed) {
            return new Options(
                    concepts,
                    variant,
                    preset,
                    changes,
                    classes,
                    network,
                    memory,
                    changed,
                    checkpoints,
                    threads,
                    request);
        }

        /** The same with {@code checkpoints} changed. */
        public Options withCheckpoints(Checkpoints changed) {
            return new Options(
                    concepts, variant, preset, changes, classes, network, memory, seed, changed, threads, request);
        }

        /** The same with {@code threads} changed. */
        public Options withThreads(int changed) {
            return new Options(
                    concepts, variant, preset, changes, classes, network, memory, seed, checkpoints, changed, request);
        }

        /** The same with {@code request} changed. */
        public Options withRequest(Request changed) {
            return new Options(
                    concepts, variant, preset, changes, classes, network, memory, seed, checkpoints, threads, changed);
        }
    }

    /**
     * What happens to an interrupted run.
     *
     * @param resume continue an interrupted run, and keep a finished one
     * @param seconds time between checkpoints
     */
    public record Checkpoints(boolean resume, double seconds) {
        /** Starts again; a checkpoint every 30 seconds. */
        public static final Checkpoints DEFAULT = new Checkpoints(false, 30);

        public Checkpoints {
            if (!(seconds >= 0)) {
                throw new InvalidInput("the time between checkpoints, " + seconds + " s, must not be negative");
            }
        }

        /** The same with {@code resume} changed. */
        public Checkpoints withResume(boolean changed) {
            return new Checkpoints(changed, seconds);
        }
    }

    /**
     * A finished run.
     *
     * @param number of concepts; its reason is empty if the number was requested
     * @param learned directions and losses
     * @param patches learned from
     * @param eddp how the detectors divide the patches
     * @param natural how single features do that fire on their strongest {@link #NATURAL_SHARE} of the patches
     * @param naturalTies the same where a feature whose strongest patches are all equal fires on all of them
     * @param health of the directions
     */
    public record Result(
            ConceptNumber number,
            LearningResult learned,
            long patches,
            Clustering eddp,
            Clustering natural,
            Clustering naturalTies,
            Health health) {}

    /** Learns, or continues learning, and writes the run. */
    public static Result learn(FeatureSet set, Path folder, Options options, Monitor monitor) {
        return learn(set, folder, options, Distributor.HERE, monitor);
    }

    /** The same with steps computed by a distributor. Everything before and after the steps runs in this process. */
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
            ConceptNumber number;
            LearnOptions learning;
            Head head;
            try {
                number = number(source);
                learning = learnOptions(source, number);
                head = learning.usesHead() ? heads.head() : null;
            } catch (Stopped e) {
                throw new NotBegun(e.getMessage());
            }
            RunInProgress run = new RunInProgress(
                    folder,
                    learning,
                    NewRun.data(set, options.classes()),
                    options.checkpoints().resume(),
                    options.checkpoints().seconds());
            NewRun.writeOrigin(folder, set, options.network());
            LearningResult learned = run.finished();
            if (learned == null) {
                long begin = System.nanoTime();
                monitor.remark("statistics of " + source.patches() + " patches ...");
                Learner learner = new Learner(source, learning)
                        .head(head)
                        .workers(workers)
                        .checkpoints(run);
                if (distributor != Distributor.HERE) {
                    learner.doneBy(
                            distributor, LearningLocation.of(set, options.network(), head != null, options.memory()));
                }
                try (LearningProgress progress = new LearningProgress(monitor, learner.steps())) {
                    learned = learner.monitor(progress).learn();
                }
                run.finish(learned);
                double seconds = (System.nanoTime() - begin) / 1e9;
                Circumstances.change(folder, known -> known.withSeconds(Map.of("learning", seconds)));
            }
            Health health;
            Run.Options opened =
                    Run.Options.DEFAULT.withThreads(options.threads()).withRequest(options.request());
            try (Run finished = Run.open(folder, opened, Monitor.NONE)) {
                finished.note(Results.DIRECTIONS, opened.command());
                health = HealthStudy.ofLearned(finished, source, head, opened.command(), workers, monitor);
            }
            return result(number, source, learned, health, workers);
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
                throw new InvalidInput(set.outputs().noun() + " " + wanted
                        + " does not exist: the network has " + set.outputs().plural() + " 0 .. "
                        + (set.info().classes() - 1));
            }
        }
        List<int[]> predictions = set.predictions();
        int[] chosen = IntStream.range(0, predictions.size())
                .filter(i -> Arrays.stream(predictions.get(i)).anyMatch(classes::contains))
                .toArray();
        if (chosen.length == 0) {
            throw new InvalidInput(
                    "no image is predicted to be of " + set.outputs().plural() + " " + classes);
        }
        return all.subset(chosen);
    }

    private LearnOptions learnOptions(FeatureSource source, ConceptNumber chosen) {
        if (!chosen.reason().isEmpty()) {
            monitor.remark(chosen.reason());
        }
        if (!set.outputs().decides() && !options.changes().withoutUncertainty()) {
            monitor.remark("L^ur is left out: the network is not a classifier (it has "
                    + set.outputs().plural() + ")");
        }
        int number = chosen.concepts();
        GeneralPreset general = GeneralPreset.of(number)
                .withVariant(options.variant())
                .withActivation(set.info().provenance().activation())
                .withUncertainty(
                        !options.changes().withoutUncertainty() && set.outputs().decides())
                .withSeed(options.seed());
        LearnOptions base = options.preset() instanceof NetworkPreset paper
                ? paper.options(number, options.variant(), source.patches(), options.seed())
                : general.withExact(options.preset() == Preset.General.EXACT).of(source);
        return options.changes().apply(base.forOutputs(set.outputs()));
    }

    private ConceptNumber number(FeatureSource source) {
        if (options.concepts() != null) {
            int asked = options.concepts() == FULL ? set.width() : options.concepts();
            if (asked < 1 || asked > source.patches()) {
                throw new InvalidInput("concepts = " + asked + " must be within 1 .. " + source.patches()
                        + ", the number of patches: each needs one at least; ask for fewer, or let the data decide");
            }
            return new ConceptNumber(asked, "");
        }
        if (options.preset() instanceof NetworkPreset) {
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

    private static Result result(
            ConceptNumber number, FeatureSource source, LearningResult learned, Health health, Workers workers) {
        Quantiles quantiles = Quantiles.of(source, Matrix.identity(source.width()), NATURAL_SHARE);
        return new Result(
                number,
                learned,
                source.patches(),
                Clustering.of(source, learned.directions().detectors(), workers),
                Clustering.of(source, quantiles.detectors(Saturated.SILENT), workers),
                Clustering.of(source, quantiles.detectors(Saturated.FIRES), workers),
                health);
    }

    /** Stopped before there was anything to save. */
    public static final class NotBegun extends Stopped {
        private static final long serialVersionUID = 1L;

        NotBegun(String message) {
            super(message + " before anything was learned; repeat the command to start over");
        }
    }

    /** L^ur needs a network that is missing; the user can pass it, or leave L^ur out. */
    public static final class NetworkNeeded extends NetworkFailure {
        private static final long serialVersionUID = 1L;

        NetworkNeeded(String message) {
            super(message);
        }
    }

    /** A monitor that receives the losses of learning as numbers instead of text. */
    public interface LearningWatch extends Monitor {
        /**
         * Learning resumes from a checkpoint.
         *
         * @param before the recorded steps before it
         */
        void onResume(List<Step> before);

        /** One more step. Its maps may change with the next one. */
        void onStep(Step step);
    }
}
