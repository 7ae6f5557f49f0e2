package org.eddp.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmallInverseTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void asTheEngine(int size) {
        SplittableRandom random = new SplittableRandom(size);
        for (int trial = 0; trial < 20; trial++) {
            Matrix a = new Matrix(size, size).map(zero -> random.nextGaussian());
            Matrix expected = a.inverse();
            assertThat(SmallInverse.of(a).minus(expected).frobenius()).isLessThan(1e-9 * expected.frobenius());
        }
    }

    @Test
    void zeroOnTheDiagonalIsNoObstacle() {
        Matrix swap = Matrix.of(new double[] {0, 2}, new double[] {4, 0});
        assertThat(SmallInverse.of(swap)).isEqualTo(Matrix.of(new double[] {0, 0.25}, new double[] {0.5, 0}));
    }

    @Test
    void singularMatricesHaveNone() {
        assertThat(SmallInverse.of(new Matrix(3, 3))).isNull();
        assertThat(SmallInverse.of(Matrix.of(new double[] {1, 2}, new double[] {2, 4})))
                .isNull();
    }
}
