package org.eddp.report.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.eddp.metrics.Comparison;
import org.eddp.report.TinyEvaluation;
import org.eddp.report.page.Markup;
import org.eddp.study.measure.RunComparison;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ComparisonReportTest {
    private static final String EVIL = "a<script>\"&b";

    private static final TinyEvaluation FIRST = new TinyEvaluation()
            .with("object", 1, "house", 0.5, 0.8, 0.5)
            .with("part", 2, EVIL, 0.02, 0.1, 0.1)
            .silent();

    private static final TinyEvaluation SECOND =
            new TinyEvaluation().with("object", 1, "house", 0.3, 0.5, 0.9).with("surface", 3, "gloss", 0.3, 0.5, 0.9);

    /** Two detectors of the same name. */
    private static final TinyEvaluation TWICE =
            new TinyEvaluation().with("object", 1, "house", 0.1, 0.4, 0.1).with("object", 1, "house", 0.2, 0.4, 0.1);

    private static Comparison.Row row(String name, TinyEvaluation run) {
        return new Comparison.Row(name, run.labels().detectors().size(), "learned", run.metrics(), 0.5, 1, 2);
    }

    private static RunComparison.Details run(TinyEvaluation run) {
        return new RunComparison.Details(run.labels(), null, List.of("./eddp evaluate " + EVIL));
    }

    private static String page() {
        return ComparisonReport.html(new ComparisonReport.Content(
                new Comparison(List.of(row(EVIL, FIRST), row("second", SECOND), row("twice", TWICE)), 0),
                List.of(run(FIRST), run(SECOND), run(TWICE)),
                "./eddp compare"));
    }

    @Test
    void isWellFormedAndNeedsNothingElse() {
        String page = page();
        Markup.parse(page.replace("<!DOCTYPE html>", ""));
        assertThat(page).doesNotContain("<script", "<link", "src=", "@import", "url(");
        assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http:", "https:");
        assertThat(Markup.ids(page)).doesNotHaveDuplicates();
        assertThat(page).isEqualTo(page());
    }

    @Test
    void tableShowsTheBestInBold() {
        assertThat(page())
                .contains("<strong>0.900</strong><span class=\"explain\">\u00b10.000</span>", "<td>0.200<span")
                .contains("Redundancy\u00a0\u2193", "Precision\u00a0\u2191", "What the columns are")
                .contains("IoU counts pixels of images that are annotated for the category");
    }

    /** At 1280 pixels: the page takes the whole width, and the widest table there is fits into it. */
    @Test
    void noColumnIsCutOffOnACommonScreen() {
        Comparison.Row full = row("a name of several words, as runs have", FIRST);
        String page = ComparisonReport.html(new ComparisonReport.Content(
                new Comparison(List.of(full, row("second", SECOND)), 0),
                List.of(run(FIRST), run(SECOND)),
                "./eddp compare"));
        assertThat(page).contains("<body class=\"wide\">", ".wide table { width: 100%; font-size: 0.84rem; }");
        Element table = (Element) Markup.parse(page.replace("<!DOCTYPE html>", ""))
                .getElementsByTagName("table")
                .item(0);
        NodeList headers = table.getElementsByTagName("thead")
                .item(0)
                .getChildNodes()
                .item(0)
                .getChildNodes();
        assertThat(headers.getLength()).as("all but monosemanticity").isEqualTo(3 + 12);
        double letter = 0.84 * 17 * 0.55;
        double padding = 2 * 0.42 * 17;
        double width = 0;
        for (int c = 0; c < headers.getLength(); c++) {
            double longest = 0;
            for (String selector : List.of("thead", "tbody")) {
                NodeList rows = ((Element) table.getElementsByTagName(selector).item(0)).getElementsByTagName("tr");
                for (int r = 0; r < rows.getLength(); r++) {
                    longest = Math.max(longest, longestWord((Element)
                            rows.item(r).getChildNodes().item(c)));
                }
            }
            width += c == 0 ? 8 * 17 : longest * letter + padding;
        }
        assertThat(width).isLessThan(1280 - 2 * 0.02 * 1280);
    }

    /** What cannot be broken into two lines; a deviation stands in a line of its own. */
    private static int longestWord(Element cell) {
        int longest = 0;
        NodeList parts = cell.getChildNodes();
        for (int p = 0; p < parts.getLength(); p++) {
            for (String word : parts.item(p).getTextContent().split(" ")) {
                longest = Math.max(longest, word.length());
            }
        }
        return longest;
    }

    @Test
    void redundancyIsDrawnAgainstS2() {
        String page = page();
        String svg = Markup.svgs(page).stream()
                .filter(s -> s.contains("id=\"trade-off-title\""))
                .findFirst()
                .orElseThrow();
        assertThat(svg.split("<circle", -1)).hasSize(4);
        assertThat(svg)
                .contains(">second<", ">S2<")
                .contains("second: redundancy: detectors that fire on a patch 1.50, S2 0.600.");
        assertThat(page).contains("Hollow: another number of directions");
    }

    /** FIRST has three detectors, the others two. */
    @Test
    void anotherNumberOfConceptsIsMarked() {
        assertThat(page())
                .contains("<td>3</td>", "<td>2\u2020</td>", "\u2020 another number of directions than a&lt;script")
                .contains("Thresholds", "<td>learned</td>");
    }

    @Test
    void everyNumberHasItsCommand() {
        assertThat(page()).contains("./eddp evaluate a&lt;script&gt;", "./eddp compare");
    }

    @Test
    void categoriesOfAllRunsStandSideBySide() {
        String svg = Markup.svgs(page()).stream()
                .filter(s -> s.contains("id=\"categories-title\""))
                .findFirst()
                .orElseThrow();
        assertThat(svg)
                .contains("a&lt;script&gt;&quot;&amp;b: object 1 / 1, part 0, surface 0, no name 2.")
                .contains("second: object 1 / 1, part 0, surface 1 / 1, no name 0.")
                .contains("twice: object 2 / 1, part 0, surface 0, no name 0.");
    }

    @Test
    void runsAreComparedOnTheConceptsTheyShare() {
        String page = page();
        assertThat(page).contains("1 of 2", "\u22120.300", "+0.400");
        assertThat(page)
                .as("names what cannot be compared")
                .contains("measured together")
                .contains("<li>twice</li>");
    }

    @Test
    void detectorsOfOneNameAreComparedOnceTheyAreCombined() {
        TinyEvaluation combined = new TinyEvaluation().with("object", 1, "house", 0.3, 0.3, 0.2);
        String page = ComparisonReport.html(new ComparisonReport.Content(
                new Comparison(List.of(row("first", FIRST), row("twice", TWICE))),
                List.of(
                        run(FIRST),
                        new RunComparison.Details(TWICE.labels(), combined.metrics(), List.of("./eddp evaluate"))),
                "./eddp compare"));
        assertThat(page).contains("1 of 1", "\u22120.500").doesNotContain("measured together");
    }

    @Test
    void oneRunAloneIsShownWithoutDifferences() {
        String page = ComparisonReport.html(new ComparisonReport.Content(
                new Comparison(List.of(row("only", FIRST))), List.of(run(FIRST)), "./eddp compare"));
        assertThat(page).contains("Detector by detector").doesNotContain("Concept by concept", "brown outline");
    }

    @Test
    void runsAndRowsMustMatch() {
        Comparison comparison = new Comparison(List.of(row("only", FIRST)));
        assertThatThrownBy(() -> new ComparisonReport.Content(comparison, List.of(), ""))
                .hasMessageContaining("0 runs for a table of 1 rows");
        assertThatThrownBy(() -> new Comparison(List.of(row("only", FIRST)), 1))
                .hasMessageContaining("reference = 1 must be within 0 .. 0");
    }
}
