package org.eddp.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import java.util.stream.Stream;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.MatrixAlgebra;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PseudoInverseTest {
    private static final MatrixAlgebra ALGEBRA = MatrixAlgebra.onOneThread();

    static Stream<Arguments> matrices() {
        Matrix square = gaussian(4, 4, 1);
        Matrix wide = gaussian(3, 5, 2);
        Matrix tall = wide.transpose();
        Matrix lowRank = gaussian(5, 2, 3).times(gaussian(2, 6, 4));
        Matrix repeated = new Matrix(4, 3);
        for (int r = 0; r < 4; r++) {
            repeated.set(r, 0, r + 1);
            repeated.set(r, 1, r + 1);
            repeated.set(r, 2, r * r - 1);
        }
        return Stream.of(
                Arguments.of("square", square, 4),
                Arguments.of("wide", wide, 3),
                Arguments.of("tall", tall, 3),
                Arguments.of("rank two", lowRank, 2),
                Arguments.of("two equal columns", repeated, 2),
                Arguments.of("zero", new Matrix(3, 2), 0));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("matrices")
    void satisfiesThePenroseConditions(String name, Matrix a, int rank) {
        PseudoInverse inverse = PseudoInverse.of(a, ALGEBRA);
        Matrix p = inverse.value();
        assertThat(inverse.rank()).isEqualTo(rank);
        assertClose(a.times(p).times(a), a);
        assertClose(p.times(a).times(p), p);
        assertClose(a.times(p), a.times(p).transpose());
        assertClose(p.times(a), p.times(a).transpose());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("matrices")
    void theAdjointAgreesWithDifferencesThatKeepTheRank(String name, Matrix a, int rank) {
        Matrix gradient = gaussian(a.columns(), a.rows(), 9);
        Matrix adjoint = PseudoInverse.of(a, ALGEBRA).adjoint(gradient, ALGEBRA);
        // A -> (I + e L) A (I + e R) keeps the rank
        Matrix left = gaussian(a.rows(), a.rows(), 10).times(a);
        Matrix right = a.times(gaussian(a.columns(), a.columns(), 11));
        Matrix direction = left.plus(right);
        double step = 1e-6;
        Matrix above = moved(a, step);
        Matrix below = moved(a, -step);
        double difference = dot(
                        gradient,
                        PseudoInverse.of(above, ALGEBRA)
                                .value()
                                .minus(PseudoInverse.of(below, ALGEBRA).value()))
                / (2 * step);
        assertThat(dot(adjoint, direction)).isCloseTo(difference, within(1e-4 * (1 + Math.abs(difference))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("matrices")
    void dampingShrinksSingularValuesAndKeepsTheAdjointExact(String name, Matrix a, int rank) {
        double r = 0.3;
        Matrix value = DampedInverse.of(a, r, ALGEBRA).value();
        Matrix normal = a.transposeTimes(a).plus(Matrix.identity(a.columns()).times(r));
        assertClose(normal.times(value), a.transpose());
        Matrix gradient = gaussian(a.columns(), a.rows(), 9);
        Matrix direction = gaussian(a.rows(), a.columns(), 12);
        Matrix step = direction.times(1e-6);
        Matrix change = DampedInverse.of(a.plus(step), r, ALGEBRA)
                .value()
                .minus(DampedInverse.of(a.minus(step), r, ALGEBRA).value());
        double difference = dot(gradient, change) / 2e-6;
        assertThat(dot(DampedInverse.of(a, r, ALGEBRA).adjoint(gradient, ALGEBRA), direction))
                .isCloseTo(difference, within(1e-6 * (1 + Math.abs(difference))));
    }

    private static Matrix moved(Matrix a, double step) {
        Matrix left =
                Matrix.identity(a.rows()).plus(gaussian(a.rows(), a.rows(), 10).times(step));
        Matrix right = Matrix.identity(a.columns())
                .plus(gaussian(a.columns(), a.columns(), 11).times(step));
        return left.times(a).times(right);
    }

    private static double dot(Matrix a, Matrix b) {
        double sum = 0;
        for (int i = 0; i < a.values().length; i++) {
            sum += a.values()[i] * b.values()[i];
        }
        return sum;
    }

    private static void assertClose(Matrix found, Matrix expected) {
        assertThat(found.minus(expected).frobenius()).isLessThan(1e-9);
    }
}
