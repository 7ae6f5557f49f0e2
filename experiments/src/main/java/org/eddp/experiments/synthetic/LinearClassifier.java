package org.eddp.experiments.synthetic;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.math.Adam;
import org.eddp.math.Seeds;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** The paper's two-layer network, average pooling and one linear layer, trained with cross-entropy and Adam. */
final class LinearClassifier {
    private static final double RATE = 0.0005;
    private static final int BATCH = 1024;
    private static final int EPOCHS = 4000;

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

    static LinearClassifier train(SyntheticData data, int classes, SplittableRandom random) {
        LinearClassifier network = new LinearClassifier(data.features().columns(), classes, random);
        try (Scope scope = Scope.open()) {
            network.train(pooledWithOne(data), oneHot(data.classes(), classes), random);
        }
        return network;
    }

    private void train(Tensor inputs, Tensor targets, SplittableRandom random) {
        Adam adam = new Adam(weights.length);
        int images = inputs.size(0);
        int step = 0;
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            long[] order = Arrays.stream(Seeds.permutation(images, random))
                    .asLongStream()
                    .toArray();
            for (int first = 0; first < images; first += BATCH) {
                try (Scope scope = Scope.open()) {
                    Tensor batch = Tensor.indices(Arrays.copyOfRange(order, first, Math.min(images, first + BATCH)));
                    double[] gradient = gradient(inputs.select(0, batch), targets.select(0, batch));
                    adam.update(weights, gradient, RATE, ++step);
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
    private static Tensor pooledWithOne(SyntheticData data) {
        int width = data.features().columns();
        Matrix pooled = new Matrix(data.images(), width + 1);
        for (int p = 0; p < data.features().rows(); p++) {
            int image = p / SyntheticData.PATCHES;
            for (int d = 0; d < width; d++) {
                pooled.values()[image * (width + 1) + d] += data.features().get(p, d) / SyntheticData.PATCHES;
            }
            pooled.set(image, width, 1);
        }
        return Tensor.of(pooled, DType.FLOAT64);
    }

    private static Tensor oneHot(int[] labels, int classes) {
        Matrix targets = new Matrix(labels.length, classes);
        for (int image = 0; image < labels.length; image++) {
            targets.set(image, labels[image], 1);
        }
        return Tensor.of(targets, DType.FLOAT64);
    }

    double accuracy(SyntheticData data) {
        try (Scope scope = Scope.open()) {
            double[] predicted = pooledWithOne(data).mm(layer()).argmax(1).toDoubles();
            int right = 0;
            for (int image = 0; image < predicted.length; image++) {
                right += predicted[image] == data.classes()[image] ? 1 : 0;
            }
            return right / (double) data.images();
        }
    }

    Head head() {
        double[] vectors = Arrays.copyOf(weights, width * classes);
        double[] biases = Arrays.copyOfRange(weights, width * classes, weights.length);
        return Head.of(
                new LinearReadout(new Matrix(width, classes, vectors), biases), new Grid(1, SyntheticData.PATCHES));
    }
}
