package org.eddp.report.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.eddp.report.draw.Figures.Bars;
import org.eddp.report.draw.Figures.Line;
import org.eddp.report.page.Markup;
import org.eddp.report.page.Palette;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private static final List<String> GROUPS = List.of("concept 0", "<b>");

    private static String bars(String id) {
        return Figures.groupedBars(
                id,
                "Title & more",
                "cosine",
                GROUPS,
                List.of(new Bars("first", new double[] {1, 0.5}), new Bars("second", new double[] {Double.NaN, 0.25})));
    }

    private static String curve(String id, Double target) {
        return Figures.lossCurve(id, "Loss", new Line(new int[] {0, 10, 20}, new double[] {2, 1, 0.5}, target));
    }

    @Test
    void drawingsAreWellFormedNamedAndScale() {
        for (String svg : List.of(bars("a"), curve("a", 0.4), curve("a", null))) {
            Markup.parse(svg);
            assertThat(svg)
                    .contains("viewBox=\"0 0 ", "width=\"100%\"", "role=\"img\"", "<title id=\"a-title\">")
                    .contains("<desc id=\"a-desc\">");
            assertThat(Markup.ids(svg)).containsAll(Markup.references(svg));
        }
    }

    @Test
    void wordsRemainWords() {
        assertThat(bars("a"))
                .contains(">concept 0</text>", ">&lt;b&gt;</text>", ">1.000</text>", ">n/a</text>", ">cosine</text>");
        assertThat(curve("a", 0.4)).contains(">target 0.4</text>", ">optimiser step</text>");
    }

    /** What Java throws where there are no fonts is not always an exception. */
    @Test
    void machinesWithoutFontsAreKnown() {
        assertThat(Raster.succeeds(() -> new String[] {"Sans"})).isTrue();
        assertThat(Raster.succeeds(() -> new String[0])).isFalse();
        assertThat(Raster.succeeds(() -> {
                    throw new IllegalStateException("Fontconfig head is null");
                }))
                .isFalse();
        assertThat(Raster.succeeds(() -> {
                    throw new NoClassDefFoundError("FontManager");
                }))
                .isFalse();
    }

    @Test
    void picturesWithoutWordsAreNotReadOut() {
        Figures.PanelRow silent = new Figures.PanelRow("", List.of(new Figures.Panel(null, List.of())));
        Figures.PanelRow named = new Figures.PanelRow(
                "Concepts",
                List.of(
                        new Figures.Panel(null, List.of("sky", "on 3 patches")),
                        new Figures.Panel(null, List.of()),
                        new Figures.Panel(null, List.of("car"))));
        assertThat(Figures.pictures("a", "Title", List.of(silent, named), 0, ""))
                .contains("<desc id=\"a-desc\">Concepts: sky, on 3 patches; car.</desc>");
    }

    @Test
    void barsStandWhereTheAxisSays() {
        // Plot of 2 x 168 by 230 pixels from 0 to 1: the bar of 0.5 in the second group is 115 high.
        assertThat(bars("a"))
                .contains("height=\"230\" width=\"70.56\" x=\"65.44\" y=\"24\"")
                .contains("height=\"115\" width=\"70.56\" x=\"233.44\" y=\"139\"");
    }

    @Test
    void curvesRunThroughTheirValues() {
        // 206 by 130 pixels; values from 0.5 to 2 with a twentieth of room above and below
        assertThat(curve("a", null)).contains("points=\"46,33.91 149,112.7 252,152.09\"");
    }

    @Test
    void countsStandWhereTheyBelong() {
        String svg = Figures.counts(
                "a",
                "t",
                "d",
                "cosine",
                List.of(
                        new Figures.Counted("some", new double[] {0.95, 0.96, -1}, Palette.BLUE),
                        new Figures.Counted("none", new double[0], Palette.ORANGE)),
                0.9);
        Markup.parse(svg);
        assertThat(svg).contains(">some<", ">none<", ">\u22120.75<", "height=\"120\"", "height=\"60\"");
    }

    @Test
    void targetIsADashedLine() {
        assertThat(curve("a", 0.4)).contains("stroke-dasharray");
        assertThat(curve("a", null)).doesNotContain("dasharray").doesNotContain("target");
    }

    @Test
    void sameInputGivesSameBytesAndAnotherIdOtherIds() {
        assertThat(bars("a")).isEqualTo(bars("a"));
        assertThat(curve("a", 0.4)).isEqualTo(curve("a", 0.4));
        assertThat(Markup.ids(bars("a"))).doesNotContainAnyElementsOf(Markup.ids(bars("b")));
    }

    @Test
    void saysWhatDoesNotFit() {
        assertThatThrownBy(() -> Figures.groupedBars("a", "t", "y", GROUPS, List.of(new Bars("x", new double[] {1}))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bars \"x\" have 1 values for 2 groups");
        assertThatThrownBy(() -> Figures.lossCurve("a", "L", new Line(new int[] {0}, new double[] {Double.NaN}, null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no finite value");
    }
}
