package org.eddp.directions;

import static org.eddp.RandomMatrices.gaussian;

import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/** Small seeded problems for the tests of the losses and of learning. */
public final class RandomProblems {
    public static final Grid GRID = new Grid(1, 2);

    private RandomProblems() {}

    public static Matrix positive(int rows, int columns, long seed) {
        return gaussian(rows, columns, seed).map(x -> Math.max(0, x + 1));
    }

    /** Features of {@code images} images of two patches. */
    public static DenseFeatures features(int images, int width, DType type, long seed) {
        return new DenseFeatures(Tensor.of(positive(2 * images, width, seed), type), GRID);
    }

    public static Head head(int width, int classes, long seed) {
        LinearReadout readout = new LinearReadout(
                gaussian(width, classes, seed), gaussian(1, classes, seed + 1).values());
        return Head.of(readout, GRID);
    }
}
