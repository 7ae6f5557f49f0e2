package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Explanation;
import org.eddp.explain.Explanation.Conditioning;
import org.eddp.explain.Quality;
import org.eddp.explain.UndecidedPoint;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.input.Snapshot;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.report.page.Markup;
import org.junit.jupiter.api.Test;

/** What the page of an explanation by removal says. */
class RemovalPageTest {
    private static final Named KNIGHT = new Named(1, "knight");
    private static final Named ROOK = new Named(2, "rook");
    private static final double LOGIT = 11.2;
    private static final double INTERACTION = -0.4;

    private static final ExplainedImage.Limit POOR = new ExplainedImage.Limit(
            Quality.Grade.POOR, "The run itself is not reliable: its detectors are poor (silent detectors).");

    /**
     * Concepts with a contribution fire, those of 0 do not.
     *
     * @param instead what the network says without the concepts that speak for the class
     */
    private static ExplainedImage explained(
            double probability,
            double marginWithout,
            Named instead,
            Named predicted,
            ExplainedImage.Limit limit,
            double... falls) {
        return explained(INTERACTION, probability, marginWithout, instead, predicted, limit, falls);
    }

    private static ExplainedImage explained(
            double interaction,
            double probability,
            double marginWithout,
            Named instead,
            Named predicted,
            ExplainedImage.Limit limit,
            double... falls) {
        double[][] map = {{1, 0}};
        List<Explanation.Contribution> concepts = IntStream.range(0, falls.length)
                .mapToObj(
                        i -> new Explanation.Contribution(i, 0.1, falls[i], 0, 0, falls[i], falls[i] == 0 ? 0 : 2, map))
                .toList();
        List<Integer> strongest = IntStream.range(0, falls.length)
                .filter(i -> falls[i] > 0)
                .boxed()
                .toList();
        double sum = DoubleStream.of(falls).sum();
        Explanation explanation = new Explanation(
                1,
                null,
                predicted.number(),
                probability,
                LOGIT,
                0.2,
                1.5,
                LOGIT - sum - interaction,
                sum + interaction,
                sum,
                0,
                0,
                interaction,
                false,
                0,
                0,
                UndecidedPoint.ABSENCE,
                new Conditioning(falls.length, 8, 12.0),
                List.of(),
                new Explanation.Without(strongest, 7.5, 0.11, instead.number(), 4, marginWithout),
                List.of(),
                concepts);
        return new ExplainedImage(
                "./eddp explain",
                "d",
                "a.png",
                Snapshot.of(new Picture(4, 4, new byte[3 * 16]), new Preprocessing.CropBox(0, 0, 4, 4))
                        .address(),
                KNIGHT,
                null,
                predicted,
                List.of(
                        ConceptName.of(0, "word", 0.4, true),
                        ConceptName.unlabelled(1),
                        ConceptName.unlabelled(2),
                        ConceptName.unlabelled(3)),
                explanation,
                List.of(new ExplainedImage.Detection(0, map)),
                List.of(),
                null,
                OutputKind.CLASSES,
                instead,
                limit);
    }

    private static ExplainedImage clear() {
        return explained(0.93, -1, ROOK, KNIGHT, null, 3.2, 0.6, -0.5, 0);
    }

    private static String all(ExplainedImage explained) {
        String page = ResultPages.page(explained);
        Markup.parse(page);
        return page + String.join(" ", ResultPages.verdict(explained)) + ResultPages.bars(explained);
    }

    @Test
    void theFirstSentenceSaysWhichConceptAndWhatHappensWithoutIt() {
        assertThat(clear().summary())
                .isEqualTo("Knight, mainly because of concept 0 \u201cword\u201d: +3.20 of 11.2; against it concept 2:"
                        + " \u22120.500. Without concepts 0 and 1 the network says \u201crook\u201d.");
        assertThat(explained(0.93, -1, ROOK, KNIGHT, null, 12.5, 0, 0, 0).summary())
                .isEqualTo("Knight, mainly because of concept 0 \u201cword\u201d: +12.5, more than all of 11.2. Without"
                        + " concept 0 the network says \u201crook\u201d.");
        assertThat(explained(0.93, 1, KNIGHT, KNIGHT, null, 3.2, 0, -0.5, 0).summary())
                .endsWith(" Without concept 0 the network still says it, with 75 % of its lead gone.");
        assertThat(explained(0.1, 1, ROOK, ROOK, null, 3.2, 0.6, 0, 0).summary())
                .startsWith("What speaks most for \u201cknight\u201d, which the network does not say, is concept 0"
                        + " \u201cword\u201d:")
                .endsWith("Without concepts 0 and 1 the network gives it a probability of 11 %.");
        assertThat(explained(0.93, 4, KNIGHT, KNIGHT, null, -3, 0, 0, 0).summary())
                .isEqualTo("Knight, but no concept of this run speaks for it: without the concepts that fire,"
                        + " the logit goes from 11.2 to 14.6.");
    }

    /** The page says it before anything else, and the numbers behind the verdict are one click away. */
    @Test
    void thePageBeginsWithTheSentenceAndFoldsTheAccount() {
        assertThat(ResultPages.page(clear()))
                .containsSubsequence(
                        "<p class=\"sentence\">Knight, mainly because of concept 0",
                        "outlined: concept 0 \u201cword\u201d",
                        "Concepts explain this prediction",
                        "<details>",
                        "is interaction",
                        "</details>");
    }

    @Test
    void theVerdictRestsOnWhatRemovalDoes() {
        assertThat(ResultPages.verdict(clear()))
                .startsWith(
                        "Concepts explain this prediction: without the 2 concepts that speak most for it the network"
                                + " says \u201crook\u201d instead.")
                .contains(
                        "Taken out together, concepts 0 and 1 take the logit from 11.2 to 7.50, and the probability of"
                                + " \u201cknight\u201d from 93 % to 11 %.")
                .contains("The 3 concepts that fire add 3.30 if each is taken out alone, and 2.90 if all are taken out"
                        + " together; the difference, \u22120.400, is interaction. Without them the logit is 8.30.");
        assertThat(ResultPages.verdict(explained(0.93, 2.6, KNIGHT, KNIGHT, null, 3.2, 0, 0, 0)))
                .startsWith("Concepts explain part of this prediction: without concept 0 35 % of its lead over the next"
                        + " class is gone.")
                .anyMatch(words -> words.startsWith("What helps: "));
        assertThat(ResultPages.verdict(explained(0.93, 4, KNIGHT, KNIGHT, null, -3, 0, 0, 0)))
                .startsWith("Concepts do not explain this prediction: none of them speaks for it.");
        assertThat(ResultPages.verdict(explained(0.12, -1, ROOK, KNIGHT, null, 3.2, 0, 0, 0)))
                .contains("The network itself is unsure: it gives \u201cknight\u201d a probability of 12 %.");
    }

    @Test
    void oneConceptIsSingularAndRoundingIsNoInteraction() {
        assertThat(ResultPages.verdict(explained(-1.14e-7, 0.93, -1, ROOK, KNIGHT, null, 3.2, 0, 0, 0)))
                .contains(
                        "Taken out, concept 0 takes the logit from 11.2 to 7.50, and the probability of"
                                + " \u201cknight\u201d from 93 % to 11 %.",
                        "The one concept that fires adds 3.20. Without it the logit is 8.00.");
        ExplainedImage two = explained(-1.14e-7, 0.93, -1, ROOK, KNIGHT, null, 3.2, 0.6, 0, 0);
        assertThat(ResultPages.verdict(two))
                .anyMatch(words -> words.contains("; the difference, 0.00, is interaction."));
        assertThat(all(two)).doesNotContain("0000001", "e\u22127");
    }

    @Test
    void nothingIsSaidOfThePapersDecomposition() {
        for (ExplainedImage explained : List.of(
                clear(),
                explained(0.12, 2.6, KNIGHT, KNIGHT, POOR, 3.2, 0, 0, 0),
                explained(0.93, 4, KNIGHT, KNIGHT, null, -3, 0, 0, 0))) {
            assertThat(all(explained))
                    .doesNotContain("undecided", "W^T S", "Baseline", "Correction", "correction", "residual", "absent");
        }
    }

    @Test
    void barsAddUpToTheLogitAndAbsentConceptsHaveNone() {
        assertThat(ResultPages.bars(clear()))
                .contains("0 word", "interaction", "without its concepts")
                .doesNotContain("concept 3");
        assertThat(ResultPages.page(clear())).contains("3 of 4 concepts fire in the image");
    }

    @Test
    void noVerdictIsBetterThanTheHealthOfItsRun() {
        ExplainedImage limited = explained(0.93, -1, ROOK, KNIGHT, POOR, 3.2, 0.6, -0.5, 0);
        assertThat(limited.verdict()).isEqualTo(Quality.Grade.POOR);
        assertThat(ResultPages.verdict(limited))
                .startsWith("This explanation is not reliable.", POOR.reason())
                .anyMatch(words -> words.contains("./eddp health"));
        assertThat(all(limited)).contains("\"verdict bad\"").doesNotContain("Concepts explain this prediction");
        ExplanationIndex index = new ExplanationIndex("./eddp explain");
        index.add("a.html", limited);
        assertThat(index.verdict())
                .startsWith("Concepts explain 0 of 1 predictions, 0 in part and 1 not.", POOR.reason());
        assertThat(index.page()).contains("\"verdict bad\"").doesNotContain("undecided", "W^T S");
    }

    @Test
    void theIndexSaysHowMuchIsGone() {
        ExplanationIndex index = new ExplanationIndex("./eddp explain");
        index.add("a.html", clear());
        index.add("b.html", explained(0.12, -1, ROOK, KNIGHT, null, 3.2, 0, 0, 0));
        assertThat(index.verdict())
                .startsWith("Concepts explain 1 of 2 predictions, 1 in part and 0 not.")
                .anyMatch(words -> words.contains("125\u00a0% of its lead over the next class is gone in the median"))
                .anyMatch(words -> words.contains("unsure of 1 of 2"));
    }
}
