package org.eddp.experiments.synthetic;

import java.util.SplittableRandom;
import org.eddp.tensor.Matrix;

/**
 * The ground truth: unit signal and distractor directions.
 *
 * @param signals D x I
 * @param distractors D x F
 */
record TrueDirections(Matrix signals, Matrix distractors) {

    /** The matrices printed in the paper (four decimals, so columns are unit up to rounding). */
    static TrueDirections paper() {
        return new TrueDirections(
                Matrix.of(
                        new double[] {0.6368, 0.8583, 0.5259},
                        new double[] {0.1561, -0.3371, 0.1561},
                        new double[] {0.1633, -0.1533, 0.7557},
                        new double[] {0.2617, 0.1643, -0.1580},
                        new double[] {0.6226, -0.1607, -0.1643},
                        new double[] {-0.1759, 0.1607, -0.1594},
                        new double[] {-0.1592, 0.1531, -0.1567},
                        new double[] {-0.1760, 0.1554, -0.1612}),
                Matrix.of(
                        new double[] {0.4008, 0.6659},
                        new double[] {0.4585, 0.6038},
                        new double[] {0.3337, -0.2065},
                        new double[] {0.5797, -0.2154},
                        new double[] {-0.1596, 0.1687},
                        new double[] {0.2744, 0.1617},
                        new double[] {0.2232, 0.1567},
                        new double[] {0.1763, 0.1546}));
    }

    /** Independent directions, uniform on the sphere. */
    static TrueDirections random(int dim, int concepts, int distractors, SplittableRandom random) {
        return new TrueDirections(gaussian(dim, concepts, random), gaussian(dim, distractors, random));
    }

    private static Matrix gaussian(int rows, int columns, SplittableRandom random) {
        Matrix m = new Matrix(rows, columns);
        for (int k = 0; k < m.values().length; k++) {
            m.values()[k] = random.nextGaussian();
        }
        return m.normaliseColumns();
    }
}
