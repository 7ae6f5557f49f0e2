package org.eddp.network;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/**
 * The upper part of a network that is global average pooling followed by one linear layer: logits = mean over the
 * patches of x . V + b.
 *
 * <p>It is recognised by its results, not by the nodes of the file: V and b are computed from the logits of single
 * features, and must then predict the logits of random maps. Flattening, dropout, 1x1 convolutions, reshapes and folded
 * normalisations are accepted; an activation, a second hidden layer or a weighted pooling is not.
 *
 * @param classVectors V, D x K: one column per class or label
 * @param biases b, one per class or label
 * @param outputs kind of the outputs
 */
public record LinearReadout(Matrix classVectors, double[] biases, OutputKind outputs) {
    /** Features are probed at this value, where rounding of the bias no longer matters. */
    private static final double PROBE = 1024;

    /** Elements of the maps that are probed at once. */
    private static final long PROBE_ELEMENTS = 1 << 22;

    private static final int RANDOM_MAPS = 4;
    /** Largest difference in the logits of random maps, relative to the largest logit. */
    private static final double TOLERANCE = 1e-4;

    public LinearReadout {
        if (classVectors.columns() != biases.length) {
            throw new IllegalArgumentException(
                    classVectors.columns() + " class vectors but " + biases.length + " biases");
        }
    }

    /** The readout of a network whose logits are of classes. */
    public LinearReadout(Matrix classVectors, double[] biases) {
        this(classVectors, biases, OutputKind.CLASSES);
    }

    /**
     * The changes of all logits when the pooled features move along directions.
     *
     * @param directions one per column, of any length
     * @param step how far they move
     * @return directions x classes
     */
    public Matrix changes(Matrix directions, double step) {
        if (directions.rows() != classVectors.rows()) {
            throw new IllegalArgumentException("directions of width " + directions.rows()
                    + " do not fit class vectors of width " + classVectors.rows());
        }
        return directions.normaliseColumns().transposeTimes(classVectors).times(step);
    }

    /** Number of classes or labels K. */
    public int classes() {
        return biases.length;
    }

    /**
     * The readout of the part above a cut.
     *
     * @return empty if that part is anything else
     */
    public static Optional<LinearReadout> of(Network.Cut cut) {
        return of(cut, 0);
    }

    /**
     * The readout of the part above a cut of a transformer.
     *
     * @param extraTokens tokens at the front that are not patches; they must not be read
     * @return empty if that part is anything else
     */
    public static Optional<LinearReadout> of(Network.Cut cut, int extraTokens) {
        try (Scope scope = Scope.open()) {
            Shape shape = Shape.of(cut.layer(), extraTokens);
            if (readsExtraTokens(cut, shape) || !isAdditive(cut, shape)) {
                return Optional.empty(); // most heads that are not linear end here, after two or four images
            }
            double[] biases = cut.upper(shape.zeros(1)).toDoubles();
            Matrix vectors = new Matrix(shape.width(), biases.length);
            int atOnce = (int) Math.max(1, Math.min(shape.width(), PROBE_ELEMENTS / shape.elements()));
            for (int first = 0; first < shape.width(); first += atOnce) {
                probe(cut, shape, first, Math.min(atOnce, shape.width() - first), biases, vectors);
            }
            LinearReadout readout = new LinearReadout(vectors, biases, cut.outputs());
            return readout.explains(cut, shape) ? Optional.of(readout) : Optional.empty();
        }
    }

    /**
     * Whether the part above a cut is pooling and one linear layer: whether {@link #of(Network.Cut, int)} finds it.
     * Tries a few random maps instead of every feature.
     *
     * @param extraTokens tokens at the front that are not patches; they must not be read
     */
    public static boolean fits(Network.Cut cut, int extraTokens) {
        try (Scope scope = Scope.open()) {
            Shape shape = Shape.of(cut.layer(), extraTokens);
            return !readsExtraTokens(cut, shape)
                    && isAdditive(cut, shape)
                    && isHomogeneous(cut, shape)
                    && poolsPatches(cut, shape);
        }
    }

    /** Whether logits change with the tokens that are not patches, as those of a transformer with a class token do. */
    private static boolean readsExtraTokens(Network.Cut cut, Shape shape) {
        if (shape.extraTokens() == 0) {
            return false;
        }
        Tensor one = shape.random(1, 5);
        long patches = shape.sizes()[0] - shape.extraTokens();
        Tensor other = Views.concatenate(
                1, shape.random(1, 6).narrow(1, 0, shape.extraTokens()), one.narrow(1, shape.extraTokens(), patches));
        return !closeTo(cut.upper(one).toDoubles(), cut.upper(other).toDoubles());
    }

    /** f(c x) - f(0) = c (f(x) - f(0)) for single numbers as large as the probed ones. */
    private static boolean isHomogeneous(Network.Cut cut, Shape shape) {
        Tensor row = shape.pooled(shape.random(1, 4), 1).view(shape.rowPerImage(1));
        Tensor map = Views.expand(row, shape.batch(1));
        double[] ofZero = cut.upper(shape.zeros(1)).toDoubles();
        double[] ofMap = cut.upper(map).toDoubles();
        double[] ofLarge = cut.upper(map.times(PROBE)).toDoubles();
        for (int k = 0; k < ofZero.length; k++) {
            ofMap[k] -= ofZero[k];
            ofLarge[k] = (ofLarge[k] - ofZero[k]) / PROBE;
        }
        return closeTo(ofLarge, ofMap);
    }

    /** Whether maps have the logits of their means: no patch counts more than another. */
    private static boolean poolsPatches(Network.Cut cut, Shape shape) {
        Tensor maps = shape.random(RANDOM_MAPS, 3);
        Tensor means = shape.pooled(maps, RANDOM_MAPS).view(shape.rowPerImage(RANDOM_MAPS));
        Tensor ofMeans = cut.upper(Views.expand(means, shape.batch(RANDOM_MAPS)));
        return closeTo(ofMeans.toDoubles(), cut.upper(maps).toDoubles());
    }

    /** f(a + b) + f(0) = f(a) + f(b) for random maps, and f is not constant. */
    private static boolean isAdditive(Network.Cut cut, Shape shape) {
        Tensor a = shape.random(1, 1);
        Tensor b = shape.random(1, 2);
        Tensor ofSum = cut.upper(a.plus(b));
        Tensor ofZero = cut.upper(shape.zeros(1));
        if (Arrays.equals(ofSum.toDoubles(), ofZero.toDoubles())) {
            return false;
        }
        double[] apart = cut.upper(a).plus(cut.upper(b)).toDoubles();
        return closeTo(apart, ofSum.plus(ofZero).toDoubles());
    }

    private static boolean closeTo(double[] found, double[] expected) {
        double largest = 0;
        double difference = 0;
        for (int i = 0; i < found.length; i++) {
            largest = Math.max(largest, Math.abs(expected[i]));
            difference = Math.max(difference, Math.abs(found[i] - expected[i]));
        }
        return difference <= TOLERANCE * largest;
    }

    private static void probe(Network.Cut cut, Shape shape, int first, int count, double[] biases, Matrix vectors) {
        double[] rows = new double[count * shape.width()];
        for (int i = 0; i < count; i++) {
            rows[i * shape.width() + first + i] = PROBE;
        }
        try (Scope scope = Scope.open()) {
            Tensor row = Tensor.of(rows, DType.FLOAT32, count, shape.width()).view(shape.rowPerImage(count));
            double[] logits = cut.upper(Views.expand(row, shape.batch(count)))
                    .toDoubles(); // maps that need no memory of their own
            for (int i = 0; i < count; i++) {
                for (int k = 0; k < biases.length; k++) {
                    vectors.set(first + i, k, (logits[i * biases.length + k] - biases[k]) / PROBE);
                }
            }
        }
    }

    private boolean explains(Network.Cut cut, Shape shape) {
        Tensor maps = shape.random(RANDOM_MAPS, 3);
        Matrix expected = shape.pooled(maps, RANDOM_MAPS).toMatrix().times(classVectors);
        for (int n = 0; n < RANDOM_MAPS; n++) {
            for (int k = 0; k < biases.length; k++) {
                expected.set(n, k, expected.get(n, k) + biases[k]);
            }
        }
        return closeTo(cut.upper(maps).toDoubles(), expected.values());
    }

    /** The layer's shape, the same for maps (D x H x W) and tokens (T x D); pooling leaves extra tokens out. */
    private record Shape(long[] sizes, int width, int extraTokens) {
        static Shape of(Network.Layer layer, int extraTokens) {
            boolean maps = layer.shape().length == 3;
            return new Shape(layer.shape(), Math.toIntExact(maps ? layer.shape()[0] : layer.shape()[1]), extraTokens);
        }

        long elements() {
            return Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
        }

        long[] batch(int images) {
            long[] shape = new long[sizes.length + 1];
            shape[0] = images;
            System.arraycopy(sizes, 0, shape, 1, sizes.length);
            return shape;
        }

        Tensor zeros(int images) {
            return Tensor.zeros(DType.FLOAT32, batch(images));
        }

        /** Maps of both signs and of ordinary size, on which an activation would have an effect. */
        Tensor random(int images, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            double[] values = new double[Math.toIntExact(images * elements())];
            for (int i = 0; i < values.length; i++) {
                values[i] = 3 * random.nextGaussian();
            }
            return Tensor.of(values, DType.FLOAT32, batch(images));
        }

        /** Shape of one feature row per image that broadcasts over its patches. */
        long[] rowPerImage(int images) {
            return sizes.length == 3 ? new long[] {images, width, 1, 1} : new long[] {images, 1, width};
        }

        Tensor pooled(Tensor batch, int images) {
            return sizes.length == 3
                    ? batch.view(images, width, -1).mean(2).view(images, width)
                    : batch.narrow(1, extraTokens, sizes[0] - extraTokens)
                            .mean(1)
                            .view(images, width);
        }
    }
}
