package org.eddp.experiments.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.List;
import org.assertj.core.data.Offset;
import org.eddp.directions.Directions;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;

/** A cause that adds 3 to the first feature on two cells of four, which is worth 2 per unit: it adds 3 to the logit. */
class MethodsTest {
    private static final Offset<Double> EXACT = within(1e-5);
    private static final Grid GRID = new Grid(2, 2);
    private static final Head HEAD = Head.of(
            new LinearReadout(Matrix.of(new double[] {0, 2}, new double[] {0, 1}, new double[] {0, 0}), new double[2]),
            GRID);
    private static final Matrix PICTURE = Matrix.of(
            new double[] {3, 0.2, 1}, new double[] {3, 0.2, 1}, new double[] {0, 0.2, 1}, new double[] {0, 4, 1});

    private static EffectQuery question() {
        BitSet cells = new BitSet();
        cells.set(0, 2);
        return new EffectQuery(PICTURE, cells, 0, HEAD, 1);
    }

    /** Concepts whose filters and signal vectors are the given columns, absent at 0 except for the second, at 0.2. */
    private static ConceptSet concepts(int[] group, double[]... columns) {
        Matrix both = Matrix.of(columns).transpose();
        double[] thresholds = new double[columns.length];
        double[] absent = new double[columns.length];
        long[] counts = new long[columns.length];
        for (int i = 0; i < columns.length; i++) {
            thresholds[i] = 0.5;
            absent[i] = columns[i][1] * 0.2;
            counts[i] = 10;
        }
        return new ConceptSet(
                new Directions(both, thresholds, both, new double[3]),
                new ConceptStatistics(
                        counts, counts, absent, absent, new double[0], new Matrix(columns.length, 0), both),
                List.of(group),
                List.of());
    }

    private static final double[] FIRST = {1, 0, 0};
    private static final double[] SECOND = {0, 1, 0};

    @Test
    void typicalAbsenceFindsWhatTheCauseAdds() {
        Answer answer =
                AbsenceMethod.of("a", concepts(new int[] {0}, FIRST, SECOND)).answer(question());
        assertThat(answer.contribution()).isCloseTo(3, EXACT);
        assertThat(answer.others()).containsExactly(new double[] {3.8 / 4}, EXACT);
        assertThat(answer.first()).isTrue();
        assertThat(answer.noise()).isCloseTo(3.8 / 4, EXACT);
    }

    @Test
    void removalCountsSiblingsOnceAndSingleMovesTwice() {
        ConceptSet twice = concepts(new int[] {0, 2}, FIRST, SECOND, FIRST);
        assertThat(AbsenceMethod.of("a", twice).answer(question()).contribution())
                .isCloseTo(6, EXACT);
        Answer removed = new RemovalMethod("r", twice, Activation.RELU).answer(question());
        assertThat(removed.contribution()).isCloseTo(3, EXACT);
        assertThat(removed.others()).containsExactly(new double[] {3.8 / 4}, EXACT);
    }

    @Test
    void removalGoesThroughTheActivation() {
        // written to -5, the first feature becomes 0 through the activation
        ConceptSet low = concepts(new int[] {0}, FIRST);
        low.statistics().meanWithout()[0] = -5;
        assertThat(new RemovalMethod("r", low, Activation.RELU)
                        .answer(question())
                        .contribution())
                .isCloseTo(3, EXACT);
        assertThat(new RemovalMethod("r", low, Activation.IDENTITY)
                        .answer(question())
                        .contribution())
                .isCloseTo(8, EXACT);
    }

    @Test
    void aCauseIsNotFirstBesideAStrongerConceptOrIfItDoesNotFire() {
        ConceptSet second = concepts(new int[] {1}, FIRST, SECOND);
        assertThat(AbsenceMethod.of("a", second).answer(question()).first()).isFalse();
        ConceptSet silent = concepts(new int[] {1}, FIRST, new double[] {-1, 0, 0});
        Answer answer = AbsenceMethod.of("a", silent).answer(question());
        assertThat(answer.contribution()).isZero();
        assertThat(answer.first()).isFalse();
        assertThat(answer.found()).isTrue();
    }

    @Test
    void aCauseWithoutConceptsIsNotFound() {
        ConceptSet none = concepts(new int[0], FIRST, SECOND);
        assertThat(AbsenceMethod.of("a", none).answer(question())).isEqualTo(Answer.NOT_FOUND);
        assertThat(new RemovalMethod("r", none, Activation.RELU).answer(question()))
                .isEqualTo(Answer.NOT_FOUND);
        assertThat(Answer.NOT_FOUND.first()).isFalse();
    }

    @Test
    void regionsAddUpTheCellsTheyAreTold() {
        Answer zero = new RegionMethod("g", new double[3]).answer(question());
        assertThat(zero.contribution()).isCloseTo((6.2 + 6.2) / 4, EXACT);
        assertThat(zero.first()).isNull();
        Answer baseline = new RegionMethod("i", new double[] {0, 0.2, 1}).answer(question());
        assertThat(baseline.contribution()).isCloseTo(3, EXACT);
    }

    @Test
    void otherSignalVectorsHaveUnitLengthAlongTheirFilters() {
        ConceptSet set = concepts(new int[] {0}, new double[] {2, 0, 1}, SECOND);
        Matrix filters = set.filterSignals();
        assertThat(set.directions().filters().columnDots(filters)).containsExactly(new double[] {1, 1}, EXACT);
        assertThat(set.withSignals(filters).signal(0))
                .containsExactly(new double[] {2 / Math.sqrt(5), 0, 1 / Math.sqrt(5)}, EXACT);
    }
}
