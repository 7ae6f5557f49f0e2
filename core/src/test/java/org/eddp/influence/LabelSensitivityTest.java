package org.eddp.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import org.eddp.features.DenseFeatures;
import org.eddp.features.Head;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

/** Influence on independent labels: what a step does to each of them by itself. */
class LabelSensitivityTest {
    private static final int WIDTH = 10;
    private static final int LABELS = 5;

    private static LinearReadout readout() {
        LinearReadout classes = RandomNetworks.readout(WIDTH, LABELS, 1, 11);
        return new LinearReadout(classes.classVectors(), classes.biases(), OutputKind.LABELS);
    }

    private static Head formless(Head head) {
        return new Head() {
            @Override
            public Tensor logits(Tensor rows) {
                return head.logits(rows);
            }

            @Override
            public OutputKind outputs() {
                return OutputKind.LABELS;
            }
        };
    }

    @Test
    void closedFormAndNetworkSayWhatTheDefinitionSays() {
        Matrix directions = gaussian(WIDTH, 4, 12);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            DenseFeatures features = RandomNetworks.features(700, WIDTH, DType.FLOAT64, 13);
            Head head = Head.of(readout(), features.grid());
            for (Head any : new Head[] {head, formless(head)}) {
                try (Sensitivity sensitivity =
                        Sensitivity.of(any, features, Sensitivity.Perturbation.DEFAULT, workers)) {
                    compare(sensitivity, head, features, directions);
                }
            }
        }
    }

    private static void compare(Sensitivity sensitivity, Head head, DenseFeatures features, Matrix directions) {
        Matrix steps = directions.normaliseColumns().times(5);
        Sensitivity.Measured measured = sensitivity.measure(directions);
        Matrix tested = sensitivity.tested(directions);
        double[] before = head.logits(features.rows()).toDoubles();
        for (int d = 0; d < directions.columns(); d++) {
            Tensor step = Tensor.of(steps.column(d), DType.FLOAT64, 1, WIDTH);
            double[] after = head.logits(features.rows().plus(step)).toDoubles();
            for (int k = 0; k < LABELS; k++) {
                double effect = 0;
                double move = 0;
                for (int n = 0; n < features.images(); n++) {
                    int at = n * LABELS + k;
                    effect += logProbability(after[at]) - logProbability(before[at]);
                    move += after[at] - before[at];
                }
                assertThat(measured.effects().get(d, k)).isCloseTo(effect / features.images(), within(1e-9));
                assertThat(tested.get(d, k)).isCloseTo(move / features.images(), within(1e-9));
                assertThat(measured.tested().get(d, k)).isEqualTo(tested.get(d, k));
                assertThat(measured.scores().get(d, k))
                        .as("labels do not compete, and a linear head moves all images alike")
                        .isEqualTo(Math.signum(move));
            }
        }
    }

    private static double logProbability(double logit) {
        return Math.log(1 / (1 + Math.exp(-logit)));
    }

    @Test
    void whatMovesNothingScoresZero() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures features = RandomNetworks.features(20, WIDTH, DType.FLOAT64, 3);
            Head head = Head.of(readout(), features.grid());
            for (Head any : new Head[] {head, formless(head)}) {
                try (Sensitivity sensitivity =
                        Sensitivity.of(any, features, Sensitivity.Perturbation.DEFAULT, workers)) {
                    Sensitivity.Measured nothing = sensitivity.measure(new Matrix(WIDTH, 1));
                    assertThat(nothing.scores().values()).containsOnly(0);
                    assertThat(nothing.effects().values()).containsOnly(0);
                }
            }
        }
    }
}
