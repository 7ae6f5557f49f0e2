package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.eddp.directions.Term;
import org.junit.jupiter.api.Test;

class LearningStateTest {
    private final LearningState state = new LearningState();

    @Test
    void constraintsKeepTheirWeightWhereAPhaseGoesOn() {
        state.enter(0, new double[] {1, 2});
        state.keepMultipliers(Map.of(Term.INACTIVE_CLASSIFIER, 3.0));
        state.goOn(1, new double[] {4, 5, 6});
        assertThat(restored(Term.INACTIVE_CLASSIFIER)).isEqualTo(3);
        assertThat(restored(Term.MAXIMUM_MARGIN)).as("a constraint that is new").isZero();
        assertThat(state.phase).isEqualTo(1);
        assertThat(state.step).isZero();
        assertThat(state.values).containsExactly(4, 5, 6);
    }

    @Test
    void constraintsStartAtZeroInANewPhase() {
        state.enter(0, new double[] {1});
        state.keepMultipliers(Map.of(Term.INACTIVE_CLASSIFIER, 3.0));
        state.enter(1, new double[] {1});
        assertThat(restored(Term.INACTIVE_CLASSIFIER)).isZero();
    }

    private double restored(Term term) {
        Map<Term, Double> multipliers = new EnumMap<>(Map.of(term, -1.0));
        state.restoreMultipliers(multipliers);
        return multipliers.get(term);
    }
}
