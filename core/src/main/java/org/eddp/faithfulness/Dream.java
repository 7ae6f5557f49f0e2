package org.eddp.faithfulness;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.PatchLayer;
import org.eddp.math.Seeds;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Pictures;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Activation maximisation: gradient ascent on the pixels of an image, so that w.x grows at the patches where the
 * concept was found.
 *
 * <p>Every step uses the image turned, scaled and shifted at random, with the patches moved along, so that the result
 * does not depend on one exact position. Features are recorded from the image itself. A step is the gradient with a
 * spectrum that falls off like that of photographs, because plain gradients are mostly noise of high frequency. It has
 * a fixed length (it is divided by its root mean square). Gradients and lengths are those of the picture, with values
 * from 0 to 1, so that a dream does not depend on the units of the network's input. Thread-safe.
 */
public record Dream(PatchLayer layer, Options options) {

    /** Images to dream from. */
    public enum Start {
        /**
         * Any images in which the detector fires, at random: the same patches that the signal vector is estimated from.
         * The concept can still become stronger in them.
         */
        TYPICAL,
        /**
         * Those in which the detector is most confident, as in the paper. Features that a saturating activation holds
         * at its limit there cannot show more of the concept.
         */
        SUREST,
        /** Those with the most patches in which the detector fires: the mean of many patches is less noisy. */
        WIDEST
    }

    /**
     * The result of a dream.
     *
     * @param cells the patches where the concept was found in the image, row by row
     * @param features (records * cells) x D: the features there, record after record, the unchanged image first
     * @param values mean of w.x over these patches, per record
     * @param pixels the image at the end, channels x height x width, in the units of the network's input
     */
    public record Trajectory(int[] cells, Matrix features, double[] values, float[] pixels) {}

    /**
     * Dreams of a concept.
     *
     * @param image 1 x channels x height x width, preprocessed; not modified
     * @return null if the detector does not fire anywhere on the image
     */
    public Trajectory of(Tensor image, Detectors detectors, int concept) {
        Session session = new Session(image, detectors, concept);
        return session.cells.length == 0 ? null : session.run();
    }

    private final class Session {
        private final long[] shape;
        private final double[] filter;
        private final int[] cells;
        private final SplittableRandom random;
        private final double[] units;
        private final List<double[]> records = new ArrayList<>();
        private final List<Double> values = new ArrayList<>();
        private float[] pixels;

        Session(Tensor image, Detectors detectors, int concept) {
            shape = image.shape();
            filter = detectors.filters().column(concept);
            pixels = image.toFloats();
            random = Seeds.random(options.seed(), concept);
            units = options.units((int) shape[1]);
            try (Scope scope = Scope.open()) {
                double[] z = project(layer.rows(layer.cut().lower(picture()))).toDoubles();
                cells = IntStream.range(0, z.length)
                        .filter(p -> z[p] > detectors.thresholds()[concept])
                        .toArray();
            }
        }

        private Tensor picture() {
            return Tensor.of(pixels, shape);
        }

        private Tensor project(Tensor rows) {
            return rows.mm(Tensor.of(filter, rows.type(), filter.length, 1));
        }

        Trajectory run() {
            record();
            for (int step = 1; step <= options.iterations(); step++) {
                ascend();
                if (step % options.recordEvery() == 0) {
                    record();
                }
            }
            Matrix features = new Matrix(records.size(), filter.length);
            for (int r = 0; r < records.size(); r++) {
                System.arraycopy(records.get(r), 0, features.values(), r * filter.length, filter.length);
            }
            double[] means = values.stream().mapToDouble(Double::doubleValue).toArray();
            return new Trajectory(cells, features, means, pixels);
        }

        private void record() {
            try (Scope scope = Scope.open()) {
                Matrix rows = layer.rows(layer.cut().lower(picture())).toMatrix();
                double sum = 0;
                for (int cell : cells) {
                    double[] row = rows.rowCopy(cell);
                    records.add(row);
                    for (int d = 0; d < row.length; d++) {
                        sum += row[d] * filter[d];
                    }
                }
                values.add(sum / cells.length);
            }
        }

        private void ascend() {
            double[] map = transform();
            try (Scope scope = Scope.open()) {
                Tensor weights = Pictures.warp(mask(), map, false).view(-1, 1);
                double total = Math.max(1e-6, weights.sum().item());
                Tensor steepest = Autograd.differentiate(
                                seen -> project(layer.rows(layer.cut().lower(Pictures.warp(seen, map, true))))
                                        .times(weights)
                                        .sum()
                                        .times(1 / total),
                                picture())
                        .gradient();
                Tensor perUnit = Tensor.of(units, DType.FLOAT32, 1, units.length, 1, 1);
                Tensor gradient = Pictures.weakenDetail(steepest.times(perUnit), options.smoothness());
                double length = Math.sqrt(gradient.times(gradient).mean().item());
                if (length > 0) {
                    pixels = picture()
                            .plus(gradient.times(options.rate() / length).times(perUnit))
                            .toFloats();
                    limit();
                }
            }
        }

        private Tensor mask() {
            double[] mask = new double[layer.grid().cells()];
            for (int cell : cells) {
                mask[cell] = 1;
            }
            return Tensor.of(
                    mask,
                    DType.FLOAT32,
                    1,
                    1,
                    layer.grid().height(),
                    layer.grid().width());
        }

        /** A random turn, change of size and shift, in coordinates from -1 to 1. */
        private double[] transform() {
            double height = shape[2];
            double width = shape[3];
            double angle = Math.toRadians(options.rotation() * random.nextDouble(-1, 1));
            double size = 1 / (1 + options.scale() * random.nextDouble(-1, 1));
            double right = 2 * options.jitter() * random.nextDouble(-1, 1) / width;
            double down = 2 * options.jitter() * random.nextDouble(-1, 1) / height;
            double cos = size * Math.cos(angle);
            double sin = size * Math.sin(angle);
            return new double[] {cos, -sin * height / width, right, sin * width / height, cos, down};
        }

        private void limit() {
            if (options.lowest() == null) {
                return;
            }
            int perChannel = (int) (shape[2] * shape[3]);
            for (int i = 0; i < pixels.length; i++) {
                int channel = i / perChannel;
                pixels[i] =
                        (float) Math.max(options.lowest()[channel], Math.min(options.highest()[channel], pixels[i]));
            }
        }
    }

    /**
     * How an image is changed to show more of a concept.
     *
     * @param iterations gradient steps; the paper's is 40
     * @param recordEvery steps between records of the features; the paper's is 5
     * @param rate root mean square of the change of the picture in one step; its values go from 0 ({@code lowest}) to 1
     *     ({@code highest})
     * @param smoothness power with which the spectrum of a step falls off: 0 for the gradient as it is, 2 for the gradient times
     *     the covariance of photographs ({@link org.eddp.tensor.Pictures})
     * @param jitter largest random shift, in pixels
     * @param scale largest random change of size, as a share: 0.1 is 0.9 to 1.1
     * @param rotation largest random turn, in degrees
     * @param lowest input of the network where the picture is 0, per channel; null if the input is the picture and has no
     *     limits
     * @param highest input of the network where the picture is 1, per channel; null like {@code lowest}
     * @param fit how a line is put through the records
     * @param seed of the random transforms
     */
    public record Options(
            int iterations,
            int recordEvery,
            double rate,
            double smoothness,
            double jitter,
            double scale,
            double rotation,
            double[] lowest,
            double[] highest,
            DreamingDirection.Fit fit,
            long seed) {
        public Options {
            if (iterations < 1) {
                throw new InvalidInput("iterations = " + iterations + " must be at least 1");
            }
            if (recordEvery < 1 || recordEvery > iterations) {
                throw new InvalidInput("a record every " + recordEvery + " steps must be within 1 .. " + iterations);
            }
            if (!(rate > 0)) {
                throw new InvalidInput("rate = " + rate + " must be positive");
            }
            if (!(smoothness >= 0)) {
                throw new InvalidInput("smoothness = " + smoothness + " must not be negative");
            }
            if (!(jitter >= 0 && scale >= 0 && scale < 1 && rotation >= 0)) {
                throw new InvalidInput("jitter = " + jitter + ", scale = " + scale + ", rotation = " + rotation
                        + " must not be negative, and scale below 1");
            }
            if ((lowest == null) != (highest == null)) {
                throw new InvalidInput("give both limits of pixels or none");
            }
        }

        /** The change of the network's input when the picture changes by 1, per channel. */
        private double[] units(int channels) {
            double[] units = new double[channels];
            for (int c = 0; c < channels; c++) {
                units[c] = lowest == null ? 1 : highest[c] - lowest[c];
            }
            return units;
        }

        /**
         * Transforms of the usual size; no limits. The paper gives no rate. Steps with the covariance of photographs
         * (amplitudes fall off with the first power of the frequency, covariances with the second) move features in the
         * way photographs differ, as signal vectors do; longer steps damage the image. Dreams differ from image to
         * image, so half the paper's 40 steps on twice as many images give more reliable results.
         */
        public static Options of(long seed) {
            return new Options(20, 5, 0.005, 2, 8, 0.1, 10, null, null, DreamingDirection.Fit.PER_PATCH, seed);
        }

        /**
         * As in the paper, as far as it says: 40 steps, a record every fifth, one line through all patches of an image.
         * It names deep dream without a rate. The rate is about that of the program of this name, which adds 1.5 of 255
         * on average over the pixels, along the plain gradient.
         */
        public static Options literal(long seed) {
            return of(seed).withIterations(40)
                    .withRate(0.0075)
                    .withSmoothness(0)
                    .withFit(DreamingDirection.Fit.POOLED);
        }

        /** The same with {@code iterations} changed, and a record at the end at least. */
        public Options withIterations(int changed) {
            int every = Math.min(changed, recordEvery);
            return new Options(changed, every, rate, smoothness, jitter, scale, rotation, lowest, highest, fit, seed);
        }

        /** The same within limits of pixels. */
        public Options withLimits(double[] low, double[] high) {
            return new Options(
                    iterations, recordEvery, rate, smoothness, jitter, scale, rotation, low, high, fit, seed);
        }

        /** The same with {@code recordEvery} changed. */
        public Options withRecordEvery(int changed) {
            return new Options(
                    iterations, changed, rate, smoothness, jitter, scale, rotation, lowest, highest, fit, seed);
        }

        /** The same with {@code rate} changed. */
        public Options withRate(double changed) {
            return new Options(
                    iterations, recordEvery, changed, smoothness, jitter, scale, rotation, lowest, highest, fit, seed);
        }

        /** The same with {@code smoothness} changed. */
        public Options withSmoothness(double changed) {
            return new Options(
                    iterations, recordEvery, rate, changed, jitter, scale, rotation, lowest, highest, fit, seed);
        }

        /** The same with {@code jitter} changed. */
        public Options withJitter(double changed) {
            return new Options(
                    iterations, recordEvery, rate, smoothness, changed, scale, rotation, lowest, highest, fit, seed);
        }

        /** The same with {@code scale} changed. */
        public Options withScale(double changed) {
            return new Options(
                    iterations, recordEvery, rate, smoothness, jitter, changed, rotation, lowest, highest, fit, seed);
        }

        /** The same with {@code rotation} changed. */
        public Options withRotation(double changed) {
            return new Options(
                    iterations, recordEvery, rate, smoothness, jitter, scale, changed, lowest, highest, fit, seed);
        }

        /** The same with {@code fit} changed. */
        public Options withFit(DreamingDirection.Fit changed) {
            return new Options(
                    iterations, recordEvery, rate, smoothness, jitter, scale, rotation, lowest, highest, changed, seed);
        }
    }
}
