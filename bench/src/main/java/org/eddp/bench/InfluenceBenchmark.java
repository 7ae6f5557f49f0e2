package org.eddp.bench;

import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.eddp.failure.InvalidInput;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.influence.Sensitivity;
import org.eddp.influence.Sensitivity.Perturbation;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Times influence scores in closed form against the general path, on the same head, images and threads in the same process.
 *
 * <p>The closed form scores everything: the concepts, and the noise directions of one concept after the other, as the
 * significance test does. The general path computes every image again for every direction. Its time is proportional to the
 * number of directions, so it is measured on some of them and the time for all is <em>extrapolated</em>. The scores of the
 * measured directions are compared.
 */
public final class InfluenceBenchmark {
    private InfluenceBenchmark() {}

    /**
     * Size of the problem.
     *
     * @param concepts I
     * @param noise noise directions per concept
     * @param classes K
     * @param images number of images
     * @param width D
     * @param grid patches of an image
     */
    public record Size(int concepts, int noise, int classes, int images, int width, Grid grid) {
        /** ResNet18 on Places365, as in the paper. */
        public static final Size PAPER = new Size(448, 100, 365, 2000, 512, new Grid(7, 7));

        /** Directions to score in all. */
        public int directions() {
            return concepts * (noise + 1);
        }
    }

    /**
     * The result.
     *
     * @param closedSeconds all directions in closed form, measured
     * @param measuredDirections directions of the general path that were measured
     * @param measuredSeconds time for those
     * @param generalSeconds all directions by the general path, extrapolated
     * @param ratio general to closed
     * @param differentSigns scores of the measured directions whose sign differs
     * @param largestDifference of the scores of the measured directions
     */
    public record Report(
            Size size,
            int threads,
            double closedSeconds,
            int measuredDirections,
            double measuredSeconds,
            double generalSeconds,
            double ratio,
            int differentSigns,
            double largestDifference) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d concepts x %d noise directions x %d classes x %d images, %d threads%n"
                            + "  closed form   %.2f s for %d directions (measured)%n"
                            + "  general path  %.2f s for %d directions (measured), %.0f s for all (extrapolated)%n"
                            + "  ratio         %.0f%n"
                            + "  scores of the %d directions: %d signs differ, largest difference %.2g",
                    size.concepts(),
                    size.noise(),
                    size.classes(),
                    size.images(),
                    threads,
                    closedSeconds,
                    size.directions(),
                    measuredSeconds,
                    measuredDirections,
                    generalSeconds,
                    ratio,
                    measuredDirections,
                    differentSigns,
                    largestDifference);
        }
    }

    /**
     * Runs the benchmark.
     *
     * @param measured directions of the general path to measure
     * @param progress receives a line of text now and then
     */
    public static Report run(Size size, int measured, int threads, long seed, Consumer<String> progress) {
        if (measured < 1 || measured > size.directions()) {
            throw new InvalidInput("measured directions = " + measured + " must be within 1 .. " + size.directions());
        }
        progress.accept("making data: " + size.images() + " images");
        SplittableRandom random = new SplittableRandom(seed);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(threads)) {
            DenseFeatures features = features(size, random);
            LinearReadout readout =
                    new LinearReadout(gaussian(size.width(), size.classes(), 0.05, random), new double[size.classes()]);
            Matrix some = gaussian(size.width(), measured, 1, random);
            Head head = Head.of(readout, size.grid());
            Head formless = head::logits; // computes the same, but hides that it is linear
            Sensitivity general = Sensitivity.of(formless, features, Perturbation.DEFAULT, workers);
            progress.accept("general path, " + measured + " directions");
            general.scores(some.columns(0, 1)); // warm-up
            long start = System.nanoTime();
            Matrix expected = general.scores(some);
            double measuredSeconds = seconds(start);
            progress.accept("closed form, " + size.directions() + " directions");
            double closedSeconds;
            Matrix found;
            try (Sensitivity warm = Sensitivity.of(head, features, Perturbation.DEFAULT, workers)) {
                found = warm.scores(some); // warm-up, and to compare
            }
            start = System.nanoTime();
            try (Sensitivity closed = Sensitivity.of(head, features, Perturbation.DEFAULT, workers)) {
                scoreAll(closed, size, random);
            }
            closedSeconds = seconds(start);
            double generalSeconds = measuredSeconds / measured * size.directions();
            return new Report(
                    size,
                    threads,
                    closedSeconds,
                    measured,
                    measuredSeconds,
                    generalSeconds,
                    generalSeconds / closedSeconds,
                    differentSigns(expected, found),
                    largestDifference(expected, found));
        }
    }

    /** The concepts at once, then the noise directions of concept after concept. The time to draw them is included. */
    private static void scoreAll(Sensitivity closed, Size size, SplittableRandom random) {
        closed.scores(gaussian(size.width(), size.concepts(), 1, random));
        for (int i = 0; i < size.concepts(); i++) {
            closed.scores(gaussian(size.width(), size.noise(), 1, random));
        }
    }

    private static DenseFeatures features(Size size, SplittableRandom random) {
        float[] values = new float[size.images() * size.grid().cells() * size.width()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) Math.max(0, random.nextDouble(-1, 2));
        }
        int rows = size.images() * size.grid().cells();
        return new DenseFeatures(Tensor.of(values, rows, size.width()).to(DType.FLOAT32), size.grid());
    }

    private static Matrix gaussian(int rows, int columns, double scale, SplittableRandom random) {
        return new Matrix(rows, columns).map(x -> scale * random.nextGaussian());
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static int differentSigns(Matrix a, Matrix b) {
        int count = 0;
        for (int i = 0; i < a.values().length; i++) {
            count += Math.signum(a.values()[i]) == Math.signum(b.values()[i]) ? 0 : 1;
        }
        return count;
    }

    private static double largestDifference(Matrix a, Matrix b) {
        double largest = 0;
        for (int i = 0; i < a.values().length; i++) {
            largest = Math.max(largest, Math.abs(a.values()[i] - b.values()[i]));
        }
        return largest;
    }
}
