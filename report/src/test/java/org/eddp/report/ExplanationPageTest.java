package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Explanation;
import org.eddp.explain.Explanation.Conditioning;
import org.eddp.explain.UndecidedPoint;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.input.Snapshot;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.report.page.Markup;
import org.junit.jupiter.api.Test;

/** What the page of an explanation says and shows of firing, absent and grouped concepts. */
class ExplanationPageTest {
    private static final String EXAMPLE = "data:image/png;base64,of-concept-";

    /** Concepts of even number fire; 2 and 4 only cancel each other; maps are of concept 0 alone. */
    private static ExplainedImage explained(double residual, Integer supported, double... totals) {
        double[][] map = {{1, 0}};
        List<Explanation.Contribution> concepts = IntStream.range(0, totals.length)
                .mapToObj(i -> new Explanation.Contribution(i, 0.1, totals[i], 0, 0, totals[i], 1 - i % 2, map))
                .toList();
        double sum = DoubleStream.of(totals).sum();
        Explanation explanation = new Explanation(
                1,
                null,
                1,
                0.7,
                10,
                0.2,
                1.5,
                -1,
                sum + residual,
                sum,
                0,
                0,
                residual,
                false,
                0,
                0,
                UndecidedPoint.PAPER,
                new Conditioning(totals.length, 8, 12.0),
                List.of(),
                null,
                List.of(List.of(2, 4)),
                concepts);
        Named label = new Named(1, "ash");
        return new ExplainedImage(
                "./eddp explain",
                "d",
                "a.png",
                Snapshot.of(new Picture(4, 4, new byte[3 * 16]), new Preprocessing.CropBox(0, 0, 4, 4))
                        .address(),
                label,
                null,
                label,
                IntStream.range(0, totals.length)
                        .mapToObj(ConceptName::unlabelled)
                        .toList(),
                explanation,
                List.of(new ExplainedImage.Detection(0, map)),
                List.of(),
                supported,
                OutputKind.CLASSES,
                null,
                null);
    }

    private static String page(ExplainedImage explained) {
        String page = ResultPages.page(explained, concept -> List.of(new Crop(EXAMPLE + concept, EXAMPLE + "whole")));
        Markup.parse(page);
        return page;
    }

    @Test
    void saysWhatFiresAndWhatIsAbsent() {
        ExplainedImage absent = explained(0, null, 1, 2.5, 2, 0, -1.99);
        assertThat(ResultPages.verdict(absent))
                .contains(
                        "Concepts that fire in the image add 1.01, absent ones 2.50: absent concepts contribute more than"
                                + " those that fire.");
        ExplainedImage firing = explained(0, null, 3, 2.5, 2, 0, -1.99);
        assertThat(ResultPages.verdict(firing)).contains("Concepts that fire in the image add 3.01, absent ones 2.50.");
    }

    /** A concept that is not in the picture never speaks without being called absent. */
    @Test
    void theSentenceOfADecompositionCallsAbsentConceptsAbsent() {
        assertThat(page(explained(0, null, 1, 2.5, 2, -0.5, -1.99)))
                .contains("<p class=\"sentence\">Ash, by the paper&#39;s decomposition mainly because of concept 1,"
                        + " which is absent from the picture: +2.50 of 3.01; against it concept 3, which is"
                        + " absent from the picture: \u22120.500.</p>");
        assertThat(page(explained(0, null, 3, 2.5, 2, 0, -1.99)))
                .contains("mainly because of concept 0: +3.00 of 5.51.</p>");
    }

    @Test
    void groupsHaveABarAndTheirMembersAreListedHoweverSmallTheirSum() {
        ExplainedImage explained = explained(0, null, 3, 2.5, 2, 0, -1.99);
        assertThat(ResultPages.bars(explained)).contains("2 + 4 together", "concept 1, absent here", "1 other absent");
        assertThat(ResultPages.verdict(explained)).anyMatch(words -> words.contains("2 + 4 together 0.01"));
        assertThat(page(explained)).contains("concept 2 (2.00), concept 4 (\u22121.99)");
    }

    @Test
    void everyConceptWithABarHasItsExamples() {
        String page = page(explained(0, null, 3, 2.5, 2, 0, -1.99));
        assertThat(page)
                .contains(EXAMPLE + 0, EXAMPLE + 1, EXAMPLE + 2, EXAMPLE + 4)
                .doesNotContain(EXAMPLE + 3);
        assertThat(page).contains("+2.50 logit; absent from the image");
    }

    @Test
    void colourGoesByTheVerdict() {
        assertThat(page(explained(0, null, 3, 2.5, 2, 0, -1.99))).contains("\"verdict good\"");
        assertThat(page(explained(5, null, 3, 2.5, 2, 0, -1.99))).contains("\"verdict mixed\"");
        assertThat(page(explained(50, null, 3, 2.5, 2, 0, -1.99))).contains("\"verdict bad\"");
    }

    @Test
    void moreConceptsAreAdvisedOnlyWhereThePatchesSupportThem() {
        assertThat(ResultPages.verdict(explained(5, 7, 3, 2.5, 2, 0, -1.99)))
                .anyMatch(words -> words.contains("./eddp learn --concepts 7"));
        assertThat(ResultPages.verdict(explained(5, 5, 3, 2.5, 2, 0, -1.99)))
                .noneMatch(words -> words.contains("--concepts"))
                .anyMatch(words -> words.contains("./eddp features --images")
                        && words.contains("support no more than 5 concepts"));
    }

    @Test
    void theIndexIsGreenOnlyIfMostAreClear() {
        ExplanationIndex index = new ExplanationIndex("./eddp explain");
        index.add("a.html", explained(0, null, 3, 2.5, 2, 0, -1.99));
        index.add("b.html", explained(5, null, 1, 2.5, 2, 0, -1.99));
        assertThat(index.page()).contains("\"verdict mixed\"").doesNotContain("\"verdict good\"");
        assertThat(index.verdict()).anyMatch(words -> words.contains("in 1 of 2 the absent ones have the larger part"));
        index.add("c.html", explained(0, null, 3, 2.5, 2, 0, -1.99));
        assertThat(index.page()).contains("\"verdict good\"");
    }
}
