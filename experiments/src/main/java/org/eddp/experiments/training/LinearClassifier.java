package org.eddp.experiments.training;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eddp.failure.InvalidInput;
import org.eddp.math.Adam;
import org.eddp.math.Seeds;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** One linear layer, trained on pooled features with cross-entropy and Adam. */
public final class LinearClassifier {
    private final int width;
    private final int classes;
    private final double[] weights; // width x classes, then the biases

    private LinearClassifier(int width, int classes, SplittableRandom random) {
        this.width = width;
        this.classes = classes;
        weights = new double[(width + 1) * classes];
        double bound = 1 / Math.sqrt(width);
        for (int k = 0; k < weights.length; k++) {
            weights[k] = random.nextDouble(-bound, bound);
        }
    }

    /**
     * How a layer is trained.
     *
     * @param epochs passes over the images
     * @param batch images of a step
     * @param rate learning rate
     * @param decay weight of half the squared length of the class vectors beside the mean cross-entropy
     */
    public record Options(int epochs, int batch, double rate, double decay) {
        public Options {
            if (epochs < 0 || batch < 1 || !(rate > 0) || !(decay >= 0)) {
                throw new InvalidInput("epochs = " + epochs + " and decay = " + decay
                        + " must not be negative, batch = " + batch + " and rate = " + rate + " must be positive");
            }
        }

        /** All rows in one batch, without decay. */
        public static Options of(int epochs, double rate) {
            return new Options(epochs, Integer.MAX_VALUE / 2, rate, 0);
        }

        public Options withBatch(int changed) {
            return new Options(epochs, changed, rate, decay);
        }

        public Options withDecay(double changed) {
            return new Options(epochs, batch, rate, changed);
        }
    }

    /**
     * Trains.
     *
     * @param pooled features of every image, one row each
     * @param labels classes of the images
     */
    public static LinearClassifier train(
            Matrix pooled, int[] labels, int classes, Options options, SplittableRandom random) {
        LinearClassifier network = new LinearClassifier(pooled.columns(), classes, random);
        try (Scope scope = Scope.open()) {
            network.train(withOne(pooled), oneHot(labels, classes), options, random);
        }
        return network;
    }

    private void train(Tensor inputs, Tensor targets, Options options, SplittableRandom random) {
        Adam adam = new Adam(weights.length);
        int images = inputs.size(0);
        int step = 0;
        for (int epoch = 0; epoch < options.epochs(); epoch++) {
            long[] order = Arrays.stream(Seeds.permutation(images, random))
                    .asLongStream()
                    .toArray();
            for (int first = 0; first < images; first += options.batch()) {
                try (Scope scope = Scope.open()) {
                    Tensor batch =
                            Tensor.indices(Arrays.copyOfRange(order, first, Math.min(images, first + options.batch())));
                    double[] gradient = gradient(inputs.select(0, batch), targets.select(0, batch));
                    for (int k = 0; k < width * classes; k++) {
                        gradient[k] += options.decay() * weights[k];
                    }
                    adam.update(weights, gradient, options.rate(), ++step);
                }
            }
        }
    }

    /** Gradient of the mean cross-entropy: inputs^T (softmax - target) / n. */
    private double[] gradient(Tensor inputs, Tensor targets) {
        Tensor error = inputs.mm(layer()).softmax(1).minus(targets);
        return inputs.t().mm(error).times(1.0 / inputs.size(0)).toDoubles();
    }

    private Tensor layer() {
        return Tensor.of(weights, DType.FLOAT64, width + 1, classes);
    }

    /** Pooled features with a last column of ones, which makes the biases part of one matrix. */
    private static Tensor withOne(Matrix pooled) {
        Matrix inputs = new Matrix(pooled.rows(), pooled.columns() + 1);
        for (int n = 0; n < pooled.rows(); n++) {
            for (int d = 0; d < pooled.columns(); d++) {
                inputs.set(n, d, pooled.get(n, d));
            }
            inputs.set(n, pooled.columns(), 1);
        }
        return Tensor.of(inputs, DType.FLOAT64);
    }

    private static Tensor oneHot(int[] labels, int classes) {
        Matrix targets = new Matrix(labels.length, classes);
        for (int image = 0; image < labels.length; image++) {
            targets.set(image, labels[image], 1);
        }
        return Tensor.of(targets, DType.FLOAT64);
    }

    /** Share of images that are classified rightly. */
    public double accuracy(Matrix pooled, int[] labels) {
        try (Scope scope = Scope.open()) {
            double[] predicted = withOne(pooled).mm(layer()).argmax(1).toDoubles();
            int right = 0;
            for (int image = 0; image < predicted.length; image++) {
                right += predicted[image] == labels[image] ? 1 : 0;
            }
            return right / (double) labels.length;
        }
    }

    /** The layer. */
    public LinearReadout readout() {
        double[] vectors = Arrays.copyOf(weights, width * classes);
        double[] biases = Arrays.copyOfRange(weights, width * classes, weights.length);
        return new LinearReadout(new Matrix(width, classes, vectors), biases);
    }
}
