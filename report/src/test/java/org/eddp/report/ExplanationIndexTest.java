package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Explanation;
import org.eddp.explain.Explanation.Conditioning;
import org.eddp.explain.UndecidedPoint;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.report.page.Markup;
import org.junit.jupiter.api.Test;

class ExplanationIndexTest {
    private static final String EVIL = "</table><script>alert(1)</script>&\"'";

    private static ExplainedImage explained(String image, double first, double second, double residual) {
        return explained(image, first, second, residual, -1);
    }

    private static ExplainedImage explained(
            String image, double first, double second, double residual, double baselineLogit) {
        double[][] map = {{0, 0}};
        List<Explanation.Contribution> concepts = List.of(
                new Explanation.Contribution(0, 0.1, first, 0, 0, first, 1, map),
                new Explanation.Contribution(1, 0.1, second, 0, 0, second, 1, map));
        double sum = first + second;
        Explanation explanation = new Explanation(
                1,
                null,
                1,
                0.7,
                2,
                0.2,
                1.5,
                baselineLogit,
                sum + residual,
                sum,
                0,
                0,
                residual,
                false,
                0,
                0,
                UndecidedPoint.PAPER,
                new Conditioning(2, 8, 12.0),
                List.of(),
                null,
                List.of(),
                concepts);
        Named label = new Named(1, EVIL);
        return new ExplainedImage(
                "./eddp explain",
                "d",
                image,
                "",
                label,
                null,
                label,
                List.of(ConceptName.of(0, EVIL, 0.3, true), ConceptName.of(1, "sky", 0.3, true)),
                explanation,
                List.of(),
                List.of(),
                null,
                OutputKind.CLASSES,
                null,
                null);
    }

    @Test
    void whatIsLeftAtTheUndecidedPointIsNotExplained() {
        ExplainedImage clear = explained("a.png", 0.2, 0.1, 0);
        ExplainedImage little = explained("b.png", 0.2, 0.1, 0, 1.7);
        assertThat(ExplanationVerdict.of(clear).headline())
                .isEqualTo("By the paper's decomposition, concepts explain this prediction.");
        ExplanationVerdict verdict = ExplanationVerdict.of(little);
        assertThat(verdict.headline())
                .isEqualTo("By the paper's decomposition, concepts do not explain this prediction.");
        assertThat(verdict.reasons().get(0)).contains("1.70 of the logit of 2.00 is left");
        ExplanationIndex index = new ExplanationIndex("./eddp explain");
        index.add("a.html", clear);
        index.add("b.html", little);
        assertThat(index.verdict().get(0)).isEqualTo("Concepts explain 1 of 2 predictions, 0 in part and 1 not.");
    }

    @Test
    void meansAreOverImagesAndTheStrongestConceptComesFirst() {
        ExplanationIndex index = new ExplanationIndex("./eddp explain --image " + EVIL);
        index.add("a.html", explained("a.png", 0.5, -3, 0.1));
        index.add("b.html", explained(EVIL, -1.5, -4, 50));

        assertThat(index.images()).isEqualTo(2);
        assertThat(index.verdict().get(0)).isEqualTo("Concepts explain 1 of 2 predictions, 0 in part and 1 not.");
        assertThat(index.verdict()).anyMatch(words -> words.contains("smaller than sample \u2212 baseline in 2 of 2"));
        String page = index.page();
        Markup.parse(page);
        assertThat(page).doesNotContain("<script>alert").contains("href=\"a.html\"", "href=\"b.html\"");
        assertThat(page).contains("Explained: the class predicted");
        String concepts = page.substring(page.indexOf("Mean size"), page.indexOf("Image by image</h2>"));
        assertThat(concepts).containsSubsequence("sky", "3.5", "\u22123.5", "alert", "\u22120.5");
    }
}
