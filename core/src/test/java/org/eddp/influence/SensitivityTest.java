package org.eddp.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import java.util.Arrays;
import java.util.List;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SensitivityTest {
    private static final int WIDTH = 10;

    @ParameterizedTest
    @CsvSource({"CELL, 0.3, 1", "CELL, 3, 2", "TENSOR, 1, 3", "CELL, 30, 4"})
    void closedFormAndNetworkGiveTheSameScoresOnRandomNetworks(
            Sensitivity.Perturbation.Norm norm, double scale, long seed) {
        Sensitivity.Perturbation perturbation = new Sensitivity.Perturbation(5, norm);
        LinearReadout readout = RandomNetworks.readout(WIDTH, 7, scale, seed);
        Matrix directions = gaussian(WIDTH, 40, seed + 9);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            DenseFeatures features = RandomNetworks.features(60, WIDTH, DType.FLOAT64, seed + 5);
            Matrix general = general(readout, features, perturbation, workers, directions);
            Matrix closed = closed(readout, features, perturbation, workers, directions);
            assertThat(closed).isEqualTo(general);
            assertThat(Arrays.stream(closed.values())).anyMatch(s -> s > 0.2).anyMatch(s -> s < -0.2);
        }
    }

    @Test
    void effectsAreMeanChangesOfLogProbabilities() {
        LinearReadout readout = RandomNetworks.readout(WIDTH, 5, 1, 11);
        Matrix directions = gaussian(WIDTH, 3, 12);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            DenseFeatures features = RandomNetworks.features(600, WIDTH, DType.FLOAT64, 13);
            Head head = Head.of(readout, features.grid());
            Matrix expected =
                    changes(head, features, directions.normaliseColumns().times(5));
            Head formless = head::logits;
            for (Head any : List.of(head, formless)) {
                try (Sensitivity sensitivity =
                        Sensitivity.of(any, features, Sensitivity.Perturbation.DEFAULT, workers)) {
                    Matrix effects = sensitivity.measure(directions).effects();
                    for (int i = 0; i < effects.values().length; i++) {
                        assertThat(effects.values()[i]).isCloseTo(expected.values()[i], within(1e-9));
                    }
                }
            }
        }
    }

    /** By the definition: softmax before and after the step, one image after the other. */
    private static Matrix changes(Head head, DenseFeatures features, Matrix steps) {
        Matrix changes = new Matrix(steps.columns(), 5);
        for (int n = 0; n < features.images(); n++) {
            Tensor rows = features.rows(n, 1);
            double[] before = Prediction.of(
                            OutputKind.CLASSES, head.logits(rows).toDoubles())
                    .probabilities();
            for (int d = 0; d < steps.columns(); d++) {
                Tensor step = Tensor.of(steps.column(d), DType.FLOAT64, 1, WIDTH);
                double[] after = Prediction.of(
                                OutputKind.CLASSES, head.logits(rows.plus(step)).toDoubles())
                        .probabilities();
                for (int k = 0; k < 5; k++) {
                    changes.set(d, k, changes.get(d, k) + Math.log(after[k] / before[k]) / features.images());
                }
            }
        }
        return changes;
    }

    @Test
    void signsAgreeInSinglePrecisionToo() {
        LinearReadout readout = RandomNetworks.readout(WIDTH, 50, 1, 3);
        Matrix directions = gaussian(WIDTH, 200, 8);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures features = RandomNetworks.features(101, WIDTH, DType.FLOAT32, 5);
            Matrix general = general(readout, features, Sensitivity.Perturbation.DEFAULT, workers, directions);
            Matrix closed = closed(readout, features, Sensitivity.Perturbation.DEFAULT, workers, directions);
            assertThat(closed.map(Math::signum)).isEqualTo(general.map(Math::signum));
        }
    }

    @Test
    void scoresAreTheSharesOfRisingProbabilities() {
        LinearReadout readout = RandomNetworks.readout(WIDTH, 5, 1, 11);
        Matrix directions = gaussian(WIDTH, 3, 12);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures features = RandomNetworks.features(30, WIDTH, DType.FLOAT64, 13);
            Head head = Head.of(readout, features.grid());
            Matrix before = head.logits(features.rows()).softmax(1).toMatrix();
            Matrix closed = closed(readout, features, Sensitivity.Perturbation.DEFAULT, workers, directions);
            for (int d = 0; d < 3; d++) {
                Tensor step = Tensor.of(directions.normaliseColumns().times(5).column(d), DType.FLOAT64, 1, WIDTH);
                Matrix after =
                        head.logits(features.rows().plus(step)).softmax(1).toMatrix();
                for (int k = 0; k < 5; k++) {
                    int rises = 0;
                    for (int n = 0; n < 30; n++) {
                        rises += after.get(n, k) > before.get(n, k) ? 1 : 0;
                    }
                    assertThat(closed.get(d, k)).isEqualTo(2 * (rises / 30.0) - 1);
                }
            }
        }
    }

    @Test
    void aDirectionThatChangesNothingScoresZero() {
        LinearReadout same =
                new LinearReadout(Matrix.of(new double[] {1, 1, 1}, new double[] {0, 1, 2}), new double[3]);
        Matrix directions = Matrix.of(new double[] {4, 0}, new double[] {0, 0}); // shifts all logits alike; nothing
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures features = RandomNetworks.features(9, 2, DType.FLOAT64, 1);
            assertThat(closed(same, features, Sensitivity.Perturbation.DEFAULT, workers, directions)
                            .values())
                    .containsOnly(0);
            assertThat(general(same, features, Sensitivity.Perturbation.DEFAULT, workers, directions)
                            .values())
                    .containsOnly(0);
        }
    }

    @Test
    void aNetworkCertainToAllDigitsIsStillRead() {
        // logits 0 and 200: the softmax is exactly 1, and still rises
        LinearReadout readout = new LinearReadout(Matrix.of(new double[] {0, 1}), new double[2]);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures certain =
                    new DenseFeatures(Tensor.of(new double[] {200}, DType.FLOAT64, 1, 1), new Grid(1, 1));
            assertThat(closed(readout, certain, Sensitivity.Perturbation.DEFAULT, workers, Matrix.row(1, -1))
                            .toArrays())
                    .isDeepEqualTo(new double[][] {{-1, 1}, {1, -1}});
        }
    }

    @Test
    void logitsThatAreNoNumbersAreRefusedNotCountedAsFalling() {
        LinearReadout readout = RandomNetworks.readout(2, 3, 1, 1);
        Matrix directions = gaussian(2, 1, 3);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures features = RandomNetworks.features(4, 2, DType.FLOAT64, 2);
            Head linear = Head.of(readout, features.grid());
            int[] asked = {0};
            Head breaks = rows -> {
                Tensor logits = linear.logits(rows);
                return ++asked[0] > 2 ? logits.times(Double.NaN) : logits; // for classes, before, after
            };
            Sensitivity general = Sensitivity.of(breaks, features, Sensitivity.Perturbation.DEFAULT, workers);
            assertThatThrownBy(() -> general.scores(directions)).hasStackTraceContaining("are not numbers");
            DenseFeatures broken =
                    new DenseFeatures(Tensor.of(new double[] {1, Double.NaN}, DType.FLOAT64, 1, 2), new Grid(1, 1));
            assertThatThrownBy(() -> closed(readout, broken, Sensitivity.Perturbation.DEFAULT, workers, directions))
                    .hasMessageContaining("are not numbers");
        }
    }

    @Test
    void aNetworkOfOneClassIsMovedByNothing() {
        LinearReadout readout = RandomNetworks.readout(WIDTH, 1, 1, 1);
        Matrix directions = gaussian(WIDTH, 3, 3);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures features = RandomNetworks.features(4, WIDTH, DType.FLOAT32, 2);
            assertThat(closed(readout, features, Sensitivity.Perturbation.DEFAULT, workers, directions)
                            .values())
                    .containsOnly(0);
        }
    }

    @Test
    void widthsMustFit() {
        LinearReadout readout = RandomNetworks.readout(WIDTH, 3, 1, 1);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures features = RandomNetworks.features(4, WIDTH, DType.FLOAT32, 2);
            assertThatThrownBy(() -> closed(
                            readout, features, Sensitivity.Perturbation.DEFAULT, workers, gaussian(WIDTH + 1, 2, 3)))
                    .hasMessageContaining("width 11")
                    .hasMessageContaining("width 10");
        }
    }

    private static Matrix general(
            LinearReadout readout,
            DenseFeatures features,
            Sensitivity.Perturbation perturbation,
            Workers workers,
            Matrix directions) {
        Head formless = Head.of(readout, features.grid())::logits;
        return Sensitivity.of(formless, features, perturbation, workers).scores(directions);
    }

    private static Matrix closed(
            LinearReadout readout,
            DenseFeatures features,
            Sensitivity.Perturbation perturbation,
            Workers workers,
            Matrix directions) {
        try (Sensitivity sensitivity =
                Sensitivity.of(Head.of(readout, features.grid()), features, perturbation, workers)) {
            return sensitivity.scores(directions);
        }
    }
}
