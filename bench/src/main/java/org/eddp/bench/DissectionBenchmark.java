package org.eddp.bench;

import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.eddp.directions.Detectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Grid;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.LabelledImages;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/**
 * Network Dissection against the same counts without sparsity ({@link DenseDissection}), on the same data in the same
 * process and with as many threads. Reading label maps from files is not part of either.
 */
public final class DissectionBenchmark {
    private static final Grid GRID = new Grid(7, 7);

    private DissectionBenchmark() {}

    /**
     * Options of the benchmark.
     *
     * @param detectors number of detectors
     * @param images number of annotated images
     * @param denseImages number of images that the dense form counts; its time is scaled up
     * @param width of the features
     * @param threads of both
     * @param seed of the data
     */
    public record Options(int detectors, int images, int denseImages, int width, int threads, long seed) {
        public Options {
            if (denseImages < 1 || denseImages > images) {
                throw new InvalidInput(
                        "dense images = " + denseImages + " must be within 1 .. the " + images + " images");
            }
        }

        /** The paper's ResNet18 with 448 detectors, and 2,000 images. */
        public static Options of(int threads) {
            return new Options(448, 2000, 200, 512, threads, 1);
        }

        public Options withDetectors(int changed) {
            return new Options(changed, images, denseImages, width, threads, seed);
        }

        public Options withImages(int changed) {
            return new Options(detectors, changed, denseImages, width, threads, seed);
        }

        public Options withDenseImages(int changed) {
            return new Options(detectors, images, changed, width, threads, seed);
        }

        public Options withWidth(int changed) {
            return new Options(detectors, images, denseImages, changed, threads, seed);
        }

        public Options withSeed(long changed) {
            return new Options(detectors, images, denseImages, width, threads, changed);
        }
    }

    /**
     * The result.
     *
     * @param sparseSeconds for all images
     * @param denseSeconds for all images, scaled up from those that were counted
     * @param ratio dense to sparse
     * @param largestDifference of any count on the images that both counted, relative to the pixels of the concept;
     *     pixels where the upsampled map is zero to rounding may be counted differently
     */
    public record Report(
            Options options, double sparseSeconds, double denseSeconds, double ratio, double largestDifference) {
        /** The measurements as a table. */
        public String text() {
            return String.format(
                    Locale.ROOT,
                    "dissection of %d detectors on %d images, %d threads: sparse %.2f s, dense %.1f s (%d images"
                            + " counted), ratio %.1f; largest difference of a count %.1e",
                    options.detectors(),
                    options.images(),
                    options.threads(),
                    sparseSeconds,
                    denseSeconds,
                    options.denseImages(),
                    ratio,
                    largestDifference);
        }
    }

    /** Runs the benchmark. */
    public static Report run(Options options, Consumer<String> progress) {
        SplittableRandom random = new SplittableRandom(options.seed());
        try (Scope scope = Scope.open();
                Workers workers = new Workers(options.threads())) {
            Detectors detectors = DissectionData.detectors(options.width(), options.detectors(), random);
            LabelledImages all = DissectionData.images(options.images(), GRID, options.width(), random.split());
            LabelledImages some = DissectionData.images(options.denseImages(), GRID, options.width(), random.split());
            progress.accept("warming up");
            Dissection.Counts sparse = Dissection.run(some, detectors, workers, Monitor.NONE);
            Map<Concept, double[]> dense = DenseDissection.run(some, detectors, workers);
            progress.accept("measuring");
            double denseSeconds = seconds(() -> DenseDissection.run(some, detectors, workers))
                    * options.images()
                    / options.denseImages();
            double sparseSeconds = seconds(() -> Dissection.run(all, detectors, workers, Monitor.NONE));
            return new Report(
                    options, sparseSeconds, denseSeconds, denseSeconds / sparseSeconds, difference(sparse, dense));
        }
    }

    private static double seconds(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) * 1e-9;
    }

    private static double difference(Dissection.Counts sparse, Map<Concept, double[]> dense) {
        double largest = 0;
        for (Map.Entry<Concept, double[]> entry : dense.entrySet()) {
            for (int i = 0; i < sparse.detectors(); i++) {
                double difference = Math.abs(entry.getValue()[i] - sparse.common(i, entry.getKey()));
                largest = Math.max(largest, difference / sparse.labelled(entry.getKey()));
            }
        }
        return largest;
    }

    /** Prints one measurement; for trying. */
    public static void main(String[] arguments) {
        int threads = arguments.length == 0 ? 2 : Integer.parseInt(arguments[0]);
        System.out.println(run(Options.of(threads), System.err::println).text());
    }
}
