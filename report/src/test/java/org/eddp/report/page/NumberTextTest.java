package org.eddp.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class NumberTextTest {
    @Test
    void almostOneNeverReadsAsOne() {
        assertThat(NumberText.score(0.9996)).isEqualTo("0.9996");
        assertThat(NumberText.score(0.99996)).isEqualTo("0.99996");
        assertThat(NumberText.score(1)).isEqualTo("1.000");
        assertThat(NumberText.score(1 - 1e-12)).isEqualTo("1.000");
        assertThat(NumberText.score(Double.NaN)).isEqualTo("n/a");
    }

    @Test
    void minusIsAMinusAndZeroHasNone() {
        assertThat(NumberText.fixed(-0.25, 2)).isEqualTo("\u22120.25");
        assertThat(NumberText.fixed(-0.0001, 2)).isEqualTo("0.00");
        assertThat(NumberText.fixed(Double.POSITIVE_INFINITY, 2)).isEqualTo("\u221e");
    }

    @Test
    void significantDigitsFollowTheSize() {
        assertThat(NumberText.significant(12.449)).isEqualTo("12.4");
        assertThat(NumberText.significant(0.01634)).isEqualTo("0.0163");
        assertThat(NumberText.significant(-1.5811)).isEqualTo("\u22121.58");
        assertThat(NumberText.significant(1.23e-5)).isEqualTo("1.2e\u22125");
        assertThat(NumberText.plain(0.5)).isEqualTo("0.5");
        assertThat(NumberText.plain(3000)).isEqualTo("3000");
        assertThat(NumberText.plain(Math.pow(10, Math.log10(5)) + 1e-12)).isEqualTo("5");
    }

    @Test
    void doesNotDependOnTheLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(NumberText.percent(0.9633, 2)).isEqualTo("96.33\u00a0%");
            assertThat(Palette.sequential(0.5)).matches("#[0-9a-f]{6}");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void smallestReportsAGapAndMedianSkipsIt() {
        assertThat(NumberText.smallest(new double[] {0.9, Double.NaN, 0.5})).isNaN();
        assertThat(NumberText.smallest(new double[] {})).isNaN();
        assertThat(NumberText.median(new double[] {3, Double.NaN, 1, 2, 10})).isEqualTo(2.5);
    }

    @Test
    void coloursAreNeutralAtZeroAndReadable() {
        assertThat(Palette.diverging(0)).isEqualTo(Palette.sequential(0)).isEqualTo(Palette.diverging(Double.NaN));
        assertThat(Palette.diverging(1)).isNotEqualTo(Palette.diverging(-1));
        assertThat(Palette.inkOn(Palette.sequential(1))).isEqualTo("#ffffff");
        assertThat(Palette.inkOn(Palette.sequential(0))).isEqualTo("#000000");
    }
}
