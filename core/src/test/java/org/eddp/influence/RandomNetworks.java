package org.eddp.influence;

import static org.eddp.RandomMatrices.gaussian;

import org.eddp.directions.Directions;
import org.eddp.directions.step.SignalMoments;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/** Seeded features, heads and directions for tests. */
final class RandomNetworks {
    static final Grid GRID = new Grid(2, 3);

    private RandomNetworks() {}

    static LinearReadout readout(int width, int classes, double scale, long seed) {
        return new LinearReadout(
                gaussian(width, classes, seed).times(scale),
                gaussian(1, classes, seed + 1).values());
    }

    static DenseFeatures features(int images, int width, DType type, long seed) {
        Matrix rows = gaussian(images * GRID.cells(), width, seed).map(x -> Math.max(0, x + 0.5));
        return new DenseFeatures(Tensor.of(rows, type), GRID);
    }

    /** Directions whose detectors fire on about a third of the patches, with their exact signal vectors. */
    static Directions directions(DenseFeatures features, int concepts, long seed) {
        Matrix rows = features.rows().toMatrix();
        Matrix filters = gaussian(features.width(), concepts, seed);
        Matrix z = rows.times(filters);
        double[] thresholds = new double[concepts];
        SignalMoments moments = new SignalMoments(concepts, features.width());
        for (int i = 0; i < concepts; i++) {
            double[] sorted = z.column(i);
            java.util.Arrays.sort(sorted);
            thresholds[i] = sorted[2 * sorted.length / 3];
            addPositives(moments, rows, z, i, thresholds[i]);
        }
        double[] mean = new double[features.width()];
        return new Directions(filters, thresholds, moments.signalVectors(), mean);
    }

    private static void addPositives(SignalMoments moments, Matrix rows, Matrix z, int concept, double threshold) {
        int concepts = z.columns();
        for (int p = 0; p < rows.rows(); p++) {
            if (z.get(p, concept) > threshold) {
                double[] weight = new double[concepts];
                double[] meanZ = new double[concepts];
                Matrix meanX = new Matrix(concepts, rows.columns());
                weight[concept] = 1;
                meanZ[concept] = z.get(p, concept);
                System.arraycopy(
                        rows.values(), p * rows.columns(), meanX.values(), concept * rows.columns(), rows.columns());
                moments.merge(new SignalMoments(
                        weight, meanX, meanZ, new Matrix(concepts, rows.columns()), new double[concepts]));
            }
        }
    }
}
