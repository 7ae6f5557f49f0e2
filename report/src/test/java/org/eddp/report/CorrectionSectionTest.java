package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CorrectionSectionTest {
    private static CorrectionResults deviating(Double deviation) {
        List<CorrectionResults.Evaluation> evaluations =
                List.of(new CorrectionResults.Evaluation("original", 1, 1, new long[][] {{1, 0}}));
        return new CorrectionResults(
                "./eddp correct",
                "0",
                "fixed.onnx",
                List.of(new Named(5, "grass")),
                deviation == null ? null : "test",
                deviation,
                deviation == null ? List.of() : List.of(new Named(0, "ash")),
                deviation == null ? List.of() : evaluations);
    }

    @Test
    void roundingIsAgreement() {
        CorrectionResults close = deviating(2.9e-6);
        assertThat(close.agrees()).isTrue();
        assertThat(CorrectionSection.page(close)).contains("agree to 2.9e-06 of the size of the logits");
        assertThat(deviating(CorrectionResults.TOLERANCE).agrees()).isTrue();
    }

    @Test
    void aFileThatDoesSomethingElseDoesNotAgree() {
        CorrectionResults far = deviating(1.1e-5);
        assertThat(far.agrees()).isFalse();
        assertThat(CorrectionSection.page(far))
                .contains("differ by 1.1e-05", "more than the 1e-05")
                .doesNotContain("agree to");
        assertThat(deviating(Double.NaN).agrees()).isFalse();
    }

    @Test
    void withoutEvaluationNothingIsClaimed() {
        CorrectionResults unknown = deviating(null);
        assertThat(unknown.agreement()).isEmpty();
        assertThat(CorrectionSection.page(unknown)).contains("not evaluated").doesNotContain("logits");
    }
}
