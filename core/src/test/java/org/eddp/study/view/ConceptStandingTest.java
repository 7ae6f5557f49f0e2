package org.eddp.study.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.eddp.health.Health;
import org.eddp.influence.EffectTest;
import org.eddp.influence.Influence;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;

class ConceptStandingTest {
    private static final double[] SHARES = {0.25, 0.6, 0.1, 0.6};

    /** Concept 0 moves class 0, concept 1 moves nothing, concept 3 moves class 0; class 1 is not asked about. */
    private static Influence influence(boolean tested) {
        Matrix none = new Matrix(4, 2);
        Matrix effects = Matrix.of(new double[] {2, 9}, new double[] {-4, 9}, new double[] {0, 9}, new double[] {1, 0});
        Matrix q = Matrix.of(new double[] {0, 0}, new double[] {0.75, 0}, new double[] {1, 0}, new double[] {0.01, 1});
        Matrix moved = Matrix.of(new double[] {1, 1}, new double[] {0, 1}, new double[] {0, 1}, new double[] {1, 0});
        EffectTest test = new EffectTest(q, q, moved, new long[] {9, 9, 9, 9}, new EffectTest.HeldOut(1, 0.05, 0));
        return new Influence(none, none, new long[4], none, effects, tested ? test : null, 10);
    }

    private static List<Health.Detector> health(Double... reliability) {
        return Stream.of(reliability)
                .map(r -> new Health.Detector(0, 1, 0.1, null, r))
                .toList();
    }

    private static List<ConceptStanding> of(List<Health.Detector> health, Influence influence) {
        return ConceptStanding.of(SHARES, health, influence, k -> k == 0);
    }

    @Test
    void isReliabilityTimesSpecificityTimesEffect() {
        List<ConceptStanding> found = of(health(0.8, 0.5, null, -0.2), influence(true));
        assertThat(found.get(0)).isEqualTo(new ConceptStanding(0, 0.8, 1, 1, false));
        assertThat(found.get(0).value()).isEqualTo(0.8);
        // 0.6 of the patches where 0.25 would be even; an effect of 4, but three quarters of such findings are chance
        assertThat(found.get(1).value()).isCloseTo(0.5 * (0.25 / 0.6) * (4 * 0.25 / 2), within(1e-12));
        assertThat(found.get(2).reliability()).as("not measurable").isZero();
        assertThat(found.get(3).reliability()).as("more noise than signal").isZero();
    }

    @Test
    void aCatchAllCoversMuchAndMovesNothing() {
        assertThat(of(List.of(), influence(true)))
                .extracting(ConceptStanding::catchAll)
                .containsExactly(false, true, false, false);
    }

    @Test
    void whatWasNotMeasuredDoesNotDecide() {
        assertThat(of(List.of(), null))
                .extracting(ConceptStanding::value)
                .containsExactly(1.0, 0.25 / 0.6, 1.0, 0.25 / 0.6);
        assertThat(of(List.of(), influence(false)))
                .extracting(ConceptStanding::effect)
                .as("without a test, the size of the effect")
                .containsExactly(0.5, 1.0, 0.0, 0.25);
    }
}
