package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.intervene.CorrectionResults;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.junit.jupiter.api.Test;

class CorrectionSectionTest {
    private static CorrectionResults deviating(Double deviation) {
        List<CorrectionResults.Evaluation> evaluations =
                List.of(new CorrectionResults.Evaluation("original", 1, 1, new long[][] {{1, 0}}));
        return new CorrectionResults(
                "./eddp correct",
                "0",
                "fixed.onnx",
                List.of(ConceptName.of(5, "grass", 0.3, true)),
                Signals.MEANS,
                null,
                List.of(),
                deviation == null ? null : "test",
                deviation,
                deviation == null ? List.of() : List.of(new Named(0, "ash")),
                deviation == null ? List.of() : evaluations,
                null);
    }

    @Test
    void roundingIsAgreement() {
        CorrectionResults close = deviating(2.9e-6);
        assertThat(close.agrees()).isTrue();
        assertThat(ResultPages.page(close)).contains("agree to 2.9e-06 of the size of the logits");
        assertThat(deviating(CorrectionResults.TOLERANCE).agrees()).isTrue();
    }

    @Test
    void aFileThatDoesSomethingElseDoesNotAgree() {
        CorrectionResults far = deviating(1.1e-5);
        assertThat(far.agrees()).isFalse();
        assertThat(ResultPages.page(far))
                .contains("differ by 1.1e-05", "more than the 1e-05")
                .doesNotContain("agree to");
        assertThat(deviating(Double.NaN).agrees()).isFalse();
    }

    @Test
    void withoutEvaluationNothingIsClaimed() {
        CorrectionResults unknown = deviating(null);
        assertThat(unknown.agreement()).isEmpty();
        assertThat(ResultPages.page(unknown)).contains("not evaluated").doesNotContain("logits");
    }

    /** A matrix of many classes is too large to read; the page lists the classes that changed instead. */
    @Test
    void ofManyClassesThoseThatChangedAreListed() {
        long[][] before = new long[30][31];
        long[][] after = new long[30][31];
        for (int k = 0; k < 30; k++) {
            before[k][k] = 3;
            before[k][30] = 1;
            after[k][k] = k == 7 ? 0 : k == 4 ? 4 : 3;
            after[k][30] = 4 - after[k][k];
        }
        assertThat(ResultPages.page(ofMany(before, after)))
                .containsSubsequence(">7 class 7<", ">4<", ">3<", ">0<", ">4 class 4<", ">4<", ">3<", ">4<")
                .doesNotContain(">8 class 8<");
        assertThat(ResultPages.page(ofMany(before, before))).contains("as many images of every class rightly");
    }

    private static CorrectionResults controlled(double corrected, double... random) {
        List<CorrectionResults.Evaluation> evaluations = new ArrayList<>();
        evaluations.add(new CorrectionResults.Evaluation("original", 0.5, 1000, new long[][] {{1, 0}}));
        evaluations.add(new CorrectionResults.Evaluation("corrected", corrected, 1000, new long[][] {{1, 0}}));
        evaluations.add(new CorrectionResults.Evaluation(CorrectionResults.FILTER, 0.49, 1000, new long[][] {{1, 0}}));
        for (int k = 0; k < random.length; k++) {
            evaluations.add(new CorrectionResults.Evaluation(
                    CorrectionResults.RANDOM + (k + 1), random[k], 1000, new long[][] {{1, 0}}));
        }
        return new CorrectionResults(
                "./eddp correct",
                "0",
                "fixed.onnx",
                List.of(ConceptName.of(5, "grass", 0.3, true)),
                Signals.MEANS,
                null,
                List.of(
                        new CorrectionResults.Presence(List.of(5), null, 900, 100_000),
                        new CorrectionResults.Presence(List.of(5), "test", 3, 49_000)),
                "test",
                0.0,
                List.of(new Named(0, "ash")),
                evaluations,
                null);
    }

    @Test
    void beginsWithASentenceThatSaysWhetherItIsBetterAndWhy() {
        String without = "<p class=\"sentence\">Without concept 5 \u201cgrass\u201d, the network ";
        assertThat(ResultPages.page(controlled(0.7, 0.499, 0.502)))
                .contains(without
                        + "is right on 70.0\u00a0% of test instead of 50.0\u00a0%; random directions do not change it"
                        + " as much.");
        assertThat(ResultPages.page(controlled(0.501, 0.499, 0.502)))
                .contains("; random directions change it as much.");
        assertThat(ResultPages.page(controlled(0.5)))
                .contains(" of test, as before; whether any direction would do the same was not tested.");
        assertThat(ResultPages.page(deviating(null)))
                .contains(without + "was written as fixed.onnx; what that does to its predictions was not evaluated.");
    }

    @Test
    void saysWhetherTheChangeIsOutsideItsControls() {
        assertThat(ResultPages.page(controlled(0.7, 0.499, 0.502)))
                .contains("The accuracy changes by +20.0 points. 2 random directions of the same length change it by"
                        + " -0.1 points to +0.2 points: the change is outside its controls")
                .contains("With the filter in place of the signal vector it changes by -1.0 points.");
        assertThat(ResultPages.page(controlled(0.501, 0.499, 0.502))).contains("the change is within its controls");
        assertThat(ResultPages.page(controlled(0.5, 0.5, 0.5)))
                .contains("The accuracy does not change. 2 random directions of the same length leave it as it is: the"
                        + " change is within its controls");
        assertThat(ResultPages.page(controlled(0.7))).contains("No controls were evaluated");
    }

    @Test
    void saysWhereAConceptHardlyFires() {
        assertThat(controlled(0.7).rare())
                .containsExactly(
                        "Concept 5 hardly fires on test: on 3 of 49,000 patches (0.0061 %), so that taking it out can"
                                + " change little there.");
        assertThat(ResultPages.page(controlled(0.7))).contains("Concept 5 hardly fires on test");
        assertThat(deviating(0.0).rare()).isEmpty();
    }

    private static CorrectionResults ofMany(long[][] before, long[][] after) {
        return new CorrectionResults(
                "./eddp correct",
                "0",
                "fixed.onnx",
                List.of(ConceptName.of(5, "grass", 0.3, true)),
                Signals.MEANS,
                null,
                List.of(),
                "test",
                0.0,
                IntStream.range(0, 30).mapToObj(k -> new Named(k, "class " + k)).toList(),
                List.of(
                        new CorrectionResults.Evaluation("original", 0.75, 120, before),
                        new CorrectionResults.Evaluation("corrected", 0.7, 120, after)),
                null);
    }
}
