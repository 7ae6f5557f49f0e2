package org.eddp.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.Color;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eddp.report.draw.Figures;
import org.eddp.report.draw.HistogramStack;
import org.junit.jupiter.api.Test;

/** Dark pages have dark charts: every colour of every kind of drawing is exchanged, and can be read. */
class NightTest {
    private static final Pattern COLOUR = Pattern.compile("(fill|stroke)=\"(#[0-9a-f]{6})\"");
    private static final Pattern TEXT = Pattern.compile("<text fill=\"(#[0-9a-f]{6})\"");
    /** The ground of drawings on a dark page, as the style sheet has it. */
    private static final String GROUND = "#1b1f24";

    private static List<String> drawings() {
        return List.of(
                Figures.divergingBars(
                        "a", "t", "u", "n", 1, List.of(new Figures.Bar("x", 1, true), new Figures.Bar("y", -1, false))),
                Figures.barMatrix(
                        "b",
                        "t",
                        List.of("c", "d"),
                        List.of(new Figures.CellRow("r", List.of(new Figures.Cell(3, 2), new Figures.Cell(3, null)))),
                        50),
                Figures.groupedBars("c", "t", "v", List.of("g"), List.of(new Figures.Bars("s", new double[] {1}))),
                Figures.lossCurve("d", "t", new Figures.Line(new int[] {0, 1}, new double[] {1, 2}, 1.0)),
                Figures.scatter(
                        "e",
                        "t",
                        "h",
                        "v",
                        List.of(new Figures.Dot("p", 1, 1, true, true), new Figures.Dot("q", 2, 2, false, false))),
                Figures.ranked("f", "t", "h", "v", List.of(new Figures.Ranked("r", 0.5, true)), 1, "even"),
                HistogramStack.svg(
                        "g",
                        HistogramStack.Scale.of("s", 0, 1),
                        List.of(
                                HistogramStack.Series.of("one", new double[] {0.5}),
                                HistogramStack.Series.of("two", new double[] {0.1})),
                        0));
    }

    private static String page() {
        return new HtmlPage("t")
                .section("s", "S", List.of(HtmlPage.figure(drawings(), "c")))
                .render();
    }

    @Test
    void everyColourOfADrawingIsExchanged() {
        String page = page();
        String night = page.substring(page.lastIndexOf("@media screen and (prefers-color-scheme: dark)"));
        for (String drawing : drawings()) {
            for (MatchResult found : COLOUR.matcher(drawing).results().toList()) {
                assertThat(night)
                        .contains(".card svg [" + found.group(1) + "=\"" + found.group(2) + "\"] { " + found.group(1)
                                + ": ");
            }
        }
        assertThat(page).contains("--card: " + GROUND);
        assertThat(new HtmlPage("t").section("s", "S", List.of()).render()).doesNotContain(".card svg [fill");
    }

    @Test
    void wordsAndMarksStandOutFromADarkGround() {
        String all = String.join("", drawings());
        TreeSet<String> words =
                TEXT.matcher(all).results().map(m -> m.group(1)).collect(Collectors.toCollection(TreeSet::new));
        assertThat(words).hasSizeGreaterThan(1);
        for (String word : words) {
            assertThat(contrast(Palette.night(word), GROUND)).as(word).isGreaterThan(4.5);
        }
        for (Color mark : List.of(Palette.BLUE, Palette.GREEN, Palette.ORANGE, Palette.PURPLE, Palette.VERMILION)) {
            assertThat(contrast(Palette.night(Palette.hex(mark)), GROUND)).isGreaterThan(3);
        }
        assertThat(contrast(Palette.night(Palette.diverging(0.85)), GROUND)).isGreaterThan(3);
        assertThat(contrast(Palette.night(Palette.diverging(-0.85)), GROUND)).isGreaterThan(3);
    }

    @Test
    void nightKeepsHuesAndExchangesLightness() {
        assertThat(Color.RGBtoHSB(0, 0x72, 0xB2, null)[0]).isCloseTo(hue(Palette.night("#0072b2")), within(0.02f));
        assertThat(contrast(Palette.night("#ffffff"), GROUND)).isLessThan(1.2);
        assertThat(Palette.night("#808080")).matches("#(..)\\1\\1");
    }

    /** Shaded cells say both grounds, each with an ink that can be read on it. */
    @Test
    void shadedCellsHaveANightToo() {
        String style = Palette.shade(Palette.sequential(0.3));
        MatchResult parts = Pattern.compile("--day:(.*);--day-ink:(.*);--night:(.*);--night-ink:(.*)")
                .matcher(style)
                .results()
                .findFirst()
                .orElseThrow();
        assertThat(contrast(parts.group(1), parts.group(2))).isGreaterThan(4.5);
        assertThat(contrast(parts.group(3), parts.group(4))).isGreaterThan(4.5);
        assertThat(luminance(parts.group(3))).isLessThan(luminance(parts.group(1)));
    }

    private static float hue(String colour) {
        Color c = Color.decode(colour);
        return Color.RGBtoHSB(c.getRed(), c.getGreen(), c.getBlue(), null)[0];
    }

    private static double contrast(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String colour) {
        Color c = Color.decode(colour);
        return 0.2126 * linear(c.getRed()) + 0.7152 * linear(c.getGreen()) + 0.0722 * linear(c.getBlue());
    }

    private static double linear(int channel) {
        double v = channel / 255.0;
        return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
    }
}
