package org.eddp.intervene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import java.util.Arrays;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.intervene.CorrectionStudy.Confusion;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;

class CorrectionTest {
    private static final int WIDTH = 6;

    private static ConceptStatistics statistics(int concepts) {
        long[] some = new long[concepts];
        Arrays.fill(some, 10);
        double[] mean = gaussian(1, concepts, 77).values();
        return new ConceptStatistics(
                some, some, mean, mean, new double[0], new Matrix(concepts, 0), new Matrix(1, concepts));
    }

    @Test
    void followsTheFormula() {
        Directions directions = RandomCorrections.directions(WIDTH, 2, 3);
        Correction correction = Correction.of(directions, new int[] {1}, statistics(2), Activation.RELU);
        Matrix x = gaussian(5, WIDTH, 4).map(Math::abs);
        try (Scope scope = Scope.open()) {
            Matrix found = correction.apply(Tensor.of(x, DType.FLOAT64)).toMatrix();
            Matrix z = x.times(directions.filters());
            for (int p = 0; p < 5; p++) {
                double m = 1 / (1 + Math.exp(-(z.get(p, 1) - directions.thresholds()[1])));
                double k = z.get(p, 1) - statistics(2).meanWithout()[1];
                double after = 0;
                for (int d = 0; d < WIDTH; d++) {
                    double s = directions.signals().get(d, 1);
                    assertThat(found.get(p, d)).isCloseTo(Math.max(0, x.get(p, d) - m * k * s), within(1e-12));
                    after += directions.filters().get(d, 1) * (x.get(p, d) - k * s);
                }
                assertThat(after).isCloseTo(statistics(2).meanWithout()[1], within(1e-9));
            }
        }
    }

    @Test
    void severalConceptsAreTakenOutOneAfterTheOther() {
        Directions directions = RandomCorrections.directions(WIDTH, 3, 3);
        try (Scope scope = Scope.open()) {
            Tensor x = Tensor.of(gaussian(5, WIDTH, 4).map(Math::abs), DType.FLOAT64);
            Tensor first = Correction.of(directions, new int[] {2}, statistics(3), Activation.RELU)
                    .apply(x);
            Tensor second = Correction.of(directions, new int[] {0}, statistics(3), Activation.RELU)
                    .apply(first);
            Tensor both = Correction.of(directions, new int[] {2, 0}, statistics(3), Activation.RELU)
                    .apply(x);
            assertThat(both.toMatrix()).isEqualTo(second.toMatrix());
        }
    }

    @Test
    void controlsKeepLengthAndAmount() {
        Directions directions = RandomCorrections.directions(WIDTH, 2, 3);
        Correction correction = Correction.of(directions, new int[] {0}, statistics(2), Activation.RELU);
        Suppression real = correction.suppressions().get(0);
        for (Correction control : List.of(correction.withRandomDirections(1), correction.withFilters())) {
            Suppression s = control.suppressions().get(0);
            assertThat(Matrix.row(s.direction()).frobenius())
                    .isCloseTo(Matrix.row(real.direction()).frobenius(), within(1e-12));
            assertThat(s.gain()).isEqualTo(real.gain());
            assertThat(s.direction()).isNotEqualTo(real.direction());
        }
        assertThat(correction.withRandomDirections(1).suppressions().get(0).direction())
                .isEqualTo(
                        correction.withRandomDirections(1).suppressions().get(0).direction())
                .isNotEqualTo(
                        correction.withRandomDirections(2).suppressions().get(0).direction());
    }

    @Test
    void canBeDifferentiated() {
        Directions directions = RandomCorrections.directions(WIDTH, 2, 3);
        try (Scope scope = Scope.open()) {
            Correction correction = Correction.of(directions, new int[] {0, 1}, statistics(2), Activation.SILU);
            Matrix x = gaussian(1, WIDTH, 4);
            Matrix gradient = Autograd.differentiate(correction::apply, Tensor.of(x, DType.FLOAT64))
                    .gradient()
                    .toMatrix();
            double h = 1e-5;
            for (int d = 0; d < WIDTH; d++) {
                Matrix up = x.copy();
                Matrix down = x.copy();
                up.set(0, d, x.get(0, d) + h);
                down.set(0, d, x.get(0, d) - h);
                double difference = correction
                                .apply(Tensor.of(up, DType.FLOAT64))
                                .sum()
                                .item()
                        - correction.apply(Tensor.of(down, DType.FLOAT64)).sum().item();
                assertThat(gradient.get(0, d)).isCloseTo(difference / (2 * h), within(1e-6));
            }
        }
    }

    @Test
    void saysWhatCannotBeTakenOut() {
        Directions directions = RandomCorrections.directions(WIDTH, 2, 3);
        assertThatThrownBy(() -> Correction.of(directions, new int[] {2}, statistics(2), Activation.RELU))
                .hasMessageContaining("0 .. 1");
        assertThatThrownBy(() -> Correction.of(directions, new int[] {}, statistics(2), Activation.RELU))
                .hasMessageContaining("at least one");
        assertThatThrownBy(() -> Correction.of(directions, new int[] {1, 0, 1}, statistics(2), Activation.RELU))
                .hasMessageContaining("concept 1 is given twice in [1, 0, 1]");
    }

    @Test
    void confusionCounts() {
        Confusion one = Confusion.of(2, new int[] {0, 0, 1}, new int[] {0, 1, 1});
        Confusion all = one.plus(Confusion.of(2, new int[] {0}, new int[] {1}));
        assertThat(all.images()).isEqualTo(4);
        assertThat(all.accuracy()).isEqualTo(0.5);
        assertThat(all.shares()).isDeepEqualTo(new double[][] {{1 / 3.0, 2 / 3.0}, {0, 1}});
        assertThatThrownBy(() -> Confusion.of(2, new int[] {2}, new int[] {0})).hasMessageContaining("0 .. 1");
    }
}
