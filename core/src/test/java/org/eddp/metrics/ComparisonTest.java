package org.eddp.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.labels.Dissection;
import org.eddp.labels.PatchLabels;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static Comparison.Row row(String name, Double coverage, Double redundancy, double precision) {
        Metrics.MeanAndDeviation spread = new Metrics.MeanAndDeviation(precision, 0);
        Metrics metrics = new Metrics(
                "0",
                "set",
                10,
                PatchLabels.Rule.MAJORITY,
                Dissection.CountedImages.ANNOTATED_IMAGES,
                0.04,
                coverage,
                redundancy,
                spread,
                spread,
                spread,
                spread,
                null,
                Metrics.Segmentation.of(List.of()),
                List.of(),
                List.of());
        return new Comparison.Row(name, 3, metrics);
    }

    private static boolean best(Comparison comparison, int row, Comparison.Column column) {
        return comparison.cell(comparison.rows().get(row), column).best();
    }

    private static Comparison compared(Comparison.Row... rows) {
        return new Comparison(List.of(rows), 0);
    }

    @Test
    void aRunIsNotHeldAgainstItself() {
        List<Comparison.Row> rows = List.of(row("run", 0.5, 0.7, 0.2), row("run, linear or", 0.5, 0.7, 0.9));
        assertThat(new Comparison(rows).text()).doesNotContain("*").doesNotContain("redundancy / coverage");
        assertThat(new Comparison(rows, 0).text()).contains("0.900\u00b10.000*", "redundancy / coverage");
    }

    /** One detector per patch on average is less redundant where it fires than few that fire together here and there. */
    @Test
    void detectorsThatHardlyFireAreNotTheLeastRedundant() {
        Comparison comparison = compared(
                row("half", 0.55, 0.99, 0),
                row("learned", 0.8, 1.1, 0.2),
                row("hardly", 0.2, 0.21, 0),
                row("all", 1.0, 9.0, 0));
        assertThat(best(comparison, 0, Comparison.Column.REDUNDANCY))
                .as("1.8 where any fires")
                .isFalse();
        assertThat(best(comparison, 1, Comparison.Column.REDUNDANCY))
                .as("1.375")
                .isTrue();
        assertThat(best(comparison, 2, Comparison.Column.REDUNDANCY))
                .as("on a fifth of the patches")
                .isFalse();
        assertThat(comparison.text()).contains("of those that fire on at least half of the patches");
    }

    @Test
    void detectorsThatNeverFireAreNotTheLeastRedundant() {
        Comparison comparison =
                compared(row("silent", 0.0, 0.0, 0), row("some", 0.5, 0.7, 0.2), row("many", 0.9, 2.5, 0.3));
        assertThat(best(comparison, 0, Comparison.Column.REDUNDANCY)).isFalse();
        assertThat(best(comparison, 1, Comparison.Column.REDUNDANCY)).isTrue();
        assertThat(best(comparison, 2, Comparison.Column.PRECISION)).isTrue();
    }

    @Test
    void aTableOfSilentRunsHasNoBest() {
        Comparison comparison = compared(row("one", 0.0, 0.0, 0), row("two", 0.0001, 0.0001, 0));
        for (Comparison.Column column : comparison.columns()) {
            assertThat(best(comparison, 0, column) || best(comparison, 1, column))
                    .as(column.title())
                    .isFalse();
        }
    }

    @Test
    void groupsOfDetectorsHaveNoCoverageAndStillCompete() {
        Comparison comparison = compared(row("or", null, null, 0.9), row("run", 0.5, 0.7, 0.2));
        assertThat(best(comparison, 0, Comparison.Column.PRECISION)).isTrue();
    }

    @Test
    void whatIsCountedHasNoDigitsBehindThePoint() {
        Metrics metrics = row("", 0.5, 0.7, 0.2).metrics();
        Comparison comparison = new Comparison(List.of(
                new Comparison.Row("tested", 3, null, metrics, 0.25, 2, 14),
                new Comparison.Row("untested", 3, metrics)));
        assertThat(comparison.text()).contains("I1", "SDC", "SCDP");
        assertThat(comparison.text().lines().toList().get(1)).contains(" 0.250 ", " 2 ", " 14 ");
        assertThat(comparison.cell(comparison.rows().get(1), Comparison.Column.SIGNIFICANT_PAIRS))
                .isEqualTo(new Comparison.Cell("-", false));
    }

    @Test
    void whereOnlyOneRunHasANumberNoneIsBest() {
        Metrics metrics = row("", 0.5, 0.7, 0.2).metrics();
        Comparison comparison = compared(
                new Comparison.Row("tested", 3, null, metrics, 0.25, 2, 14),
                new Comparison.Row("tested too", 3, null, metrics, 0.25, 1, null),
                new Comparison.Row("silent", 3, null, row("", 0.0, 0.0, 0).metrics(), 0.5, 9, 99));
        assertThat(best(comparison, 0, Comparison.Column.SIGNIFICANT_PAIRS)).isFalse();
        assertThat(best(comparison, 0, Comparison.Column.SIGNIFICANT_DIRECTIONS))
                .isTrue();
        assertThat(best(comparison, 0, Comparison.Column.INFLUENCE)).isTrue();
        assertThat(best(comparison, 1, Comparison.Column.INFLUENCE)).as("equal").isTrue();
        assertThat(compared(row("alone", 0.5, 0.7, 0.2)).text()).doesNotContain("*");
    }

    @Test
    void whatIsNoNumberIsNotBest() {
        Comparison comparison = compared(row("one", 0.5, 0.7, Double.NaN), row("two", 0.5, 0.7, 0.1));
        assertThat(best(comparison, 0, Comparison.Column.PRECISION)).isFalse();
    }

    @Test
    void saysWhereThresholdsComeFromAndMarksAnotherNumberOfDirections() {
        Metrics metrics = row("", 0.5, 0.7, 0.2).metrics();
        List<Comparison.Row> rows = List.of(
                new Comparison.Row("natural", 256, "top 0.5 %", metrics, null, null, null),
                new Comparison.Row("eddp", 64, "learned", metrics, null, null, null));
        Comparison comparison = new Comparison(rows, 1);
        assertThat(comparison.text().lines().toList().get(1)).startsWith("natural  256\u2020   top 0.5 %  ");
        assertThat(comparison.text().lines().toList().get(2)).startsWith("eddp       64     learned  ");
        assertThat(comparison.text()).contains("than eddp has (64)", "fires on the X of the patches");
        assertThat(comparison.csv()).contains("method,concepts,thresholds,Coverage", "\"natural\",256,top 0.5 %,0.5,");
        assertThat(comparison.latex()).contains("natural & 256$^\\dagger$ & top 0.5 \\% & ", "& Thresholds & ");
        assertThat(new Comparison(rows).text()).as("held against none").doesNotContain("\u2020");
        assertThat(new Comparison(rows.subList(1, 2), 0).notes()).isEmpty();
    }

    @Test
    void sharesAreParts() {
        assertThat(Comparison.top(1.0 / 64, 64)).isEqualTo("top 1/64");
        assertThat(Comparison.top(1.0 / 64, 256)).isEqualTo("top 1.56 %");
        assertThat(Comparison.top(0.005, 256)).isEqualTo("top 0.5 %");
        assertThat(Comparison.top(0.2, 64)).isEqualTo("top 20 %");
    }

    @Test
    void namesMeanNothingToLatex() {
        String table = new Comparison(List.of(row("#$%&_{}~^\\ a\nb", 0.5, 0.7, 0.2))).latex();
        assertThat(table)
                .contains("\n\\#\\$\\%\\&\\_\\{\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{} a b & 3 & ");
        assertThat(table.lines()).hasSize(4);
    }
}
