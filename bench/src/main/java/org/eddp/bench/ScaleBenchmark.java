package org.eddp.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eddp.directions.Detectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.files.FileFailure;
import org.eddp.learning.SignalVectors;
import org.eddp.monitor.Monitor;
import org.eddp.parts.ClusterService;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/**
 * Measures processor time and peak memory of the process against the number of images. The work is from picture files
 * to features on disk, and one pass over those features. The results are extrapolated to millions of images.
 *
 * <p>Only a few pictures are drawn; the others are links to them, which cost as much to read, decode and compute.
 */
public final class ScaleBenchmark {
    private static final int DRAWN = 1000;
    private static final int WARM = 2;
    /** A tenth of the images is processed first, to warm up the compiler. */
    private static final int WARM_PART = 10;

    private static final int WORKERS = 2;
    /** Images that steps of learning are measured on. */
    private static final int LEARNED = 5000;

    private static final long SHARD_BYTES = 64L << 20;
    private static final int CONCEPTS = 64;
    private static final int[] PARTS = {100, 10, 1};
    private static final long[] STUDIES = {1_000_000, 100_000_000};
    private static final int[] CORES = {10, 100, 1000};
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;

    private final Options options;
    private final Path folder;
    private final Workers workers;
    private final Consumer<String> progress;
    private List<Path> pictures = List.of();

    /**
     * How to measure.
     *
     * @param images of the largest set; the others have a hundredth and a tenth of them
     * @param threads of all work
     * @param seconds of processor time that a measurement lasts at least, so that rare events do not dominate in small
     *     sets
     */
    public record Options(int images, int threads, double seconds) {
        public Options {
            if (images < PARTS[0] || threads < 1) {
                throw new InvalidInput("images = " + images + " must be at least " + PARTS[0] + ", threads = " + threads
                        + " at least 1");
            }
        }

        /** Up to 100,000 images, two seconds for each measurement. */
        public static Options of(int threads) {
            return new Options(100_000, threads, 2);
        }

        public Options withImages(int changed) {
            return new Options(changed, threads, seconds);
        }

        public Options withSeconds(double changed) {
            return new Options(images, threads, changed);
        }
    }

    /**
     * The results.
     *
     * @param bytes of features on disk per image
     * @param cluster overhead of Spark, null if it is missing
     */
    public record Report(
            GrowthBenchmark.Series features, GrowthBenchmark.Series signals, long bytes, ClusterCosts cluster) {
        /** The measurements as a table. */
        public String text() {
            double each = perImage(features) + perImage(signals);
            StringBuilder out = new StringBuilder(features.text()).append(signals.text());
            out.append(String.format(Locale.ROOT, "features on disk: %.1f kB per image%n", bytes / 1e3));
            out.append(
                    cluster == null
                            ? String.format(
                                    "the cost of Spark is measured only when eddp runs from its sources, where Spark"
                                            + " is available%n")
                            : cluster.text());
            out.append(String.format(
                    Locale.ROOT,
                    "%nat %.3f ms of processor time per image for features and signal vectors%s, with all cores"
                            + " busy:%n%14s",
                    1e3 * each,
                    cluster == null ? "" : " and these costs for every shard of 64 MB",
                    "images"));
            for (int cores : CORES) {
                out.append(String.format(Locale.ROOT, " %,11d cores", cores));
            }
            for (long images : STUDIES) {
                out.append(String.format(Locale.ROOT, "%n%,14d", images));
                for (int cores : CORES) {
                    out.append(String.format(Locale.ROOT, " %17s", duration(seconds(images, cores))));
                }
                out.append(String.format(Locale.ROOT, "   (%.2f TB of features)", bytes * images / 1e12));
            }
            return out.append(System.lineSeparator()).toString();
        }

        /**
         * Every shard is two tasks: one for the features, one for the computation on them. The driver hands out tasks
         * no faster than in the measurement.
         */
        private double seconds(long images, int cores) {
            double compute = (perImage(features) + perImage(signals)) * images / cores;
            if (cluster == null) {
                return compute;
            }
            double tasks = 2 * Math.ceil((double) images * bytes / SHARD_BYTES);
            double perTask = cluster.taskMilliseconds() / 1e3;
            return Math.max(compute + tasks * perTask * cluster.workers() / cores, tasks * perTask);
        }

        private static String duration(double seconds) {
            return seconds < 2 * MINUTE
                    ? String.format(Locale.ROOT, "%.1f s", seconds)
                    : seconds < 2 * HOUR
                            ? String.format(Locale.ROOT, "%.1f min", seconds / MINUTE)
                            : String.format(Locale.ROOT, "%.1f h", seconds / HOUR);
        }

        /** At the largest size. */
        private static double perImage(GrowthBenchmark.Series series) {
            GrowthBenchmark.Point last = series.points().get(series.points().size() - 1);
            return last.processorSeconds() / last.size();
        }
    }

    private ScaleBenchmark(Options options, Path folder, Workers workers, Consumer<String> progress) {
        this.options = options;
        this.folder = folder;
        this.workers = workers;
        this.progress = progress;
    }

    /** Measures in a temporary folder, which is deleted. */
    public static Report run(Options options, Consumer<String> progress) {
        Path folder = null;
        try (Workers workers = new Workers(options.threads())) {
            folder = Files.createTempDirectory("eddp-bench-scale");
            return new ScaleBenchmark(options, folder, workers, progress).measure();
        } catch (IOException e) {
            throw new FileFailure("cannot make a temporary folder: " + e.getMessage(), e);
        } finally {
            TemporaryFolder.delete(folder);
        }
    }

    private Report measure() throws IOException {
        Path network = GeneratedRun.network(folder, new SplittableRandom(1));
        Path drawn = folder.resolve("drawn");
        GeneratedPictures.write(drawn, Math.min(DRAWN, options.images()), 1, GeneratedRun.SIZE, GeneratedRun.SIZE);
        pictures = files(drawn);
        progress.accept("warming up");
        Path some = link(options.images() / WARM_PART);
        FeatureSet first = GeneratedRun.extract(network, some, folder.resolve("features"), workers);
        Detectors detectors = GeneratedRun.directions(first, CONCEPTS, new SplittableRandom(2))
                .detectors();
        for (int k = 0; k < WARM; k++) {
            extract(network, some);
            signals(detectors);
        }
        List<GrowthBenchmark.Point> features = new ArrayList<>();
        List<GrowthBenchmark.Point> signals = new ArrayList<>();
        for (int part : PARTS) {
            int images = options.images() / part;
            progress.accept(images + " images");
            Path set = link(images);
            features.add(point(images, () -> extract(network, set)));
            signals.add(point(images, () -> signals(detectors)));
        }
        long bytes = size(folder.resolve("features")) / options.images();
        return new Report(
                GrowthBenchmark.Series.of("pictures to features", "images", features),
                GrowthBenchmark.Series.of("signal vectors", "images", signals),
                bytes,
                cluster(network));
    }

    /** The overhead of Spark, if it is on the class path. */
    private ClusterCosts cluster(Path network) throws IOException {
        ClusterService service = ClusterService.find().orElse(null);
        if (service == null) {
            return null;
        }
        progress.accept(WORKERS + " worker processes of Spark");
        extract(network, link(Math.min(LEARNED, options.images())));
        try (ClusterService.Cluster cluster = service.here(WORKERS)) {
            return ClusterCosts.of(cluster, WORKERS, FeatureSet.open(folder.resolve("features")), folder);
        }
    }

    private void extract(Path network, Path images) {
        Path out = folder.resolve("features");
        TemporaryFolder.delete(out);
        GeneratedRun.extract(network, images, out, workers);
    }

    private void signals(Detectors detectors) {
        try (Scope scope = Scope.open()) {
            SignalVectors.of(FeatureSet.open(folder.resolve("features")), detectors, workers, Monitor.NONE);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        }
    }

    /** A folder of this many images. */
    private Path link(int count) throws IOException {
        Path set = folder.resolve("set");
        TemporaryFolder.delete(set);
        Files.createDirectories(set);
        for (int n = 0; n < count; n++) {
            Files.createLink(set.resolve(String.format(Locale.ROOT, "%08d.jpg", n)), pictures.get(n % pictures.size()));
        }
        return set;
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.collect(Collectors.summingLong(file -> file.toFile().length()));
        }
    }

    private GrowthBenchmark.Point point(int images, Runnable work) {
        double[] measured = {0, 0};
        OptionalLong peak = ResidentMemory.markOf(() -> {
            while (measured[0] < options.seconds()) {
                long start = ProcessorTime.ofProcess();
                work.run();
                measured[0] += (ProcessorTime.ofProcess() - start) / 1e9;
                measured[1]++;
            }
        });
        return new GrowthBenchmark.Point(images, measured[0] / measured[1], peak.isPresent() ? peak.getAsLong() : null);
    }
}
