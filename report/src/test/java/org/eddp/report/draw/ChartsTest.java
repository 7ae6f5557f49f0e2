package org.eddp.report.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.eddp.report.page.Markup;
import org.junit.jupiter.api.Test;

class ChartsTest {
    @Test
    void histogramCountsEveryFiniteValueOnce() {
        Histogram histogram = Histogram.of(new double[] {0, 0.1, 0.3, 1, 2, -1, Double.NaN}, 0, 1, 10);
        assertThat(histogram.counts()).containsExactly(2, 1, 0, 1, 0, 0, 0, 0, 0, 2);
        assertThat(histogram.values()).isEqualTo(6);
        assertThat(histogram.peak()).isEqualTo(1 / 3.0);
        assertThat(Histogram.of(new double[0], 0, 1, 4).peak()).isZero();
    }

    @Test
    void histogramCountsValuesThatOccurOften() {
        Histogram histogram = Histogram.of(new double[] {0, 1, 2}, new long[] {5, 0, 15}, -0.5, 2.5, 3);
        assertThat(histogram.counts()).containsExactly(5, 0, 15);
        assertThat(histogram.share(2)).isEqualTo(0.75);
    }

    @Test
    void stackShowsEveryRunWithItsMeanAndTheReferenceOverTheOthers() {
        HistogramStack.Scale scale = new HistogramStack.Scale("IoU", 0, 1, 20, false);
        List<HistogramStack.Series> series = List.of(
                HistogramStack.Series.of("a<b", new double[] {0.2, 0.4}),
                HistogramStack.Series.of("second", new double[] {0.9, 0.9, Double.NaN}),
                HistogramStack.Series.of("none", new double[0]));
        String svg = HistogramStack.svg("h", scale, series, 0);
        Markup.parse(svg);
        assertThat(svg)
                .contains("a&lt;b", "mean 0.30", "mean 0.90", "mean n/a")
                .contains("a&lt;b: from 0.20 to 0.40, mean 0.30.");
        assertThat(svg.split("<polyline", -1))
                .as("outline in all rows but its own")
                .hasSize(3);
        assertThat(HistogramStack.svg("h", scale, series, -1)).doesNotContain("<polyline");
    }

    @Test
    void barsOfAStackAreAsHighAsTheirShare() {
        HistogramStack.Scale scale = new HistogramStack.Scale("x", 0, 1, 20, false);
        String svg =
                HistogramStack.svg("h", scale, List.of(HistogramStack.Series.of("", new double[] {0, 0, 0, 0.5})), -1);
        // three quarters are the highest bar and reach the top of 75 %; the fourth value a third of that
        assertThat(svg).contains("75\u00a0%", "height=\"50\"", "height=\"16.67\"");
    }

    @Test
    void logarithmicAxesAreWrittenAsNumbers() {
        HistogramStack.Scale scale = new HistogramStack.Scale("patches", 0, 4, 20, true);
        String svg = HistogramStack.svg("h", scale, List.of(HistogramStack.Series.of("", new double[] {1, 3})), -1);
        assertThat(svg).contains(">10k<", ">100<", "geometric mean 100");
    }

    @Test
    void matrixDrawsAllAndDifferentOnOneScale() {
        String svg = Figures.barMatrix(
                "m",
                "t",
                List.of("object", "no name"),
                List.of(
                        new Figures.CellRow("one", List.of(new Figures.Cell(8, 2), new Figures.Cell(4, null))),
                        new Figures.CellRow("two", List.of(new Figures.Cell(0, 0), new Figures.Cell(16, null)))),
                160);
        Markup.parse(svg);
        assertThat(svg)
                .contains("width=\"80\"", "width=\"20\"", "width=\"40\"", "width=\"160\"")
                .contains(">8 / 2<", ">4<", ">16<")
                .contains("one: object 8 / 2, no name 4. two: object 0, no name 16.");
        assertThatThrownBy(() -> Figures.barMatrix(
                        "m", "t", List.of("a", "b"), List.of(new Figures.CellRow("r", List.of())), 10))
                .hasMessageContaining("0 cells for 2 columns");
    }

    @Test
    void longWordsBreakIntoTwoLines() {
        assertThat(Drawing.wrap("short", 11, 100)).containsExactly("short");
        assertThat(Drawing.wrap("taken for a house and a car", 11, 110))
                .containsExactly("taken for a", "house and a car");
        assertThat(Drawing.wrap("x".repeat(60), 11, 100))
                .hasSize(1)
                .first()
                .asString()
                .endsWith("\u2026");
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
}
