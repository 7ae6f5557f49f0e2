package org.eddp.study.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LabelledEvaluationTest {
    /** Logits of 20 cannot be had to 1e-6 in float; that of an image of small logits must not hide behind them. */
    @Test
    void differencesAreMeasuredByTheLogitsOfTheirImage() {
        double[] process = {20, -40, 0.1, 0.2};
        assertThat(LabelledEvaluation.deviation(process, process, 2)).isZero();
        assertThat(LabelledEvaluation.deviation(new double[] {20 + 4e-5, -40, 0.1, 0.2}, process, 2))
                .isCloseTo(1e-6, within(1e-12));
        assertThat(LabelledEvaluation.deviation(new double[] {20, -40, 0.1, 0.2 - 4e-5}, process, 2))
                .isCloseTo(4e-5, within(1e-12));
    }

    @Test
    void whatIsNoNumberIsNoAgreement() {
        double[] process = {1, 2};
        assertThat(LabelledEvaluation.deviation(new double[] {1, Double.NaN}, process, 1))
                .isNaN();
        assertThat(LabelledEvaluation.deviation(process, new double[] {1, Double.POSITIVE_INFINITY}, 1))
                .isNaN();
    }
}
