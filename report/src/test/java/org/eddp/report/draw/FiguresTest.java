package org.eddp.report.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.eddp.report.draw.Figures.Bars;
import org.eddp.report.draw.Figures.Line;
import org.eddp.report.page.Markup;
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
            assertThat(Markup.ids(svg)).contains("a-clip-0").containsAll(Markup.references(svg));
        }
    }

    @Test
    void wordsRemainWords() {
        assertThat(bars("a"))
                .contains(">concept 0</text>", ">&lt;b&gt;</text>", ">1.000</text>", ">n/a</text>", ">cosine</text>");
        assertThat(curve("a", 0.4)).contains(">target 0.4</text>", ">optimiser step</text>");
    }

    @Test
    void barsStandWhereTheAxisSays() {
        // Plot of 2 x 168 by 230 pixels from 0 to 1: the bar of 0.5 in the second group is 115 high.
        assertThat(bars("a"))
                .contains("d='M13.44,0L84,0L84,230L13.44,230Z'", "d='M181.44,115L252,115L252,230L181.44,230Z'");
    }

    @Test
    void targetIsADashedLine() {
        assertThat(curve("a", 0.4)).contains("stroke-dasharray:6.0,4.0");
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
