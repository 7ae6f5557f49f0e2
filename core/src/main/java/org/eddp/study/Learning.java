package org.eddp.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Term;
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
import org.eddp.learning.LearnOptions.Joint;
import org.eddp.learning.LearnOptions.Objective;
import org.eddp.learning.LearnOptions.Refine;
import org.eddp.learning.LearnOptions.Scaling;
import org.eddp.learning.LearnOptions.Schedule;
import org.eddp.learning.LearnOptions.Start;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.learning.Learned;
import org.eddp.learning.Learner;
import org.eddp.learning.LearningMonitor;
import org.eddp.learning.NetworkPreset;
import org.eddp.metrics.Clustering;
import org.eddp.metrics.Quantiles;
import org.eddp.metrics.Quantiles.Saturated;
import org.eddp.monitor.Monitor;
import org.eddp.network.NetworkFailure;
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
    private final Monitor monitor;

    private Learning(FeatureSet set, Options options, Monitor monitor) {
        this.set = set;
        this.options = options;
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
            Changes changes,
            List<Integer> classes,
            Path network,
            long memory,
            long seed,
            boolean resume,
            double checkpointSeconds,
            int threads,
            Request request) {
        /** The general preset, variant C, for a number of concepts. */
        public static Options of(int concepts) {
            return new Options(
                    concepts,
                    Variant.C,
                    GENERAL,
                    Changes.NONE,
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

        /**
         * One variant of what many have in common.
         *
         * @param further changes on top of those there are
         * @param maker what the run says it was made by
         */
        Options variant(Variant other, Changes further, Request maker) {
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
        try (FolderLock lock = FolderLock.take(folder)) {
            set.verify();
            return new Learning(set, options, monitor).learn(folder);
        }
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
                long begin = System.nanoTime();
                monitor.remark("statistics of " + source.patches() + " patches ...");
                Learner learner = new Learner(source, learning)
                        .head(head)
                        .workers(workers)
                        .checkpoints(run);
                try (Monitor.Stage stage = monitor.stage("learn", learner.steps())) {
                    learned = learner.monitor(LearningMonitor.of(stage)).learn();
                }
                run.finish(learned);
                double seconds = (System.nanoTime() - begin) / 1e9;
                Circumstances.change(folder, known -> known.took(Map.of("learning", seconds)));
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

    private FeatureSource source() {
        return ofClasses(set, set.inMemory(options.memory()), options.classes());
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
        int number = concepts(source);
        GeneralPreset general = new GeneralPreset(number)
                .withVariant(options.variant())
                .withActivation(set.info().provenance().activation())
                .withUncertainty(!options.changes().withoutUncertainty())
                .withSeed(options.seed());
        LearnOptions base = switch (options.preset()) {
            case GENERAL -> general.of(source);
            case EXACT -> general.withExactInverse().of(source);
            default ->
                NetworkPreset.named(options.preset())
                        .options(number, options.variant(), source.patches(), options.seed());
        };
        return options.changes().apply(base);
    }

    private int concepts(FeatureSource source) {
        if (options.concepts() != null) {
            int asked = options.concepts() == FULL ? set.width() : options.concepts();
            if (asked < 1 || asked > source.patches()) {
                throw new IllegalArgumentException("concepts = " + asked + " must be within 1 .. " + source.patches()
                        + ", the number of patches: each needs one at least; ask for fewer, or let the data decide");
            }
            return asked;
        }
        if (!options.preset().equals(GENERAL) && !options.preset().equals(EXACT)) {
            return (int) Math.max(1, Math.min(set.width() * 7L / 8, source.patches() / 50));
        }
        try (Monitor.Stage stage = monitor.stage("choosing I", source.images())) {
            ConceptNumber chosen = ConceptNumber.of(source, stage);
            stage.remark(chosen.reason());
            return chosen.concepts();
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

    /**
     * What is to be different from a preset, as in ablations; null and false change nothing.
     *
     * @param smallestShare share of the patches every concept keeps
     * @param largestShare share of the patches no concept exceeds
     * @param marginTarget bound on the mean inverse margin
     * @param epochs passes over the images in steps (a), (b) and (d), and no further rounds of (d)
     * @param rounds further rounds of step (d) at most, while a constraint is not met
     * @param rates learning rates of steps (a), (b) and (d)
     * @param restarts random starts of step (a)
     * @param standardise how step (a) standardises features
     * @param fsoTarget bound on L^fso in step (d), in variant U too
     * @param damping of the inverse in L^cur; 0 for the paper's pseudo-inverse
     * @param startOnly end after step (a)
     * @param freeStart filters of step (a) not orthonormal
     * @param without symbols of losses to leave out
     * @param plainSparsity L^s instead of L^fs in steps (b) and (d)
     * @param noSubsampling signal vectors from all patches
     */
    public record Changes(
            Double smallestShare,
            Double largestShare,
            Double marginTarget,
            List<Integer> epochs,
            Integer rounds,
            List<Double> rates,
            Integer restarts,
            Scaling standardise,
            Double fsoTarget,
            Double damping,
            boolean startOnly,
            boolean freeStart,
            List<String> without,
            boolean plainSparsity,
            boolean noSubsampling) {
        /** The preset as it is. */
        public static final Changes NONE = new Changes(
                null, null, null, null, null, null, null, null, null, null, false, false, List.of(), false, false);

        public Changes {
            requireThree("epochs", epochs);
            requireThree("rates", rates);
            without = List.copyOf(without);
        }

        private static void requireThree(String what, List<?> values) {
            if (values != null && values.size() != 3) {
                throw new IllegalArgumentException(
                        what + ": there are " + values.size() + " values; give three, for steps (a), (b) and (d)");
            }
        }

        /** The same, also without losses of these symbols. */
        public Changes withoutLosses(String... symbols) {
            return and(only(null, null, false, List.of(symbols), false));
        }

        /** The same, ending after step (a). */
        public Changes withStartOnly() {
            return and(only(null, null, true, List.of(), false));
        }

        /** The same with L^s instead of L^fs in steps (b) and (d). */
        public Changes withPlainSparsity() {
            return and(only(null, null, false, List.of(), true));
        }

        /** The same with a bound on the mean inverse margin. */
        public Changes withMarginTarget(double target) {
            return and(only(target, null, false, List.of(), false));
        }

        /** The same with a bound on L^fso in step (d). */
        public Changes withFsoTarget(double target) {
            return and(only(null, target, false, List.of(), false));
        }

        private static Changes only(
                Double margin, Double fso, boolean startOnly, List<String> without, boolean plainSparsity) {
            return new Changes(
                    null,
                    null,
                    margin,
                    null,
                    null,
                    null,
                    null,
                    null,
                    fso,
                    null,
                    startOnly,
                    false,
                    without,
                    plainSparsity,
                    false);
        }

        /** The same and another's on top: its values where it has some. */
        Changes and(Changes other) {
            List<String> left = new ArrayList<>(without);
            left.addAll(other.without);
            return new Changes(
                    or(other.smallestShare, smallestShare),
                    or(other.largestShare, largestShare),
                    or(other.marginTarget, marginTarget),
                    or(other.epochs, epochs),
                    or(other.rounds, rounds),
                    or(other.rates, rates),
                    or(other.restarts, restarts),
                    or(other.standardise, standardise),
                    or(other.fsoTarget, fsoTarget),
                    or(other.damping, damping),
                    startOnly || other.startOnly,
                    freeStart || other.freeStart,
                    left,
                    plainSparsity || other.plainSparsity,
                    noSubsampling || other.noSubsampling);
        }

        private static <T> T or(T value, T otherwise) {
            return value != null ? value : otherwise;
        }

        /** Whether L^ur is left out. */
        boolean withoutUncertainty() {
            return without.contains(Term.UNCERTAINTY.symbol());
        }

        /** A preset with these changes. */
        LearnOptions apply(LearnOptions preset) {
            LossOptions old = preset.losses();
            LossOptions losses = old.withBounds(
                            or(smallestShare, old.minimumShare()), or(largestShare, old.maximumShare()))
                    .withDamping(or(damping, old.damping()));
            Start a = preset.start();
            Start start = new Start(
                    schedule(a.schedule(), 0),
                    changed(a.objective()),
                    or(restarts, a.restarts()),
                    or(standardise, a.standardise()),
                    a.orthonormal() && !freeStart,
                    a.initialMargin(),
                    a.mosaic());
            Refine b = preset.refine();
            Refine refine = new Refine(schedule(b.schedule(), 1), focal(changed(b.objective())), b.reseed());
            Joint d = preset.joint();
            Joint joint = new Joint(
                    schedule(d.schedule(), 2),
                    withFso(focal(changed(d.objective()))),
                    d.subsampling() && !noSubsampling,
                    d.momentDecay(),
                    or(rounds, epochs == null && !startOnly ? d.rounds() : 0));
            return new LearnOptions(
                    preset.concepts(),
                    losses,
                    start,
                    refine,
                    joint,
                    preset.activation(),
                    preset.seed(),
                    preset.tileElements());
        }

        private Schedule schedule(Schedule old, int step) {
            int usual = startOnly && step > 0 ? 0 : old.epochs();
            return new Schedule(
                    epochs == null ? usual : epochs.get(step),
                    rates == null ? old.learningRate() : rates.get(step),
                    old.batchImages(),
                    old.referenceBatch(),
                    old.multiplierInterval(),
                    old.penalty());
        }

        private Objective changed(Objective objective) {
            Objective changed = objective;
            for (String symbol : without) {
                changed = changed.without(Term.of(symbol));
            }
            boolean bounded = changed.targets().containsKey(Term.MAXIMUM_MARGIN);
            return marginTarget != null && bounded ? changed.withTarget(Term.MAXIMUM_MARGIN, marginTarget) : changed;
        }

        private Objective withFso(Objective objective) {
            return fsoTarget == null ? objective : objective.withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, fsoTarget);
        }

        private Objective focal(Objective objective) {
            return plainSparsity ? objective.replacing(Term.FOCAL_SPARSITY, Term.SPARSITY) : objective;
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
