package org.eddp.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.Term;
import org.eddp.directions.step.Step;
import org.eddp.directions.step.Step.Evaluation;
import org.eddp.directions.step.Step.SignalSource;
import org.eddp.directions.step.TiledStep;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Grid;
import org.eddp.math.Median;
import org.eddp.reference.PlainStep;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Engine;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/**
 * Times one learning step (all terms of the joint step with constrained manipulation) in both implementations, on the
 * same single-precision data in the same process.
 *
 * <p>Time: after a warm-up the two alternate, each going first in every other repetition, and medians are compared; so
 * other load on the machine affects both equally. The plain step has all threads for every operation, the tiled step
 * one worker per thread.
 *
 * <p>Products: {@link StepProducts} alternates with the two, which shows how much time the tiled step spends beyond its
 * matrix products.
 *
 * <p>Memory: measured in separate steps ({@link ResidentMemory}). The tiled step keeps its buffers from one step to the
 * next; for this measurement it starts without any, so that they count.
 *
 * <p>Agreement: values and gradients are compared with a plain step whose pseudo-inverse is in double precision. The plain
 * step that is timed uses single precision, which is faster but inaccurate if there are few patches per concept.
 */
public final class StepBenchmark implements AutoCloseable {
    /** The terms of the joint step with constrained manipulation (step (d), variant C), as a learning run sees them. */
    private static final Step.Weighting JOINT = Step.Weighting.of(Map.of(
            Term.FOCAL_SPARSITY, 2.6,
            Term.MAXIMUM_ACTIVATION, 1.3,
            Term.INACTIVE_CLASSIFIER, 0.7,
            Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.9,
            Term.FILTER_SIGNAL_ORTHOGONALITY, 1.1,
            Term.UNCERTAINTY, 0.25));

    /**
     * Processor time of one measurement, which covers several steps because the clock has a resolution of hundredths of
     * a second.
     */
    private static final double MEASUREMENT_SECONDS = 0.2;

    private final Size size;
    private final Options options;
    private final Consumer<String> progress;
    private final Scope scope = Scope.open();
    private final StepData data;
    private final Workers workers;
    private final StepProducts products;
    private TiledStep tiled;

    /**
     * How to measure.
     *
     * @param repetitions measurements of each implementation, at most
     * @param budgetSeconds no repetition begins after this much time (one always happens)
     * @param warmUpSeconds each implementation runs for at least this much processor time before it is measured
     * @param threads threads of both implementations
     * @param seed of the data
     */
    public record Options(int repetitions, double budgetSeconds, double warmUpSeconds, int threads, long seed) {
        public Options {
            if (repetitions < 1) {
                throw new InvalidInput("repetitions = " + repetitions + " must be at least 1");
            }
            if (threads < 1) {
                throw new InvalidInput("threads = " + threads + " must be at least 1");
            }
            if (!(budgetSeconds > 0)) {
                throw new InvalidInput("budget = " + budgetSeconds + " s must be positive");
            }
            if (!(warmUpSeconds >= 0)) {
                throw new InvalidInput("warm-up = " + warmUpSeconds + " s must not be negative");
            }
        }

        /** All repetitions, without a time limit. */
        public static Options of(int repetitions, int threads) {
            return new Options(repetitions, Double.MAX_VALUE, 2, threads, 1);
        }

        public Options withBudgetSeconds(double changed) {
            return new Options(repetitions, changed, warmUpSeconds, threads, seed);
        }

        public Options withWarmUpSeconds(double changed) {
            return new Options(repetitions, budgetSeconds, changed, threads, seed);
        }

        public Options withSeed(long changed) {
            return new Options(repetitions, budgetSeconds, warmUpSeconds, threads, changed);
        }
    }

    private StepBenchmark(Size size, Options options, Consumer<String> progress) {
        this.size = size;
        this.options = options;
        this.progress = progress;
        progress.accept("making data: " + size.patches() + " patches of width " + size.width());
        data = StepData.random(size, options.seed());
        workers = new Workers(options.threads());
        products = new StepProducts(size, data, workers);
    }

    /** Measures with the default options. */
    public static StepReport run(Size size, int repetitions, int threads, Consumer<String> progress) {
        return run(size, Options.of(repetitions, threads), progress);
    }

    /**
     * Measures both implementations.
     *
     * @param progress receives a line of text now and then
     */
    public static StepReport run(Size size, Options options, Consumer<String> progress) {
        try (StepBenchmark benchmark = new StepBenchmark(size, options, progress)) {
            return benchmark.measure();
        } finally {
            Engine.setOperationThreads(1);
        }
    }

    private StepReport measure() {
        progress.accept("warming up");
        Evaluation plainResult = plain(plainStep().withDoubleInverse());
        Evaluation tiledResult = tiled();
        int plainSteps = warmUp(this::plain);
        int tiledSteps = warmUp(this::tiled);
        int productSteps = warmUp(this::products);

        Long plainPeak = peak("plain", this::plain);
        Long tiledPeak = peak("tiled", this::tiledFromNothing);

        tiled(); // the buffers of a learning run are allocated once
        Timings plainTimes = new Timings();
        Timings tiledTimes = new Timings();
        Timings productTimes = new Timings();
        long deadline = System.nanoTime() + (long) Math.min(options.budgetSeconds() * 1e9, Long.MAX_VALUE / 4.0);
        for (int i = 0; i < options.repetitions() && (i == 0 || System.nanoTime() < deadline); i++) {
            if (i % 2 == 0) {
                time(plainSteps, this::plain, plainTimes);
            }
            time(tiledSteps, this::tiled, tiledTimes);
            time(productSteps, this::products, productTimes);
            if (i % 2 == 1) {
                time(plainSteps, this::plain, plainTimes);
            }
            progress.accept("repetition " + (i + 1) + ": plain " + plainTimes.last() + ", tiled " + tiledTimes.last()
                    + ", its products alone " + productTimes.last());
        }
        return report(
                plainTimes.side(plainPeak), tiledTimes, tiledPeak, productTimes.side(null), plainResult, tiledResult);
    }

    private PlainStep plainStep() {
        return new PlainStep(data.options(), data.head(), Activation.RELU);
    }

    private Evaluation plain() {
        return plain(plainStep());
    }

    private Evaluation plain(PlainStep step) {
        Engine.setOperationThreads(options.threads());
        return step.evaluate(
                data.batch(), data.detectors(), JOINT, Kind.CONSTRAINED, data.strengths(), SignalSource.BATCH);
    }

    private Evaluation tiled() {
        Engine.setOperationThreads(1);
        if (tiled == null) {
            tiled = new TiledStep(
                    data.options(), data.head(), Activation.RELU, workers, TiledStep.DEFAULT_TILE_ELEMENTS);
        }
        return tiled.evaluate(
                data.batch(), data.detectors(), JOINT, Kind.CONSTRAINED, data.strengths(), SignalSource.BATCH);
    }

    private void products() {
        Engine.setOperationThreads(1);
        products.run();
    }

    private Evaluation tiledFromNothing() {
        closeTiled();
        return tiled();
    }

    /** Runs a step for a while and returns how many make up one measurement. */
    private int warmUp(Runnable step) {
        long start = ProcessorTime.ofProcess();
        int steps = 0;
        double seconds;
        do {
            step.run();
            steps++;
            seconds = (ProcessorTime.ofProcess() - start) / 1e9;
        } while (seconds < options.warmUpSeconds());
        return (int) Math.ceil(steps * MEASUREMENT_SECONDS / Math.max(seconds, MEASUREMENT_SECONDS / 100));
    }

    private Long peak(String name, Runnable step) {
        progress.accept("measuring memory of the " + name + " step");
        closeTiled();
        OptionalLong peak = ResidentMemory.peakOf(step);
        return peak.isPresent() ? peak.getAsLong() : null;
    }

    private static void time(int steps, Runnable step, Timings timings) {
        long products = Kernels.productNanos();
        long sparse = Kernels.sparseProductNanos();
        long operations = Kernels.sparseProductOperations();
        long processor = ProcessorTime.ofProcess();
        long start = System.nanoTime();
        for (int i = 0; i < steps; i++) {
            step.run();
        }
        timings.seconds.add((System.nanoTime() - start) / 1e9 / steps);
        timings.processor.add((ProcessorTime.ofProcess() - processor) / 1e9 / steps);
        timings.products.add((Kernels.productNanos() - products) / 1e9 / steps);
        timings.sparse.add((Kernels.sparseProductNanos() - sparse) / 1e9 / steps);
        timings.sparseOperations = (Kernels.sparseProductOperations() - operations) / (double) steps;
    }

    private StepReport report(
            StepReport.Side plain,
            Timings tiledTimes,
            Long tiledPeak,
            StepReport.Side productsAlone,
            Evaluation plainResult,
            Evaluation tiledResult) {
        StepReport.Side side = tiledTimes.side(tiledPeak);
        double active = Arrays.stream(tiledResult.moments().weight()).sum();
        return new StepReport(
                size,
                options.threads(),
                tiledTimes.seconds.size(),
                plain,
                side,
                plain.seconds() / side.seconds(),
                plain.peakBytes() == null || tiledPeak == null ? null : (double) tiledPeak / plain.peakBytes(),
                tiledTimes.share(tiledTimes.products, options.threads()),
                tiledTimes.share(tiledTimes.sparse, options.threads()),
                tiledTimes.sparseOperations,
                productsAlone,
                active / size.patches() / size.concepts(),
                valueDifference(tiledResult.values(), plainResult.values()),
                gradientDifference(tiledResult, plainResult));
    }

    private static double valueDifference(Map<Term, Double> found, Map<Term, Double> expected) {
        return expected.entrySet().stream()
                .mapToDouble(
                        e -> Math.abs(found.get(e.getKey()) - e.getValue()) / Math.max(1e-6, Math.abs(e.getValue())))
                .max()
                .orElse(0);
    }

    private static double gradientDifference(Evaluation found, Evaluation expected) {
        Matrix b = Matrix.row(expected.thresholds());
        double scale = Math.max(largest(expected.filters()), largest(b));
        double filters = largest(found.filters().minus(expected.filters()));
        double thresholds = largest(Matrix.row(found.thresholds()).minus(b));
        return Math.max(filters, thresholds) / scale;
    }

    private static double largest(Matrix m) {
        return Arrays.stream(m.values()).map(Math::abs).max().orElse(0);
    }

    private void closeTiled() {
        if (tiled != null) {
            tiled.close();
            tiled = null;
        }
    }

    @Override
    public void close() {
        closeTiled();
        products.close();
        workers.close();
        scope.close();
    }

    /** Measurements of one implementation, in seconds per step. */
    private static final class Timings {
        private final List<Double> seconds = new ArrayList<>();
        private final List<Double> processor = new ArrayList<>();
        private final List<Double> products = new ArrayList<>();
        private final List<Double> sparse = new ArrayList<>();
        private double sparseOperations;

        StepReport.Side side(Long peak) {
            return new StepReport.Side(
                    Median.of(seconds), Collections.min(seconds), Collections.max(seconds), Median.of(processor), peak);
        }

        /** Share of the time of all threads. */
        double share(List<Double> part, int threads) {
            List<Double> shares = new ArrayList<>();
            for (int i = 0; i < seconds.size(); i++) {
                shares.add(part.get(i) / (seconds.get(i) * threads));
            }
            return Median.of(shares);
        }

        String last() {
            return String.format(Locale.ROOT, "%.4g s", seconds.get(seconds.size() - 1));
        }
    }

    /**
     * The size of a learning step.
     *
     * @param name on the command line
     * @param images images of the batch
     * @param grid patches of an image
     * @param width feature width D
     * @param concepts number of concepts I
     * @param classes number of classes K of the head
     */
    public record Size(String name, int images, Grid grid, int width, int concepts, int classes) {
        /** The paper's synthetic experiment, full batch. */
        public static final Size SYNTHETIC = new Size("synthetic", 3000, new Grid(1, 2), 8, 3, 3);
        /** Last layer of a ResNet18 on Places365 with the paper's batch. */
        public static final Size RESNET18 = new Size("resnet18", 4096, new Grid(7, 7), 512, 448, 365);
        /** Last layer of a ResNet50; the batch is small enough for plain automatic differentiation in 24 GB. */
        public static final Size RESNET50 = new Size("resnet50", 768, new Grid(8, 8), 2048, 1792, 339);

        /** Last layer of a ResNet50 on ImageNet, as few concepts as 1,400 pictures support. */
        public static final Size RESNET50_FEW = new Size("resnet50-16", 512, new Grid(7, 8), 2048, 16, 1000);
        /** The same with 64 concepts. */
        public static final Size RESNET50_64 = new Size("resnet50-64", 512, new Grid(7, 8), 2048, 64, 1000);
        /** The same with 256 concepts. */
        public static final Size RESNET50_256 = new Size("resnet50-256", 512, new Grid(7, 8), 2048, 256, 1000);
        /** Last layer of a MobileNet of width 0.25 on ImageNet, few concepts. */
        public static final Size MOBILENET025 = new Size("mobilenet025", 512, new Grid(7, 8), 256, 64, 1000);
        /** The same batch, nearly as many concepts as features, as in learning from photographs. */
        public static final Size MOBILENET025_MANY = new Size("mobilenet025-many", 512, new Grid(7, 8), 256, 224, 1000);
        /** The same layer, nearly as many concepts as features, a batch of 2,048 photographs. */
        public static final Size MOBILENET025_FULL =
                new Size("mobilenet025-full", 2048, new Grid(7, 7), 256, 224, 1000);
        /** Last layer of a MobileNet of width 0.75. */
        public static final Size MOBILENET075 = new Size("mobilenet075", 1024, new Grid(7, 8), 768, 512, 1000);

        /** The sizes that have a name. */
        public static final List<Size> ALL = List.of(
                SYNTHETIC,
                RESNET18,
                RESNET50,
                RESNET50_FEW,
                RESNET50_64,
                RESNET50_256,
                MOBILENET025,
                MOBILENET025_MANY,
                MOBILENET025_FULL,
                MOBILENET075);

        /** The size with this name. */
        public static Size of(String name) {
            return ALL.stream()
                    .filter(size -> size.name.equals(name))
                    .findFirst()
                    .orElseThrow(() -> new InvalidInput("no size is called '" + name + "'; use one of "
                            + ALL.stream().map(Size::name).toList()));
        }

        /** Patches of the batch. */
        public int patches() {
            return Math.multiplyExact(images, grid.cells());
        }
    }
}
