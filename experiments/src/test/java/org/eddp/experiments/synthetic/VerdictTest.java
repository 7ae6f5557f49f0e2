package org.eddp.experiments.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final double[] GOOD = {0.99, 0.991, 0.992};
    private static final double[] POOR = {0.99, 0.991, 0.7};
    private static final double[] MISSING = {0.99, 0.991, Double.NaN};

    private static RecoveryVerdict verdict(double iou, double[] cosine, boolean flag) {
        return RecoveryVerdict.of(SyntheticFixture.learned(iou, cosine, 0.05, flag));
    }

    @Test
    void recoveredNeedsNumbersAndFlag() {
        assertThat(verdict(1, GOOD, true).recovered()).isTrue();
        assertThat(verdict(1, GOOD, true).headline()).startsWith("Recovered: all 3");
        assertThat(verdict(1, GOOD, false).headline()).startsWith("Almost recovered");
    }

    @Test
    void theFlagCannotTurnPoorNumbersIntoSuccess() {
        for (double[] cosine : new double[][] {POOR, MISSING}) {
            RecoveryVerdict verdict = verdict(1, cosine, true);
            assertThat(verdict.recovered()).isFalse();
            assertThat(verdict.headline()).isEqualTo("Only partly recovered: 2 of 3 concepts.");
            assertThat(verdict.explanation()).contains("misses the direction").contains("do not support it");
        }
        assertThat(verdict(0.7, GOOD, true).explanation())
                .contains("no detector")
                .contains("0.700");
    }

    @Test
    void nothingFoundIsSaidSo() {
        double[] none = {0.1, -0.2, 0.3};
        assertThat(verdict(0.5, none, false).headline())
                .isEqualTo("Not recovered: none of the 3 concepts was found as it is.");
    }
}
