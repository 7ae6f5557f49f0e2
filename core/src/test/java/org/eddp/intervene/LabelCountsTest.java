package org.eddp.intervene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.intervene.CorrectionStudy.LabelCounts;
import org.eddp.names.Named;
import org.junit.jupiter.api.Test;

class LabelCountsTest {
    private static final int[][] TRUTH = {{0}, {0, 1}, {}};
    private static final int[][] FOUND = {{0, 2}, {1}, {}};

    @Test
    void everyLabelIsCountedByItself() {
        LabelCounts counts = LabelCounts.of(3, TRUTH, FOUND);
        assertThat(counts.counts()).isDeepEqualTo(new long[][] {{2, 1, 1, 1}, {1, 1, 2, 2}, {0, 0, 3, 2}});
        assertThat(counts.images()).isEqualTo(3);
        assertThat(counts.accuracy()).isCloseTo(7 / 9.0, within(1e-15));
        LabelCounts twice = counts.plus(counts);
        assertThat(twice.images()).isEqualTo(6);
        assertThat(twice.accuracy()).isEqualTo(counts.accuracy());
        assertThat(LabelCounts.of(2, new int[0][], new int[0][]).accuracy()).isZero();
    }

    @Test
    void refusesLabelsThatDoNotExist() {
        assertThatThrownBy(() -> LabelCounts.of(3, new int[][] {{3}}, new int[][] {{}}))
                .hasMessage("label 3 does not exist; labels are 0 .. 2");
        assertThatThrownBy(() -> LabelCounts.of(3, new int[][] {{1}}, new int[0][]))
                .hasMessageContaining("1 sets of labels but 0 predictions");
    }

    @Test
    void aCorrectionOfLabelsHasNoConfusion() {
        LabelCounts before = LabelCounts.of(3, TRUTH, FOUND);
        LabelCounts after = LabelCounts.of(3, TRUTH, TRUTH);
        CorrectionResults results = results(before.counts(), after.counts());
        assertThat(results.ofLabels()).isTrue();
        assertThat(results.changes())
                .containsExactly(
                        new CorrectionResults.Change(new Named(0, null), 3, 2, 3),
                        new CorrectionResults.Change(new Named(2, null), 3, 2, 3));
        assertThat(results.judgement()).startsWith("The accuracy changes by +22.2 points.");
        assertThatThrownBy(() -> results(new long[2][4], new long[3][4]))
                .hasMessageContaining("labels must have 3 rows of 4 numbers");
    }

    private static CorrectionResults results(long[][] before, long[][] after) {
        return new CorrectionResults(
                "c",
                "d",
                "n.onnx",
                List.of(),
                Signals.MEANS,
                null,
                List.of(),
                "folder",
                0.0,
                List.of(new Named(0, null), new Named(1, null), new Named(2, null)),
                List.of(
                        new CorrectionResults.Evaluation("original", 7 / 9.0, 3, new long[0][], before),
                        new CorrectionResults.Evaluation("corrected", 1, 3, new long[0][], after)),
                null);
    }
}
