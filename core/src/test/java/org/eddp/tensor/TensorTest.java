package org.eddp.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TensorTest {
    @Test
    void valuesComeBackAsTheyWent() {
        try (Scope scope = Scope.open()) {
            double[] values = {1, -2.5, 3e-8, 4};
            assertThat(Tensor.of(values, DType.FLOAT64, 2, 2).toDoubles()).isEqualTo(values);
            assertThat(Tensor.of(values, DType.FLOAT64, 2, 2).t().toDoubles()).containsExactly(1, 3e-8, -2.5, 4);
            assertThat(Tensor.of(values, DType.FLOAT32, 4).toFloats()).containsExactly(1f, -2.5f, 3e-8f, 4f);
            double[] sums = {10, 10, 10, 10};
            Tensor.of(values, DType.FLOAT32, 4).addTo(sums);
            assertThat(sums[1]).isEqualTo(7.5);
        }
    }

    @Test
    void aKeptTensorOutlivesItsScopeAndOthersDoNot() {
        Tensor kept;
        Tensor released;
        Tensor lost;
        try (Scope scope = Scope.open()) {
            kept = scope.keep(Tensor.of(new double[] {7}, DType.FLOAT64, 1));
            released = Scope.release(Tensor.of(new double[] {8}, DType.FLOAT64, 1));
            lost = Tensor.of(new double[] {9}, DType.FLOAT64, 1);
        }
        assertThat(kept.item()).isEqualTo(7);
        assertThat(released.item()).isEqualTo(8);
        assertThat(lost.toString()).contains("closed");
        kept.close();
        released.close();
        assertThat(kept.toString()).contains("closed");
    }

    @Test
    void aShapeThatDoesNotFitIsNamed() {
        assertThatThrownBy(() -> Tensor.of(new double[3], DType.FLOAT64, 2, 2))
                .hasMessageContaining("3 values")
                .hasMessageContaining("[2, 2]");
    }

    @Test
    void logSigmoidIsFiniteAndExactFarOut() {
        try (Scope scope = Scope.open()) {
            Tensor x = Tensor.of(new double[] {-800, -80, 0, 80, 800}, DType.FLOAT64, 5);
            double[] y = x.logSigmoid().toDoubles();
            assertThat(y[0]).isEqualTo(-800);
            assertThat(y[1]).isCloseTo(-80, within(1e-12));
            assertThat(y[2]).isCloseTo(-Math.log(2), within(1e-15));
            assertThat(y[3]).isCloseTo(-Math.exp(-80), within(1e-40));
            assertThat(y[4]).isEqualTo(0);
        }
    }

    @ParameterizedTest
    @EnumSource(Activation.class)
    void oneGradientForSeveralRows(Activation activation) {
        try (Scope scope = Scope.open()) {
            double[] points = {-1.2, 0.3, 2.1, 5.9, 6.4, -0.4};
            Tensor input = Tensor.of(points, DType.FLOAT64, 1, 3, 2);
            Tensor gradient = Tensor.of(new double[] {2, -3}, DType.FLOAT64, 1, 1, 2);
            Tensor all = Tensor.of(new double[] {2, -3, 2, -3, 2, -3}, DType.FLOAT64, 1, 3, 2);
            Tensor out = Tensor.empty(DType.FLOAT64, 1, 3, 2);
            activation.backward(out, gradient, input);
            activation.backward(all, all, input);
            assertThat(out.toDoubles()).containsExactly(all.toDoubles());
        }
    }

    @ParameterizedTest
    @EnumSource(Activation.class)
    void activationDerivativesAgreeWithDifferences(Activation activation) {
        double step = 1e-6;
        double[] points = {-7.3, -1.2, -0.4, 0.3, 2.1, 5.9, 6.4};
        try (Scope scope = Scope.open()) {
            Tensor input = Tensor.of(points, DType.FLOAT64, points.length);
            Tensor gradient = Tensor.zeros(DType.FLOAT64, points.length).plus(2);
            activation.backward(gradient, gradient, input);
            Tensor above = input.plus(step);
            Tensor below = input.plus(-step);
            activation.apply(above, above);
            activation.apply(below, below);
            double[] found = gradient.toDoubles();
            if (activation.tellsDerivative()) {
                Tensor activated = input.times(1);
                activation.apply(activated, activated);
                Tensor fromActivated =
                        Tensor.zeros(DType.FLOAT64, points.length).plus(2);
                activation.backward(fromActivated, fromActivated, activated);
                assertThat(fromActivated.toDoubles()).containsExactly(found);
            }
            double[] difference = above.minus(below).times(1 / step).toDoubles();
            for (int i = 0; i < points.length; i++) {
                assertThat(found[i]).isCloseTo(difference[i], within(1e-7));
            }
        }
    }

    @Test
    void buffersAreReusedAndGrow() {
        try (Buffers buffers = new Buffers(DType.FLOAT64)) {
            Tensor first = buffers.get(0, 2, 3);
            Kernels.fill(first, 5);
            assertThat(buffers.get(0, 2, 3)).isSameAs(first);
            assertThat(buffers.get(0, 3, 1).toDoubles()).containsExactly(5, 5, 5);
            assertThat(buffers.get(0, 10, 10).count()).isEqualTo(100);
            assertThat(buffers.get(2, 1).count()).isEqualTo(1);
        }
    }
}
