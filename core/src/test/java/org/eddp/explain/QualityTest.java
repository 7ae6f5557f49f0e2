package org.eddp.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.eddp.explain.Explanation.Conditioning;
import org.eddp.explain.Explanation.Contribution;
import org.eddp.explain.Quality.Grade;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QualityTest {
    /** Concepts that fire where their number is even; each has a correction of 1. */
    private static Explanation explanation(double residual, List<List<Integer>> groups, double... totals) {
        List<Contribution> concepts = IntStream.range(0, totals.length)
                .mapToObj(i -> new Contribution(i, 0.1, totals[i], 1, 1, Double.NaN, 1 - i % 2, new double[][] {{0}}))
                .toList();
        double sum =
                IntStream.range(0, totals.length).mapToDouble(i -> totals[i]).sum();
        return new Explanation(
                1,
                null,
                1,
                0.7,
                2,
                0.2,
                1.5,
                -1,
                sum + residual,
                sum,
                totals.length,
                totals.length,
                residual,
                false,
                0,
                0,
                UndecidedPoint.PAPER,
                new Conditioning(2, 8, 12.0),
                List.of(),
                null,
                groups,
                concepts);
    }

    @Test
    void numbersAreSharesOfTheExplanationLogit() {
        Quality quality = explanation(1, List.of(List.of(0, 1)), 5, -4, 2).quality();
        assertThat(quality.explained()).isEqualTo(4);
        assertThat(quality.cancellation()).isCloseTo(11 / 4.0, within(1e-12));
        assertThat(quality.groupedCancellation()).isCloseTo(3 / 4.0, within(1e-12));
        assertThat(quality.residual()).isCloseTo(1 / 4.0, within(1e-12));
        assertThat(quality.correction()).isCloseTo(3 / 4.0, within(1e-12));
        assertThat(quality.correctionSmaller()).isFalse();
        assertThat(quality.undecided()).as("1 of a logit of 2 is left").isEqualTo(0.5);
    }

    @Test
    void whatFiresComesBeforeWhatIsAbsent() {
        Explanation e = explanation(0, List.of(List.of(0, 3)), 5, 7, 2, -4.5);
        assertThat(e.strongest(4)).extracting(Contribution::concept).containsExactly(0, 2, 1, 3);
        assertThat(e.parts())
                .extracting(Explanation.Part::concepts)
                .containsExactly(List.of(2), List.of(0, 3), List.of(1));
        assertThat(e.parts()).extracting(Explanation.Part::present).containsExactly(true, true, false);
        assertThat(e.firing()).as("2 and the group of 0 and 3").isCloseTo(2.5, within(1e-12));
        assertThat(e.absent()).isCloseTo(7, within(1e-12));
        assertThat(e.quality().firing()).isCloseTo(2.5 / 9.5, within(1e-12));
        assertThat(e.quality().absentLarger()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0.3, 6, CLEAR",
        "0.31, 1, PARTLY",
        "0.1, 6.1, PARTLY",
        "0.71, 1, POOR",
        "0, 13, POOR",
        "Infinity, 1, POOR"
    })
    void verdictGoesByResidualAndCancellation(double residual, double cancellation, Grade grade) {
        assertThat(new Quality(1, cancellation, cancellation, residual, 0, true, 1, 0.5, 0, 0, null, null).grade())
                .isEqualTo(grade);
    }

    @ParameterizedTest
    @CsvSource({"0, CLEAR", "0.5, CLEAR", "0.51, POOR", "0.98, POOR", "Infinity, POOR"})
    void whatLeavesMostOfTheLogitAtTheUndecidedPointExplainsNothing(double undecided, Grade grade) {
        Quality quality = new Quality(1, 1.4, 1.4, 0.1, 0, true, 1, undecided, 0, 0, null, null);
        assertThat(quality.grade()).isEqualTo(grade);
        assertThat(quality.explainsMost()).isEqualTo(grade == Grade.CLEAR);
    }

    @Test
    void summaryHasMediansAndCounts() {
        Quality.Summary summary = Quality.Summary.of(List.of(
                new Quality(-3, 1, 1, 0.1, 0, true, 1, 0.1, 0, 0, null, null),
                new Quality(1, 20, 2, 0.2, 0, true, 2, 0.1, 0, 0, null, null),
                new Quality(2, 5, 3, 0.6, 0, false, 3, 0.3, 0, 0, null, null),
                new Quality(4, 3, 4, Double.POSITIVE_INFINITY, 0, false, 4, 0.4, 0, 0, null, null)));
        assertThat(summary.images()).isEqualTo(4);
        assertThat(summary.explained()).isEqualTo(2.5);
        assertThat(summary.cancellation()).isEqualTo(4);
        assertThat(summary.residual()).isCloseTo(0.4, within(1e-12));
        assertThat(summary.correctionSmaller()).isEqualTo(2);
        assertThat(summary.undecided()).isCloseTo(0.2, within(1e-12));
        assertThat(List.of(summary.clear(), summary.partly(), summary.poor())).containsExactly(1, 1, 2);
        assertThatThrownBy(() -> Quality.Summary.of(List.of())).hasMessageContaining("no explanations");
    }

    @Test
    void aLogitOfZeroHasInfiniteSharesWhichTheSummaryLeavesOut() {
        Quality quality = explanation(-1, List.of(), 1).quality();
        assertThat(quality.residual()).isInfinite();
        assertThat(Quality.Summary.of(List.of(quality)).residual()).isNull();
    }
}
