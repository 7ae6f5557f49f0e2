package org.eddp.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;

class PatternsTest {
    @Test
    void forBinaryLabelsThePatternIsTheDifferenceOfMeans() {
        Matrix rows = gaussian(30, 4, 1);
        Matrix labels = new Matrix(30, 2);
        double[] expected = new double[4];
        for (int p = 0; p < 30; p++) {
            labels.set(p, 0, p % 3 == 0 ? 1 : 0);
            for (int d = 0; d < 4; d++) {
                expected[d] += rows.get(p, d) * (p % 3 == 0 ? 1 / 10.0 : -1 / 20.0);
            }
        }
        PatternCavs patterns = new PatternCavs(2, 4);
        try (Scope scope = Scope.open()) {
            Tensor all = Tensor.of(rows, DType.FLOAT64);
            patterns.add(all.narrow(0, 0, 11), labelsOf(labels, 0, 11));
            patterns.add(all.narrow(0, 11, 19), labelsOf(labels, 11, 19));
        }
        assertThat(patterns.vectors().column(0)).containsExactly(expected, within(1e-12));
        assertThat(patterns.vectors().column(1)).containsOnly(0); // never varies
    }

    private static Matrix labelsOf(Matrix labels, int first, int count) {
        Matrix some = new Matrix(count, labels.columns());
        System.arraycopy(labels.values(), first * labels.columns(), some.values(), 0, count * labels.columns());
        return some;
    }

    @Test
    void comparisonFollowsThePaper() {
        // label 0: two vectors, label 1: one, label 2: none
        Matrix signals = Matrix.of(new double[] {0.2, -0.9}, new double[] {-0.3, 0.1}, new double[] {0.5, 0.5});
        Matrix patterns = Matrix.of(new double[] {0.4, 0.5}, new double[] {-0.5, 0.6}, new double[] {1, 1});
        PatternComparison compared =
                PatternComparison.of(signals, new int[] {0, 0, 1}, patterns, PatternComparison.LEVEL);
        // (0, 0): none reaches 0.4, counts; (0, 1): 0.9 does; (1, 0): 0.5 ties, does; (1, 1): counts
        assertThat(compared.influence()).isEqualTo(0.5);
        assertThat(compared.labels()).isEqualTo(2);
    }
}
