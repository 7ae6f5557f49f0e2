package org.eddp.experiments.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.eddp.experiments.truth.TruthTrial.Pair;
import org.eddp.experiments.truth.TruthTrial.Planted;
import org.eddp.experiments.truth.TruthTrial.Said;
import org.eddp.experiments.truth.TruthTrial.StepRequest;
import org.junit.jupiter.api.Test;

class TruthSummaryTest {
    private static Pair pair(double truth, Said said, Said ofIgnoring) {
        return new Pair(
                "p",
                0,
                4,
                1,
                new StepRequest(new double[] {0, truth}, List.of(said)),
                new StepRequest(new double[] {0, 0.1}, List.of(ofIgnoring)));
    }

    private static Said said(double contribution, boolean first) {
        return new Said(contribution, true, first, 0.5);
    }

    private static Planted cause(Double cosine, double gain, List<Pair> pairs) {
        return new Planted(
                "card",
                "cat",
                1,
                List.of(new TruthTrial.Concepts("learned", cosine == null ? List.of() : List.of(1), 0.3, 0.05)),
                0.5,
                0.9,
                pairs,
                List.of(new TruthTrial.Signal("learned pairs", cosine)),
                List.of(
                        new TruthTrial.Taken("learned pairs", 0.5 + gain, -0.01, cosine != null),
                        new TruthTrial.Taken("Pattern-CAV (supervised)", 0.7, 0, true)),
                List.of(new TruthTrial.Effect(
                        "learned pairs", cosine == null ? null : 4.0, cosine == null ? null : 1, cosine)),
                cosine == null ? List.of() : TESTS);
    }

    /** One concept raises the class of the relying head; the other one lowers that of the ignoring head. */
    private static final List<TruthTrial.Tested> TESTS = List.of(
            new TruthTrial.Tested(
                    1, new TruthTrial.TestedHead(4, 0.01, true), new TruthTrial.TestedHead(0.1, 0.9, false)),
            new TruthTrial.Tested(
                    2, new TruthTrial.TestedHead(1, 0.6, false), new TruthTrial.TestedHead(-2, 0.02, true)));

    private static final Planted FOUND = cause(
            0.8,
            0.1,
            List.of(
                    pair(2, said(1, true), said(0.4, false)),
                    pair(4, said(2, true), said(-0.6, false)),
                    pair(6, said(3, false), said(0.1, false)),
                    pair(-1, said(1, false), said(0, false))));

    private static final Said MISSED = new Said(0, false, false, null);
    private static final Planted LOST = cause(null, 0, List.of(pair(3, MISSED, MISSED), pair(0, MISSED, MISSED)));

    @Test
    void countsSignsSlopesAndRanks() {
        TruthSummary summary = TruthSummary.of("all", List.of("method"), List.of(FOUND));
        TruthSummary.Relying relying = summary.relying().get(0);
        assertThat(relying.pairs()).isEqualTo(4);
        assertThat(relying.signs().value()).isEqualTo(0.75);
        assertThat(relying.slope().value()).isCloseTo((2 + 8 + 18 - 1) / 57.0, within(1e-12));
        assertThat(relying.first().value()).isEqualTo(0.5);
        assertThat(relying.medianContribution()).isEqualTo(1.5);
        assertThat(relying.medianTruth()).isEqualTo(3);
        // correlation of (2, 4, 6, -1) with (1, 2, 3, 1)
        assertThat(relying.correlation().value()).isCloseTo(7.75 / Math.sqrt(26.75 * 2.75), within(1e-12));
        TruthSummary.Ignoring ignoring = summary.ignoring().get(0);
        assertThat(ignoring.withinNoise().value()).isEqualTo(0.75);
        assertThat(ignoring.medianSize()).isCloseTo(0.25, within(1e-12));
        assertThat(ignoring.medianError()).isCloseTo(0.2, within(1e-12));
    }

    @Test
    void aCauseThatIsNotFoundCountsAsWrongEverywhere() {
        TruthSummary summary = TruthSummary.of("all", List.of("method"), List.of(FOUND, LOST));
        TruthSummary.Relying relying = summary.relying().get(0);
        assertThat(relying.notFound()).isEqualTo(1);
        assertThat(relying.pairs()).isEqualTo(6);
        // a contribution of 0 has the sign of a change of 0, but the method made no statement
        assertThat(relying.signs().value()).isEqualTo(0.5);
        assertThat(relying.first().value()).isCloseTo(2 / 6.0, within(1e-12));
        assertThat(summary.ignoring().get(0).withinNoise().value()).isEqualTo(0.5);
        assertThat(summary.found().get(0).causes()).isEqualTo(1);
        assertThat(summary.signals().get(0).mean().value()).isCloseTo(0.4, within(1e-12));
        TruthSummary.Corrections correction = summary.corrections().get(0);
        assertThat(correction.gain().value()).isCloseTo(0.05, within(1e-12));
        assertThat(correction.ofSupervised()).isCloseTo(0.25, within(1e-12));
        assertThat(summary.effects().get(0).firstShare()).isEqualTo(0.5);
        assertThat(summary.effects().get(0).notFound()).isEqualTo(1);
    }

    @Test
    void countsCausesWhoseClassIsMovedSignificantly() {
        TruthSummary summary = TruthSummary.of("all", List.of("method"), List.of(FOUND, LOST));
        assertThat(summary.tests())
                .containsExactly(
                        new TruthSummary.Tests("relying", 1, 1, 1), new TruthSummary.Tests("ignoring", 1, 0, 1));
    }

    @Test
    void intervalsResampleCausesAndAreTheSameEveryTime() {
        List<Double> values = List.of(0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0);
        Interval interval = Interval.of(
                values, sample -> sample.stream().mapToDouble(x -> x).average().orElseThrow());
        assertThat(interval.value()).isEqualTo(4.5);
        // 1.96 standard errors of 2.87 / sqrt(10)
        assertThat(interval.low()).isCloseTo(4.5 - 1.78, within(0.3));
        assertThat(interval.high()).isCloseTo(4.5 + 1.78, within(0.3));
        assertThat(Interval.of(values, List::size).low()).isEqualTo(10);
    }
}
