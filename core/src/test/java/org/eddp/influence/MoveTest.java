package org.eddp.influence;

import static org.assertj.core.api.Assertions.assertThat;

import org.eddp.influence.Influence.Move;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;

class MoveTest {
    private static final Matrix EFFECTS = Matrix.of(new double[][] {{0.9, -0.4, 0.1, -0.8}, {0.2, 0.3, 0.5, 0.1}});

    private static Influence influence(Matrix moved) {
        Matrix q = new Matrix(2, 4).map(x -> 0.01);
        EffectTest test =
                moved == null ? null : new EffectTest(q, q, moved, new long[] {9, 0}, new EffectTest.HeldOut(0, 0, 0));
        return new Influence(new Matrix(2, 4), new Matrix(2, 4), new long[2], new Matrix(2, 4), EFFECTS, test, 10);
    }

    @Test
    void strongestComeFirstWithTheirRanks() {
        Influence untested = influence(null);
        assertThat(Move.ofConcept(untested, 0, true, k -> true, 1)).containsExactly(new Move(0, 0, 0.9, 1, null));
        assertThat(Move.ofConcept(untested, 0, false, k -> true, 5))
                .containsExactly(new Move(0, 3, -0.8, 4, null), new Move(0, 1, -0.4, 3, null));
        assertThat(Move.ofConcept(untested, 1, false, k -> true, 5)).isEmpty();
        assertThat(Move.ofClass(untested, 0, true, 5))
                .containsExactly(new Move(0, 0, 0.9, 1, null), new Move(1, 0, 0.2, 3, null));
    }

    @Test
    void onlyWhatIsAskedAndExceedsNoiseCounts() {
        Influence tested = influence(Matrix.of(new double[][] {{1, 1, 0, 0}, {0, 0, 0, 0}}));
        assertThat(Move.ofConcept(tested, 0, true, k -> k > 0, 2)).isEmpty();
        assertThat(Move.ofConcept(tested, 0, false, k -> true, 2)).containsExactly(new Move(0, 1, -0.4, 3, 0.01));
        assertThat(Move.ofClass(tested, 2, true, 2)).isEmpty();
        assertThat(tested.mostMoved(2)).containsExactly(0, 1);
        assertThat(tested.isEffectTested(1)).isFalse();
    }
}
