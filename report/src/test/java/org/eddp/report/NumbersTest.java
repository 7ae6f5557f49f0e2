package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void almostOneNeverReadsAsOne() {
        assertThat(Numbers.score(0.9996)).isEqualTo("0.9996");
        assertThat(Numbers.score(0.99996)).isEqualTo("0.99996");
        assertThat(Numbers.score(1)).isEqualTo("1.000");
        assertThat(Numbers.score(1 - 1e-12)).isEqualTo("1.000");
        assertThat(Numbers.score(Double.NaN)).isEqualTo("n/a");
    }

    @Test
    void minusIsAMinusAndZeroHasNone() {
        assertThat(Numbers.fixed(-0.25, 2)).isEqualTo("\u22120.25");
        assertThat(Numbers.fixed(-0.0001, 2)).isEqualTo("0.00");
        assertThat(Numbers.fixed(Double.POSITIVE_INFINITY, 2)).isEqualTo("\u221e");
    }

    @Test
    void significantDigitsFollowTheSize() {
        assertThat(Numbers.significant(12.449)).isEqualTo("12.4");
        assertThat(Numbers.significant(0.01634)).isEqualTo("0.0163");
        assertThat(Numbers.significant(-1.5811)).isEqualTo("\u22121.58");
        assertThat(Numbers.significant(1.23e-5)).isEqualTo("1.2e\u22125");
        assertThat(Numbers.plain(0.5)).isEqualTo("0.5");
        assertThat(Numbers.plain(3000)).isEqualTo("3000");
    }

    @Test
    void doesNotDependOnTheLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Numbers.percent(0.9633, 2)).isEqualTo("96.33\u00a0%");
            assertThat(Palette.sequential(0.5)).matches("#[0-9a-f]{6}");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void smallestReportsAGapAndMedianSkipsIt() {
        assertThat(Numbers.smallest(new double[] {0.9, Double.NaN, 0.5})).isNaN();
        assertThat(Numbers.smallest(new double[] {})).isNaN();
        assertThat(Numbers.median(new double[] {3, Double.NaN, 1, 2, 10})).isEqualTo(2.5);
    }

    @Test
    void axisTicksAreRoundAndEncloseTheData() {
        assertThat(Axis.enclosing(0, 1, 5).ticks()).containsExactly(0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0);
        assertThat(Axis.enclosing(5, 5.9, 4).min()).isEqualTo(5);
        Axis constant = Axis.enclosing(0.5, 0.5, 4);
        assertThat(constant.min()).isLessThan(0.5);
        assertThat(constant.max()).isGreaterThan(0.5);
        assertThat(Axis.enclosing(0, 0, 4).min()).isZero();
    }

    @Test
    void thinningKeepsEndsAndSpikes() {
        int count = 5000;
        int[] steps = IntStream.range(0, count).toArray();
        double[] values =
                IntStream.range(0, count).mapToDouble(k -> 1.0 / (1 + k)).toArray();
        values[2500] = 7;
        values[10] = Double.NaN;

        Curve curve = Curve.of(steps, values);

        assertThat(curve.x()).hasSizeLessThan(200).contains(2500).startsWith(0).endsWith(4999);
        assertThat(curve.y()).contains(7.0).doesNotContain(Double.NaN);
        assertThat(curve.x()).isSorted();
    }

    @Test
    void coloursAreNeutralAtZeroAndReadable() {
        assertThat(Palette.diverging(0)).isEqualTo(Palette.sequential(0)).isEqualTo(Palette.diverging(Double.NaN));
        assertThat(Palette.diverging(1)).isNotEqualTo(Palette.diverging(-1));
        assertThat(Palette.inkOn(Palette.sequential(1))).isEqualTo("#ffffff");
        assertThat(Palette.inkOn(Palette.sequential(0))).isEqualTo("#000000");
    }
}
