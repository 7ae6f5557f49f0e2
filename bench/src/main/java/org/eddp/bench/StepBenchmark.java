package org.eddp.bench;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.eddp.directions.Evaluation;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.SignalSource;
import org.eddp.directions.Term;
import org.eddp.directions.TiledStep;
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
 * <p>Time: after a warm-up the two alternate, each going first in every other repetition, and medians are compared; both
 * suffer alike from whatever else the machine does. The plain step has all threads for every operation, the tiled step
 * one worker per thread.
 *
 * <p>Memory: measured in steps of their own ({@link ResidentMemory}). The tiled step keeps its buffers from one step to
 * the next; for this measurement it starts without any, so that they count.
 */
public final class StepBenchmark implements AutoCloseable {
    private static final double WARM_UP_SECONDS = 2;
    /** Steps in a row that make one measurement: enough to last this long. */
    private static final double MEASUREMENT_SECONDS = 0.05;

    private final StepSize size;
    private final Options options;
    private final Consumer<String> progress;
    private final Scope scope = Scope.open();
    private final StepData data;
    private final Workers workers;
    private TiledStep tiled;

    /**
     * How to measure.
     *
     * @param repetitions measurements of each implementation, at most
     * @param budgetSeconds no repetition begins after this much time (one always happens)
     * @param threads threads of both implementations
     * @param seed of the data
     */
    public record Options(int repetitions, double budgetSeconds, int threads, long seed) {
        public Options {
            if (repetitions < 1) {
                throw new IllegalArgumentException("repetitions = " + repetitions + " must be at least 1");
            }
            if (threads < 1) {
                throw new IllegalArgumentException("threads = " + threads + " must be at least 1");
            }
            if (!(budgetSeconds > 0)) {
                throw new IllegalArgumentException("budget = " + budgetSeconds + " s must be positive");
            }
        }

        /** As many repetitions as asked for, however long they take. */
        public static Options of(int repetitions, int threads) {
            return new Options(repetitions, Double.MAX_VALUE, threads, 1);
        }
    }

    private StepBenchmark(StepSize size, Options options, Consumer<String> progress) {
        this.size = size;
        this.options = options;
        this.progress = progress;
        progress.accept("making data: " + size.patches() + " patches of width " + size.width());
        data = StepData.random(size, options.seed());
        workers = new Workers(options.threads());
    }

    /** Measures with the default options. */
    public static StepReport run(StepSize size, int repetitions, int threads, Consumer<String> progress) {
        return run(size, Options.of(repetitions, threads), progress);
    }

    /**
     * Measures both implementations.
     *
     * @param progress receives a line of text now and then
     */
    public static StepReport run(StepSize size, Options options, Consumer<String> progress) {
        try (StepBenchmark benchmark = new StepBenchmark(size, options, progress)) {
            return benchmark.measure();
        } finally {
            Engine.setOperationThreads(1);
        }
    }

    private StepReport measure() {
        progress.accept("warming up");
        Evaluation plainResult = plain();
        Evaluation tiledResult = tiled();
        int plainSteps = warmUp(this::plain);
        int tiledSteps = warmUp(this::tiled);

        Long plainPeak = peak("plain", this::plain);
        Long tiledPeak = peak("tiled", this::tiledFromNothing);

        Timings timings = new Timings(options.repetitions());
        long deadline = System.nanoTime() + (long) Math.min(options.budgetSeconds() * 1e9, Long.MAX_VALUE / 4.0);
        do {
            boolean plainFirst = timings.count % 2 == 0;
            double p = plainFirst ? timePlain(plainSteps) : 0;
            timings.tiled[timings.count] = timeTiled(tiledSteps, timings);
            timings.plain[timings.count] = plainFirst ? p : timePlain(plainSteps);
            timings.count++;
            progress.accept(timings.describeLast());
        } while (timings.count < options.repetitions() && System.nanoTime() < deadline);
        return report(timings, plainPeak, tiledPeak, plainResult, tiledResult);
    }

    private Evaluation plain() {
        Engine.setOperationThreads(options.threads());
        PlainStep step = new PlainStep(data.options(), data.head()::logits, Activation.RELU);
        return step.evaluate(
                data.batch(), data.detectors(), Weights.JOINT, Kind.CONSTRAINED, data.strengths(), SignalSource.BATCH);
    }

    private Evaluation tiled() {
        Engine.setOperationThreads(1);
        if (tiled == null) {
            tiled = new TiledStep(
                    data.options(), data.head(), Activation.RELU, workers, TiledStep.DEFAULT_TILE_ELEMENTS);
        }
        return tiled.evaluate(
                data.batch(), data.detectors(), Weights.JOINT, Kind.CONSTRAINED, data.strengths(), SignalSource.BATCH);
    }

    private Evaluation tiledFromNothing() {
        closeTiled();
        return tiled();
    }

    /** Runs a step for a while and returns how many make up one measurement. */
    private static int warmUp(Runnable step) {
        long start = System.nanoTime();
        int steps = 0;
        double seconds;
        do {
            step.run();
            steps++;
            seconds = (System.nanoTime() - start) / 1e9;
        } while (seconds < WARM_UP_SECONDS);
        return (int) Math.ceil(steps * MEASUREMENT_SECONDS / seconds);
    }

    private Long peak(String name, Runnable step) {
        progress.accept("measuring memory of the " + name + " step");
        closeTiled();
        OptionalLong peak = ResidentMemory.peakOf(step);
        return peak.isPresent() ? peak.getAsLong() : null;
    }

    private double timePlain(int steps) {
        return time(steps, this::plain);
    }

    private double timeTiled(int steps, Timings timings) {
        if (tiled == null) {
            tiled(); // the buffers of a run are allocated once
        }
        long products = Kernels.productNanos();
        double seconds = time(steps, this::tiled);
        timings.products[timings.count] =
                (Kernels.productNanos() - products) / 1e9 / (seconds * steps * options.threads());
        return seconds;
    }

    private static double time(int steps, Runnable step) {
        long start = System.nanoTime();
        for (int i = 0; i < steps; i++) {
            step.run();
        }
        return (System.nanoTime() - start) / 1e9 / steps;
    }

    private StepReport report(
            Timings timings, Long plainPeak, Long tiledPeak, Evaluation plainResult, Evaluation tiledResult) {
        StepReport.Side plain = timings.side(timings.plain, plainPeak);
        StepReport.Side tiledSide = timings.side(timings.tiled, tiledPeak);
        double active = Arrays.stream(tiledResult.moments().weight()).sum();
        return new StepReport(
                size,
                options.threads(),
                timings.count,
                plain,
                tiledSide,
                plain.seconds() / tiledSide.seconds(),
                plainPeak == null || tiledPeak == null ? null : (double) tiledPeak / plainPeak,
                timings.median(timings.products),
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
        workers.close();
        scope.close();
    }

    /** Measurements so far, seconds per step. */
    private static final class Timings {
        private final double[] plain;
        private final double[] tiled;
        private final double[] products;
        private int count;

        Timings(int repetitions) {
            plain = new double[repetitions];
            tiled = new double[repetitions];
            products = new double[repetitions];
        }

        StepReport.Side side(double[] seconds, Long peak) {
            double[] sorted = Arrays.stream(seconds, 0, count).sorted().toArray();
            return new StepReport.Side(median(seconds), sorted[0], sorted[count - 1], peak);
        }

        double median(double[] values) {
            double[] sorted = Arrays.stream(values, 0, count).sorted().toArray();
            return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        }

        String describeLast() {
            return String.format(
                    java.util.Locale.ROOT,
                    "repetition %d: plain %.4g s, tiled %.4g s, products %.0f %%",
                    count,
                    plain[count - 1],
                    tiled[count - 1],
                    100 * products[count - 1]);
        }
    }
}
