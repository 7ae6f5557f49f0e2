package org.eddp.experiments.marks;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eddp.experiments.training.LinearClassifier;
import org.eddp.features.DenseFeatures;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Matrix;

/**
 * A linear layer on pooled features: the usual way to adapt a network to a new task. It is trained on standardised
 * features, with a penalty that suits a few dozen pictures per class, and then written for features as they are.
 */
public final class PooledLayer {
    private static final LinearClassifier.Options TRAINING =
            LinearClassifier.Options.of(600, 0.01).withDecay(0.03);

    private static final double LEAST_DEVIATION = 1e-6;

    private PooledLayer() {}

    /**
     * Trains it.
     *
     * @param labels classes of the pictures
     */
    public static LinearReadout train(DenseFeatures features, int[] labels, int classes, SplittableRandom random) {
        Matrix pooled = pooled(features);
        int width = pooled.columns();
        double[] mean = new double[width];
        double[] deviation = new double[width];
        for (int d = 0; d < width; d++) {
            double[] feature = pooled.column(d);
            double centre = Arrays.stream(feature).average().orElse(0);
            double variance = Arrays.stream(feature)
                    .map(x -> (x - centre) * (x - centre))
                    .average()
                    .orElse(0);
            mean[d] = centre;
            deviation[d] = Math.sqrt(variance) + LEAST_DEVIATION;
        }
        Matrix standardised = new Matrix(pooled.rows(), width);
        for (int n = 0; n < pooled.rows(); n++) {
            for (int d = 0; d < width; d++) {
                standardised.set(n, d, (pooled.get(n, d) - mean[d]) / deviation[d]);
            }
        }
        LinearReadout readout = LinearClassifier.train(standardised, labels, classes, TRAINING, random)
                .readout();
        Matrix vectors = readout.classVectors().copy();
        double[] biases = readout.biases().clone();
        for (int d = 0; d < width; d++) {
            for (int k = 0; k < classes; k++) {
                vectors.set(d, k, vectors.get(d, k) / deviation[d]);
                biases[k] -= mean[d] * vectors.get(d, k);
            }
        }
        return new LinearReadout(vectors, biases);
    }

    private static Matrix pooled(DenseFeatures features) {
        int images = features.images();
        int width = features.width();
        return features.rows()
                .view(images, features.grid().cells(), width)
                .mean(1)
                .view(images, width)
                .toMatrix();
    }
}
