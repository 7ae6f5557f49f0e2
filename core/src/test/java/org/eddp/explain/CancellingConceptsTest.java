package org.eddp.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;

class CancellingConceptsTest {
    /** Unit diagonal, with concepts 0 and 1, and 1 and 2, coupled. */
    private static final Matrix PRODUCT = Matrix.of(
            new double[] {1, 0.7, 0, 0}, new double[] {0, 1, 0, 0.1}, new double[] {0, -0.5, 1, 0}, new double[] {
                0.4, 0, 0, 1
            });

    private static List<List<Integer>> groups(double... totals) {
        return new CancellingConcepts(PRODUCT).groups(totals);
    }

    @Test
    void coupledConceptsOfOppositeSignComeTogether() {
        assertThat(groups(5, -4, 0, 0)).containsExactly(List.of(0, 1));
    }

    @Test
    void conceptsThatAreNotCoupledStayApart() {
        assertThat(groups(5, 0, 0, -5)).isEmpty();
    }

    @Test
    void whatAddsUpOrHardlyCancelsStaysApart() {
        assertThat(groups(5, 4, 0, 0)).isEmpty();
        assertThat(groups(5, -2, 0, 0)).isEmpty();
    }

    @Test
    void groupsJoinOthers() {
        // 1 and 2 cancel most and leave -2, which cancels with 0
        assertThat(groups(2, -8, 6, 0)).containsExactly(List.of(0, 1, 2));
    }
}
