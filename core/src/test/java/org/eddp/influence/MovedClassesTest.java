package org.eddp.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import org.eddp.directions.Directions;
import org.eddp.influence.MovedClasses.Moved;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;

class MovedClassesTest {
    private static final Matrix SCORES = Matrix.of(new double[][] {{0.9, -0.4, 0.1, -0.8}, {0.2, 0.3, 0.5, 0.1}});

    private static Influence influence(long tried, Matrix significant) {
        return new Influence(SCORES, new Matrix(2, 4), new long[] {tried, tried}, significant, new Matrix(2, 4), 10);
    }

    @Test
    void strongestComeFirst() {
        List<MovedClasses> moved = MovedClasses.of(influence(0, new Matrix(2, 4)), null, null, Set.of(0, 1, 2, 3), 1);
        assertThat(moved.get(0))
                .isEqualTo(new MovedClasses(List.of(new Moved(0, 0.9)), List.of(new Moved(3, -0.8)), 0.9));
        assertThat(moved.get(1).lowered()).isEmpty();
    }

    @Test
    void onlyWhatIsAskedAndNoChanceCounts() {
        Matrix significant = Matrix.of(new double[][] {{1, 1, 0, 0}, {0, 0, 0, 0}});
        List<MovedClasses> moved = MovedClasses.of(influence(99, significant), null, null, Set.of(1, 2, 3), 2);
        assertThat(moved.get(0)).isEqualTo(new MovedClasses(List.of(), List.of(new Moved(1, -0.4)), 0.4));
        assertThat(moved.get(1).strength()).isZero();
    }

    /** What all classes share moves none of them; labels do not compete, so it moves every label. */
    @Test
    void labelsAreMovedByWhatTheyShare() {
        Matrix vectors = Matrix.of(new double[] {1, 1}, new double[] {0.1, -0.1});
        Directions directions = new Directions(
                new Matrix(2, 1), new double[1], Matrix.of(new double[] {1}, new double[] {0}), new double[2]);
        Influence none =
                new Influence(new Matrix(1, 2), new Matrix(1, 2), new long[1], new Matrix(1, 2), new Matrix(1, 2), 10);
        LinearReadout classes = new LinearReadout(vectors, new double[2]);
        LinearReadout labels = new LinearReadout(vectors, new double[2], OutputKind.LABELS);
        assertThat(MovedClasses.of(none, classes, directions, Set.of(0, 1), 2)
                        .get(0)
                        .strength())
                .isZero();
        MovedClasses moved =
                MovedClasses.of(none, labels, directions, Set.of(0, 1), 2).get(0);
        assertThat(moved.raised()).extracting(Moved::label).containsExactlyInAnyOrder(0, 1);
        assertThat(moved.strength()).isCloseTo(1 / Math.sqrt(1.01), within(1e-12));
    }
}
