package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.eddp.learning.LearningResult.LossCurve;
import org.junit.jupiter.api.Test;

class LossSectionTest {
    @Test
    void endingsAreJudgedInWords() {
        assertThat(ending(0.5, 0.49)).isEqualTo("Ends at 0.490; target at most 0.5: met.");
        assertThat(ending(0.5, 0.505)).contains("met to within 0.005");
        assertThat(ending(0.0, 0.0163)).contains("not met, above by 0.0163");
        assertThat(ending(0.0, Double.NaN)).contains("not met, the loss is not a number");
        assertThat(ending(null, -1.58)).isEqualTo("Ends at \u22121.58; minimised, no target.");
    }

    private static String ending(Double target, double last) {
        LossCurve curve = new LossCurve("d", "ma", target, new int[] {0, 1}, new double[] {9, last}, null);
        return LossSection.Ending.of(curve).words();
    }
}
