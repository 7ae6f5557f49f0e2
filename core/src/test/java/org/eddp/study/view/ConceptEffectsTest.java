package org.eddp.study.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.influence.EffectTest;
import org.eddp.influence.Influence;
import org.eddp.names.ClassNames;
import org.eddp.names.Named;
import org.eddp.study.view.ConceptPortrait.ConceptEffects;
import org.eddp.study.view.ConceptPortrait.ConceptEffects.Moved;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;

/** What could not be tested is told apart from what was tested and not found. */
class ConceptEffectsTest {
    private static Influence influence(boolean tested) {
        Matrix none = new Matrix(3, 2);
        Matrix q = Matrix.of(new double[] {0.01, 0.5}, new double[] {0.6, 0.7}, new double[] {1, 1});
        Matrix moved = Matrix.of(new double[] {1, 0}, new double[] {0, 0}, new double[] {0, 0});
        EffectTest test = new EffectTest(q, q, moved, new long[] {9, 9, 0}, new EffectTest.HeldOut(1, 0.05, 0));
        Matrix effects = Matrix.of(new double[] {2, -1}, new double[] {0.5, -3}, new double[] {0, 0});
        return new Influence(none, none, new long[3], none, effects, tested ? test : null, 10);
    }

    private static ConceptEffects of(boolean tested, int concept) {
        return ConceptEffects.of(influence(tested), concept, k -> true, 2, ClassNames.NONE);
    }

    @Test
    void classesThatAreMovedMoreThanByNoise() {
        ConceptEffects found = of(true, 0);
        assertThat(found.untested()).isNull();
        assertThat(found.raised()).containsExactly(new Moved(new Named(0, null), 2, 1, 0.01));
        assertThat(found.lowered()).isEmpty();
        assertThat(of(true, 1)).isEqualTo(new ConceptEffects(null, List.of(), List.of()));
    }

    @Test
    void whyAConceptWasNotTested() {
        assertThat(of(true, 2).untested()).isEqualTo("it fires on no patch, or on every patch");
        ConceptEffects untested = of(false, 1);
        assertThat(untested.untested()).isEqualTo("effects were not tested");
        assertThat(untested.lowered()).containsExactly(new Moved(new Named(1, null), -3, 2, null));
    }
}
