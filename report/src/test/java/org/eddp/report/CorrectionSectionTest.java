package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
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
                null,
                deviation == null ? null : "test",
                deviation,
                deviation == null ? List.of() : List.of(new Named(0, "ash")),
                deviation == null ? List.of() : evaluations);
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

    /** Nobody reads matrices of many classes; which classes changed is what they would be read for. */
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

    private static CorrectionResults ofMany(long[][] before, long[][] after) {
        return new CorrectionResults(
                "./eddp correct",
                "0",
                "fixed.onnx",
                List.of(ConceptName.of(5, "grass", 0.3, true)),
                null,
                "test",
                0.0,
                IntStream.range(0, 30).mapToObj(k -> new Named(k, "class " + k)).toList(),
                List.of(
                        new CorrectionResults.Evaluation("original", 0.75, 120, before),
                        new CorrectionResults.Evaluation("corrected", 0.7, 120, after)));
    }
}
