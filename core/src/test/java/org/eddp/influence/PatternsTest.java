package org.eddp.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import org.eddp.labels.PatternCavs;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;

class PatternsTest {
    @Test
    void forBinaryLabelsThePatternIsTheDifferenceOfMeans() {
        Matrix rows = gaussian(30, 4, 1);
        double[] labels = new double[30];
        double[] expected = new double[4];
        for (int p = 0; p < 30; p++) {
            labels[p] = p % 3 == 0 ? 1 : 0;
            for (int d = 0; d < 4; d++) {
                expected[d] += rows.get(p, d) * (p % 3 == 0 ? 1 / 10.0 : -1 / 20.0);
            }
        }
        try (Scope scope = Scope.open()) {
            Tensor all = Tensor.of(rows, DType.FLOAT64);
            assertThat(PatternCavs.of(all, labels)).containsExactly(expected, within(1e-12));
            assertThat(PatternCavs.of(all, new double[30])).containsOnly(0); // never varies
        }
    }

    @Test
    void comparisonFollowsThePaper() {
        // label 0: two vectors, label 1: one, label 2: none
        Matrix signals = Matrix.of(new double[] {0.2, -0.9}, new double[] {-0.3, 0.1}, new double[] {0.5, 0.5});
        Matrix patterns = Matrix.of(new double[] {0.4, 0.5}, new double[] {-0.5, 0.6}, new double[] {1, 1});
        InfluenceResults.PatternComparison compared = InfluenceResults.PatternComparison.of(
                signals, new int[] {0, 0, 1}, patterns, InfluenceResults.PatternComparison.LEVEL);
        // (0, 0): none reaches 0.4, counts; (0, 1): 0.9 does; (1, 0): 0.5 ties, does; (1, 1): counts
        assertThat(compared.influence()).isEqualTo(0.5);
        assertThat(compared.labels()).isEqualTo(2);
    }
}
