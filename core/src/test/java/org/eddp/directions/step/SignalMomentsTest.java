package org.eddp.directions.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.RandomProblems;
import org.eddp.features.DenseFeatures;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

class SignalMomentsTest {
    private static final int WIDTH = 5;

    private static SignalMoments moments(DenseFeatures x, int first, int count, Detectors detectors) {
        try (Workers workers = new Workers(1);
                TiledStep step = new TiledStep(LossOptions.of(0.1, 0.5), null, Activation.RELU, workers, 30)) {
            return step.moments(x.range(first, count), detectors, true);
        }
    }

    private static Detectors detectors(double... thresholds) {
        return new Detectors(gaussian(WIDTH, thresholds.length, 8), thresholds);
    }

    @Test
    void signalVectorsSatisfyFilterTimesSignalIsOne() {
        try (Scope scope = Scope.open()) {
            DenseFeatures x = RandomProblems.features(200, WIDTH, DType.FLOAT64, 1);
            Detectors d = detectors(0.2, -0.1, 0.4);
            SignalMoments m = moments(x, 0, 200, d);
            for (double dot : d.filters().columnDots(m.signalVectors())) {
                assertThat(dot).isCloseTo(1, within(1e-10));
            }
        }
    }

    @Test
    void partsMergeToTheWholeInAnyOrder() {
        try (Scope scope = Scope.open()) {
            DenseFeatures x = RandomProblems.features(90, WIDTH, DType.FLOAT64, 2);
            Detectors d = detectors(0.5, 0, -3);
            SignalMoments whole = moments(x, 0, 90, d);
            SignalMoments forward = moments(x, 0, 13, d);
            forward.merge(moments(x, 13, 50, d));
            forward.merge(moments(x, 63, 27, d));
            SignalMoments backward = new SignalMoments(3, WIDTH);
            backward.merge(moments(x, 63, 27, d));
            backward.merge(moments(x, 0, 63, d));
            for (SignalMoments merged : new SignalMoments[] {forward, backward}) {
                assertThat(merged.weight()).isEqualTo(whole.weight());
                assertThat(merged.signalVectors().minus(whole.signalVectors()).frobenius())
                        .isLessThan(1e-12);
            }
        }
    }

    @Test
    void aLargeOffsetOfTheFeaturesDoesNotHurt() {
        try (Scope scope = Scope.open()) {
            Matrix small = RandomProblems.positive(400, WIDTH, 3);
            Matrix far = small.map(v -> v + 1e4);
            Matrix w = gaussian(WIDTH, 2, 8);
            double[] shift = Matrix.row(1e4, 1e4, 1e4, 1e4, 1e4).times(w).values();
            SignalMoments near = moments(
                    new DenseFeatures(org.eddp.tensor.Tensor.of(small, DType.FLOAT64), RandomProblems.GRID),
                    0,
                    200,
                    new Detectors(w, new double[] {0.1, 0.2}));
            SignalMoments shifted = moments(
                    new DenseFeatures(org.eddp.tensor.Tensor.of(far, DType.FLOAT64), RandomProblems.GRID),
                    0,
                    200,
                    new Detectors(w, new double[] {0.1 + shift[0], 0.2 + shift[1]}));
            assertThat(shifted.signalVectors().minus(near.signalVectors()).frobenius())
                    .isLessThan(1e-6);
        }
    }

    @Test
    void tooFewOrEqualPatchesHaveNoSignalVector() {
        try (Scope scope = Scope.open()) {
            DenseFeatures x = RandomProblems.features(50, WIDTH, DType.FLOAT64, 4);
            SignalMoments never = moments(x, 0, 50, detectors(1e6, 0, 0));
            assertThat(never.defined(0)).isFalse();
            assertThat(never.defined(1)).isTrue();
            assertThat(never.signalVectors().column(0)).containsOnly(0);

            Detectors blind = new Detectors(new Matrix(WIDTH, 1), new double[] {-1});
            SignalMoments constant = moments(x, 0, 50, blind);
            assertThat(constant.weight()[0]).isEqualTo(100);
            assertThat(constant.defined(0)).isFalse();
        }
    }

    @Test
    void decayFadesHistory() {
        try (Scope scope = Scope.open()) {
            DenseFeatures x = RandomProblems.features(40, WIDTH, DType.FLOAT64, 5);
            Detectors d = detectors(-2, -1);
            SignalMoments m = moments(x, 0, 40, d);
            Matrix before = m.signalVectors();
            double weight = m.weight()[0];
            m.decay(0.5);
            assertThat(m.weight()[0]).isEqualTo(weight / 2);
            assertThat(m.signalVectors().minus(before).frobenius()).isLessThan(1e-12);
        }
    }
}
