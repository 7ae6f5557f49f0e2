package org.eddp.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sparse sums and inner products against the dense products they replace. */
class SparseRowsTest {
    private static final Offset<Double> ROUNDING = Offset.offset(1e-5);

    private final SplittableRandom random = new SplittableRandom(5);

    private Matrix gaussian(int rows, int columns, double shift) {
        return new Matrix(rows, columns).map(zero -> random.nextGaussian() - shift);
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT32", "FLOAT64"})
    void sumsAndInnerProductsOfBlocksSideBySide(DType type) {
        try (Scope scope = Scope.open()) {
            Matrix left = gaussian(6, 11, 1);
            Matrix right = gaussian(6, 5, 1);
            Matrix dense = gaussian(16, 4, 0);
            Matrix other = gaussian(6, 4, 0);
            Tensor x = Tensor.of(dense, type);
            SparseRows found = SparseRows.positives(List.of(Tensor.of(left, type), Tensor.of(right, type)), 96);
            Matrix kept = new Matrix(6, 16);
            for (int r = 0; r < 6; r++) {
                for (int c = 0; c < 16; c++) {
                    kept.set(r, c, Math.max(0, c < 11 ? left.get(r, c) : right.get(r, c - 11)));
                }
            }
            assertThat(found.rows()).isEqualTo(6);
            assertThat(found.start(6)).isEqualTo(found.count());
            double[] values = new double[found.count()];
            for (int k = 0; k < values.length; k++) {
                values[k] = found.value(k);
            }
            assertThat(found.weightedSums(x, values).toDoubles())
                    .containsExactly(kept.times(dense).values(), ROUNDING);
            double[] dots = found.dots(Tensor.of(other, type), x);
            Matrix all = other.timesTranspose(dense);
            for (int r = 0, k = 0; r < 6; r++) {
                for (int c = 0; c < 16; c++) {
                    if (kept.get(r, c) > 0) {
                        assertThat(dots[k++]).isCloseTo(all.get(r, c), ROUNDING);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT32", "FLOAT64"})
    void numbersReturnToTheBlockTheyCameFrom(DType type) {
        try (Scope scope = Scope.open()) {
            Tensor left = Tensor.of(Matrix.of(new double[] {1, -1, 0}, new double[] {-2, -2, 2}), type);
            Tensor right = Tensor.of(Matrix.of(new double[] {-3, 3}, new double[] {4, -4}), type);
            SparseRows found = SparseRows.positives(List.of(left, right), 4);
            double[] numbers = {10, 20, 30, 40};
            found.addTo(left, 0, numbers);
            found.addTo(right, 3, numbers);
            assertThat(left.toDoubles()).containsExactly(11, -1, 0, -2, -2, 32);
            assertThat(right.toDoubles()).containsExactly(-3, 23, 44, -4);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT32", "FLOAT64"})
    void nothingAboveZero(DType type) {
        try (Scope scope = Scope.open()) {
            Tensor x = Tensor.of(gaussian(3, 4, 0), type);
            SparseRows none = SparseRows.positives(List.of(Tensor.zeros(type, 2, 3)), 0);
            assertThat(none.count()).isZero();
            assertThat(none.weightedSums(x, new double[0]).toDoubles())
                    .containsOnly(0)
                    .hasSize(8);
            assertThat(none.dots(Tensor.zeros(type, 2, 4), x)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT32", "FLOAT64"})
    void tooManyAboveZero(DType type) {
        try (Scope scope = Scope.open()) {
            Tensor ones = Tensor.of(new double[] {1, 1, 1, 1}, type, 2, 2);
            assertThat(SparseRows.positives(List.of(ones), 3)).isNull();
            assertThat(SparseRows.positives(List.of(ones), 4)).isNotNull();
        }
    }
}
