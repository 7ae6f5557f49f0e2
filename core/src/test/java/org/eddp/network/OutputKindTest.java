package org.eddp.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputKindTest {
    private static final double LN2 = Math.log(2);

    @Test
    void everyLabelHasAProbabilityOfItsOwn() {
        double[] logits = {Math.log(3), 0, -Math.log(9)};
        assertThat(OutputKind.LABELS.probabilities(logits))
                .containsExactly(new double[] {0.75, 0.5, 0.1}, within(1e-15));
        assertThat(Arrays.stream(OutputKind.CLASSES.probabilities(logits)).sum())
                .isCloseTo(1, within(1e-15));
    }

    @Test
    void entropyOfLabelsIsTheMeanOfThatOfEach() {
        double p = 0.75;
        double own = -(p * Math.log(p) + (1 - p) * Math.log(1 - p)) / LN2;
        assertThat(OutputKind.LABELS.entropy(new double[] {Math.log(3), 0})).isCloseTo((own + 1) / 2, within(1e-15));
        assertThat(OutputKind.LABELS.entropy(new double[5])).as("all undecided").isEqualTo(1);
        assertThat(OutputKind.LABELS.largestEntropy(5)).isEqualTo(1);
        assertThat(OutputKind.CLASSES.entropy(new double[8])).isCloseTo(3, within(1e-15));
        assertThat(OutputKind.CLASSES.largestEntropy(8)).isCloseTo(3, within(1e-15));
    }

    @Test
    void oneLabelIsAsUndecidedAsTwoClasses() {
        for (double logit : new double[] {-7, -0.3, 0, 2, 20}) {
            assertThat(OutputKind.LABELS.entropy(new double[] {logit}))
                    .isCloseTo(OutputKind.CLASSES.entropy(new double[] {logit, 0}), within(1e-14));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-3, -0.5, 0, 0.01, 1, 4})
    void theDerivativeOfTheEntropyIsWhatTheLearnerTakes(double logit) {
        double h = 1e-5;
        double slope = (OutputKind.LABELS.entropy(new double[] {logit + h})
                        - OutputKind.LABELS.entropy(new double[] {logit - h}))
                / (2 * h);
        double p = OutputKind.LABELS.probabilities(new double[] {logit})[0];
        assertThat(-logit * p * (1 - p) / LN2).isCloseTo(slope, within(1e-9));
    }

    @Test
    void logitsOfAnySizeGiveNumbers() {
        double[] logits = {-1e308, -800, 800, 1e308};
        assertThat(OutputKind.LABELS.probabilities(logits)).containsExactly(0, 0, 1, 1);
        assertThat(OutputKind.LABELS.entropy(logits)).isZero();
        assertThat(OutputKind.logSigmoid(-800)).isEqualTo(-800);
        assertThat(OutputKind.logSigmoid(800)).isZero();
        assertThat(OutputKind.logSigmoid(40)).as("not rounded to zero").isEqualTo(-Math.exp(-40));
    }

    @Test
    void anImageHasAnyNumberOfLabels() {
        Prediction several = Prediction.of(OutputKind.LABELS, new double[] {0.1, -2, 5, 0});
        assertThat(several.predicted())
                .as("strongest first; one half is not above")
                .containsExactly(2, 0);
        assertThat(several.label()).isEqualTo(2);
        assertThat(several.has(0)).isTrue();
        assertThat(several.has(3)).isFalse();
        Prediction none = Prediction.of(OutputKind.LABELS, new double[] {-1, -2, -3, -4});
        assertThat(none.predicted()).isEmpty();
        assertThat(none.label()).as("the strongest all the same").isZero();
        assertThat(none.differsFrom(several)).isTrue();
        assertThat(none.differsFrom(Prediction.of(OutputKind.LABELS, new double[] {-9, -2, -1, -4})))
                .as("another is strongest, and none is on")
                .isFalse();
        Prediction one = Prediction.of(OutputKind.CLASSES, new double[] {-1, -2, -3, -4});
        assertThat(one.predicted()).containsExactly(0);
        assertThat(one.differsFrom(Prediction.of(OutputKind.CLASSES, new double[] {-9, -2, -1, -4})))
                .isTrue();
    }
}
