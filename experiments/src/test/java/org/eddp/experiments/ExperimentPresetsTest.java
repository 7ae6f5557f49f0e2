package org.eddp.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.eddp.directions.Term;
import org.eddp.learning.LearnOptions;
import org.junit.jupiter.api.Test;

class ExperimentPresetsTest {
    @Test
    void targetsAndWeightsAreThePapers() {
        LearnOptions.Objective synthetic =
                ExperimentPresets.synthetic(3, 1).joint().objective();
        assertThat(synthetic.targets())
                .containsEntry(Term.MAXIMUM_ACTIVATION, 0.5)
                .containsEntry(Term.MAXIMUM_MARGIN, 15.0)
                .containsEntry(Term.FILTER_SIGNAL_ORTHOGONALITY, 0.01);
        LearnOptions.Objective chess = ExperimentPresets.chess(6, 1).joint().objective();
        assertThat(chess.targets())
                .containsEntry(Term.MAXIMUM_ACTIVATION, 0.8)
                .containsEntry(Term.INACTIVE_CLASSIFIER, 0.01)
                .containsEntry(Term.EXCESSIVELY_ACTIVE_CLASSIFIER, 0.01)
                .containsEntry(Term.MAXIMUM_MARGIN, 8.0)
                .containsEntry(Term.FILTER_SIGNAL_ORTHOGONALITY, 0.1);
        for (LearnOptions.Objective objective : new LearnOptions.Objective[] {synthetic, chess}) {
            assertThat(objective.weights())
                    .containsExactly(Map.entry(Term.FOCAL_SPARSITY, 2.6), Map.entry(Term.UNCERTAINTY, 0.25));
        }
    }
}
