package org.eddp.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixTest {
    static Matrix random(int rows, int columns, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix m = new Matrix(rows, columns);
        for (int i = 0; i < m.values().length; i++) {
            m.values()[i] = random.nextGaussian();
        }
        return m;
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "3,4,5", "40,50,60"})
    void productsOfEitherSizeAreTheTextbookProduct(int rows, int inner, int columns) {
        Matrix a = random(rows, inner, 1);
        Matrix b = random(inner, columns, 2);
        Matrix c = a.times(b);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                for (int k = 0; k < inner; k++) {
                    sum += a.get(i, k) * b.get(k, j);
                }
                assertThat(c.get(i, j)).isCloseTo(sum, within(1e-12));
            }
        }
        assertThat(a.transpose().transposeTimes(b)).isEqualTo(c);
        assertThat(a.timesTranspose(b.transpose())).isEqualTo(c);
    }

    @Test
    void shapesThatDoNotFitAreNamed() {
        Matrix a = new Matrix(2, 3);
        assertThatThrownBy(() -> a.times(new Matrix(2, 2)))
                .hasMessageContaining("2 x 3")
                .hasMessageContaining("2 x 2");
        assertThatThrownBy(() -> a.plus(new Matrix(3, 2))).hasMessageContaining("2 x 3 != 3 x 2");
        assertThatThrownBy(() -> new Matrix(2, 2, new double[3])).hasMessageContaining("3 values");
        assertThatThrownBy(() -> Matrix.of(new double[2], new double[3])).hasMessageContaining("row 1");
    }

    @Test
    void normalisedColumnsHaveUnitLengthAndZeroColumnsStayZero() {
        Matrix m = Matrix.of(new double[] {3, 0}, new double[] {4, 0});
        assertClose(m.normaliseColumns(), Matrix.of(new double[] {0.6, 0}, new double[] {0.8, 0}));
    }

    @Test
    void factorisationsMultiplyBack() {
        Matrix a = random(6, 4, 3);
        Matrix.Qr qr = a.qr();
        assertClose(qr.q().times(qr.r()), a);
        assertClose(qr.q().transposeTimes(qr.q()), Matrix.identity(4));
        for (int i = 0; i < 4; i++) {
            assertThat(qr.r().get(i, i)).isPositive();
        }
        Matrix.Svd svd = a.svd();
        assertClose(svd.u().scaleColumns(svd.singularValues()).times(svd.vTransposed()), a);
        Matrix gram = a.transposeTimes(a);
        Matrix.Eigen eigen = gram.eigen();
        assertClose(eigen.vectors().scaleColumns(eigen.values()).timesTranspose(eigen.vectors()), gram);
        assertClose(gram.inverse().times(gram), Matrix.identity(4));
        assertThat(new Matrix(2, 2).inverse()).isNull();
    }

    private static void assertClose(Matrix found, Matrix expected) {
        assertThat(found.minus(expected).frobenius()).isLessThan(1e-10);
    }
}
