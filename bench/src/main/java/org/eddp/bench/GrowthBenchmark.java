package org.eddp.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.eddp.directions.Detectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.Grid;
import org.eddp.labels.Dissection;
import org.eddp.labels.LabelledImages;
import org.eddp.learning.SignalVectors;
import org.eddp.math.Median;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/**
 * How processor time and memory grow with the problem, over three decades: signal vectors of a whole set (scores,
 * memberships and moments of every patch) against patches and against concepts, dissection against images.
 *
 * <p>Growth is the slope of log time over log size: 1 is proportional. Processor time of all threads is used, because
 * it is more reliable than seconds on a busy machine. Only work that should grow in proportion is measured: the losses
 * on pairs of concepts (L^fso, L^ur with signal vectors) hold matrices of concepts by concepts, whatever the number of
 * patches.
 */
public final class GrowthBenchmark {
    private static final Grid GRID = new Grid(7, 7);
    private static final int WIDTH = 64;
    private static final int CONCEPTS = 64;
    private static final int FEWEST_CONCEPTS = 16;
    private static final int REPETITIONS = 3;

    private GrowthBenchmark() {}

    /**
     * How to measure.
     *
     * @param images of the smallest problem; concepts grow from 16 on
     * @param decades powers of ten
     * @param seconds of processor time that a measurement lasts at least
     * @param threads of all work
     * @param seed of the data
     */
    public record Options(int images, int decades, double seconds, int threads, long seed) {
        public Options {
            if (images < 1 || decades < 1 || decades > 4) {
                throw new InvalidInput(
                        "images = " + images + " must be at least 1, decades = " + decades + " within 1 .. 4");
            }
            if (!(seconds > 0)) {
                throw new InvalidInput("seconds = " + seconds + " must be positive");
            }
            if (threads < 1) {
                throw new InvalidInput("threads = " + threads + " must be at least 1");
            }
        }

        /** Three decades from 50 images on. */
        public static Options of(int threads) {
            return new Options(50, 3, 1, threads, 1);
        }

        private int[] from(int smallest) {
            int[] sizes = new int[decades + 1];
            for (int d = 0; d < sizes.length; d++) {
                sizes[d] = (int) (smallest * Math.pow(10, d));
            }
            return sizes;
        }

        public Options withImages(int changed) {
            return new Options(changed, decades, seconds, threads, seed);
        }

        public Options withDecades(int changed) {
            return new Options(images, changed, seconds, threads, seed);
        }

        public Options withSeconds(double changed) {
            return new Options(images, decades, changed, threads, seed);
        }

        public Options withSeed(long changed) {
            return new Options(images, decades, seconds, threads, changed);
        }
    }

    /**
     * One size of a series.
     *
     * @param size of the problem
     *
     * @param processorSeconds of one run, median
     * @param peakBytes above what was resident before, or null if unknown
     */
    public record Point(long size, double processorSeconds, Long peakBytes) {}

    /**
     * One series.
     *
     * @param work the computation
     * @param grows the quantity that grows
     * @param slope of log time over log size
     */
    public record Series(String work, String grows, List<Point> points, double slope) {
        static Series of(String work, String grows, List<Point> points) {
            return new Series(work, grows, points, GrowthBenchmark.slope(points));
        }

        /** The measurements as a table. */
        public String text() {
            StringBuilder out =
                    new StringBuilder(String.format(Locale.ROOT, "%s against %s: slope %.3f%n", work, grows, slope));
            for (Point p : points) {
                String peak = p.peakBytes() == null ? "-" : String.format(Locale.ROOT, "%.0f MB", p.peakBytes() / 1e6);
                out.append(String.format(
                        Locale.ROOT,
                        "  %,12d %s  %10.4f s of processor time  peak %s%n",
                        p.size(),
                        grows,
                        p.processorSeconds(),
                        peak));
            }
            return out.toString();
        }
    }

    /** Least squares through the logarithms. */
    static double slope(List<Point> points) {
        double meanX =
                points.stream().mapToDouble(p -> Math.log(p.size())).average().orElse(0);
        double meanY = points.stream()
                .mapToDouble(p -> Math.log(p.processorSeconds()))
                .average()
                .orElse(0);
        double xy = 0;
        double xx = 0;
        for (Point p : points) {
            double x = Math.log(p.size()) - meanX;
            xy += x * (Math.log(p.processorSeconds()) - meanY);
            xx += x * x;
        }
        return xy / xx;
    }

    /** Measures all series. */
    public static List<Series> run(Options options, Consumer<String> progress) {
        int[] images = options.from(options.images());
        List<Series> series = new ArrayList<>();
        try (Scope scope = Scope.open();
                Workers workers = new Workers(options.threads())) {
            Detectors detectors = detectors(CONCEPTS, options);
            progress.accept("patches");
            series.add(Series.of("signal vectors", "patches", points(images, GRID.cells(), options, n -> {
                FeatureSource set = images(n, options).features();
                return () -> SignalVectors.of(set, detectors, workers, Monitor.NONE);
            })));
            progress.accept("concepts");
            FeatureSource fixed = images(images[1], options).features();
            series.add(Series.of("signal vectors", "concepts", points(options.from(FEWEST_CONCEPTS), 1, options, n -> {
                Detectors many = detectors(n, options);
                return () -> SignalVectors.of(fixed, many, workers, Monitor.NONE);
            })));
            progress.accept("images");
            series.add(Series.of("dissection", "images", points(images, 1, options, n -> {
                LabelledImages set = images(n, options);
                return () -> Dissection.run(set, detectors, workers, Monitor.NONE);
            })));
        }
        return series;
    }

    private static Detectors detectors(int concepts, Options options) {
        return DissectionData.detectors(WIDTH, concepts, new SplittableRandom(options.seed()));
    }

    /** The same few images over and over: any number fits into memory. */
    private static LabelledImages images(int count, Options options) {
        return DissectionData.images(count, GRID, WIDTH, new SplittableRandom(options.seed() + 1));
    }

    private static List<Point> points(int[] sizes, int unit, Options options, IntFunction<Runnable> work) {
        List<Point> points = new ArrayList<>();
        for (int size : sizes) {
            Runnable task = work.apply(size);
            int times = warmUp(task, options.seconds());
            OptionalLong peak = ResidentMemory.peakOf(task);
            // long measurements are not disturbed by short interruptions
            double[] found = new double[times == 1 ? 1 : REPETITIONS];
            Arrays.setAll(found, repetition -> processorSeconds(task, times));
            points.add(new Point((long) size * unit, Median.of(found), peak.isPresent() ? peak.getAsLong() : null));
        }
        return points;
    }

    /** Runs a task for some time and returns the number of runs. */
    private static int warmUp(Runnable task, double seconds) {
        int times = 0;
        double spent = 0;
        while (spent < seconds) {
            spent += processorSeconds(task, 1);
            times++;
        }
        return times;
    }

    private static double processorSeconds(Runnable task, int times) {
        long start = ProcessorTime.ofProcess();
        for (int i = 0; i < times; i++) {
            task.run();
        }
        return Math.max(1e-7, (ProcessorTime.ofProcess() - start) / 1e9) / times;
    }
}
