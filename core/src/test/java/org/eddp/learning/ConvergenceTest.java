package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.eddp.directions.Term;
import org.junit.jupiter.api.Test;

class ConvergenceTest {
    private static final LearnOptions.Objective OBJECTIVE = new LearnOptions.Objective(
            Map.of(Term.FOCAL_SPARSITY, 2.6),
            Map.of(Term.FILTER_SIGNAL_ORTHOGONALITY, 0.01, Term.INACTIVE_CLASSIFIER, 0.0),
            null);

    @Test
    void aRoundIsWorthItsSparsityWhenItComesNearerByAsManyPerCent() {
        Convergence before = after(1.0, 0.030, 0);
        assertThat(after(1.16, 0.019, 0).cost()).isLessThan(before.cost());
        assertThat(after(1.16, 0.029, 0).cost()).isGreaterThan(before.cost());
    }

    @Test
    void whatIsNearerThanItsTargetIsWorthNothing() {
        assertThat(after(1.0, 0.001, 0).cost())
                .isEqualTo(after(1.0, 0.01, 0.002).cost());
        assertThat(after(1.0, 0.01, 0.002).reached()).isTrue();
    }

    @Test
    void aTargetOfZeroCounts() {
        Convergence before = after(1.0, 0.01, 0.02);
        assertThat(before.missed()).containsExactly(Term.INACTIVE_CLASSIFIER);
        assertThat(after(1.2, 0.01, 0.004).cost()).isLessThan(before.cost());
    }

    private static Convergence after(double sparsity, double orthogonality, double silence) {
        return Convergence.of(
                Map.of(
                        Term.FOCAL_SPARSITY, sparsity,
                        Term.FILTER_SIGNAL_ORTHOGONALITY, orthogonality,
                        Term.INACTIVE_CLASSIFIER, silence),
                OBJECTIVE);
    }
}
