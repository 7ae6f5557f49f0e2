package org.eddp.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.explain.ConceptRemoval.TypicalAbsence;
import org.eddp.explain.Explanation.Contribution;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Explanations by removal: what is said of a concept is what happens when it is taken out. */
class RemovalTest {
    private static final Grid GRID = new Grid(3, 3);
    private static final int WIDTH = 4;

    /** Concept 0 reads and writes feature 0, concept 1 feature 1; both are absent at 0.5 and fire above 2. */
    private static final Directions AXES = new Directions(
            new Matrix(WIDTH, 2, new double[] {1, 0, 0, 1, 0, 0, 0, 0}),
            new double[] {2, 2},
            new Matrix(WIDTH, 2, new double[] {1, 0, 0, 1, 0, 0, 0, 0}),
            new double[WIDTH]);

    private static final TypicalAbsence ABSENCE = new TypicalAbsence(new double[] {0.5, 0.5}, AXES.signals());

    private static final LinearReadout READOUT =
            new LinearReadout(new Matrix(WIDTH, 2, new double[] {9, 0, -4.5, 0, 1, 0, 0, 1}), new double[] {0.25, 0});

    private static Explanation explain(Matrix image, Activation activation) {
        try (Scope scope = Scope.open()) {
            return new Explainer(AXES, GRID, activation, Head.of(READOUT, GRID), ABSENCE)
                    .explain(Tensor.of(image, DType.FLOAT64), 0, null);
        }
    }

    /** All patches at the level of absence, but one with a concept. */
    private static Matrix image(int patch, int concept, double value) {
        Matrix image = new Matrix(GRID.cells(), WIDTH);
        for (int p = 0; p < GRID.cells(); p++) {
            image.set(p, 0, 0.5);
            image.set(p, 1, 0.5);
            image.set(p, 2, 1);
        }
        image.set(patch, concept, value);
        return image;
    }

    /** SiLU applied a second time would change the other patches. */
    @ParameterizedTest
    @EnumSource(Activation.class)
    void aConceptAddsWhatItsPatchHasAboveAbsence(Activation activation) {
        Explanation e = explain(image(4, 0, 3.5), activation);
        Contribution concept = e.concepts().get(0);
        assertThat(concept.contribution()).isCloseTo(9 * (3.5 - 0.5) / 9, within(1e-12));
        assertThat(concept.present()).isEqualTo(1);
        assertThat(concept.map()[1][1]).isCloseTo(27, within(1e-12));
        assertThat(e.concepts().get(1).contribution()).as("does not fire").isZero();
        assertThat(e.baselineLogit()).isCloseTo(e.logit() - 3, within(1e-12));
        assertThat(e.residual()).isCloseTo(0, within(1e-12));
        assertThat(e.byRemoval()).isTrue();
        assertThat(e.addsUp()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Activation.class)
    void activationsStayWithinTheirBounds(Activation activation) {
        try (Scope scope = Scope.open()) {
            Tensor values = Tensor.of(new Matrix(1, 4, new double[] {-9, -1.278464542761074, 0, 9}), DType.FLOAT64);
            activation.apply(values, values);
            double[] found = values.toDoubles();
            assertThat(DoubleStream.of(found).max().orElseThrow()).isLessThanOrEqualTo(activation.largest());
            assertThat(DoubleStream.of(found).min().orElseThrow())
                    .isGreaterThanOrEqualTo(activation.smallest() - 1e-12);
            if (activation != Activation.IDENTITY) {
                assertThat(DoubleStream.of(found).min().orElseThrow()).isCloseTo(activation.smallest(), within(1e-12));
            }
        }
    }

    @Test
    void absenceElsewhereIsNotHeldAgainstTheClass() {
        Matrix image = image(4, 0, 3.5);
        for (int p : new int[] {0, 2, 6, 8}) {
            image.set(p, 0, 0); // less than typical
        }
        assertThat(explain(image, Activation.RELU).concepts().get(0).contribution())
                .isCloseTo(3, within(1e-12));
    }

    @Test
    void neighboursCountAsFarAsTheyReadMoreThanAbsence() {
        Matrix image = image(0, 0, 3.5);
        image.set(1, 0, 1.5); // beside it, does not fire
        image.set(8, 0, 1.5); // far from it
        assertThat(explain(image, Activation.RELU).concepts().get(0).contribution())
                .isCloseTo(3 + 1, within(1e-12));
    }

    @Test
    void aConceptThatSpeaksAgainstTheClassHasANegativeContribution() {
        Explanation e = explain(image(4, 1, 4.5), Activation.RELU);
        assertThat(e.concepts().get(1).contribution()).isCloseTo(-4.5 * 4 / 9, within(1e-12));
        assertThat(e.without().concepts()).as("none speaks for it").isEmpty();
        assertThat(e.without().share()).isZero();
        assertThat(e.quality().grade()).isEqualTo(Quality.Grade.POOR);
    }

    @Test
    void withoutTheStrongestConceptsTheMarginIsWhatTheNetworkSays() {
        Explanation e = explain(image(4, 0, 3.5), Activation.RELU);
        Explanation.Without without = e.without();
        assertThat(without.concepts()).containsExactly(0);
        assertThat(without.margin() - without.marginWithout()).isCloseTo(3, within(1e-12));
        assertThat(without.logit()).isCloseTo(e.logit() - 3, within(1e-12));
    }

    @Test
    void anUncertainPredictionIsNeverExplainedClearly() {
        Quality sure = new Quality(1, 1, 1, 0, 0, true, 0, 0.1, 1.0, 0.0, 0.9, 0.8);
        Quality unsure = new Quality(1, 1, 1, 0, 0, true, 0, 0.1, 1.0, 0.0, 0.9, 0.12);
        assertThat(sure.grade()).isEqualTo(Quality.Grade.CLEAR);
        assertThat(unsure.grade()).isEqualTo(Quality.Grade.PARTLY);
    }

    /** Features with overlapping pairs: contributions equal the change of the network's own logit, one removal at a time. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void contributionsAreChangesOfTheNetworksOwnLogit(long seed) {
        Random random = new Random(seed);
        Directions directions = random.directions();
        TypicalAbsence absence = new TypicalAbsence(new double[] {-0.4, -0.2, -0.3}, directions.signals());
        LinearReadout readout = new LinearReadout(random.matrix(WIDTH, 3), new double[] {0.1, 0, -0.1});
        Matrix image = random.matrix(GRID.cells(), WIDTH).map(Math::abs);
        for (Activation activation : List.of(Activation.IDENTITY, Activation.RELU)) {
            try (Scope scope = Scope.open()) {
                Head linear = Head.of(readout, GRID);
                Head opaque = rows -> linear.logits(rows).times(1); // the same, but not known to be linear
                Tensor rows = Tensor.of(image, DType.FLOAT64);
                Explanation exact = new Explainer(directions, GRID, activation, linear, absence).explain(rows, 1, null);
                Explanation passed =
                        new Explainer(directions, GRID, activation, opaque, absence).explain(rows, 1, null);
                assertThat(exact.concepts().stream().anyMatch(c -> c.present() > 0))
                        .isTrue();
                for (int i = 0; i < 3; i++) {
                    assertThat(passed.concepts().get(i).contribution())
                            .isCloseTo(exact.concepts().get(i).contribution(), within(1e-10));
                }
                assertThat(passed.residual()).isCloseTo(exact.residual(), within(1e-10));
                double sum = exact.concepts().stream()
                        .mapToDouble(Contribution::contribution)
                        .sum();
                assertThat(exact.explanationLogit()).isCloseTo(sum + exact.residual(), within(1e-10));
                if (activation == Activation.IDENTITY) {
                    assertThat(exact.residual())
                            .as("interaction comes from the activation")
                            .isCloseTo(0, within(1e-10));
                }
            }
        }
    }

    /** Random numbers of one seed. */
    private record Random(SplittableRandom numbers) {
        Random(long seed) {
            this(new SplittableRandom(seed));
        }

        Matrix matrix(int rows, int columns) {
            return new Matrix(
                    rows,
                    columns,
                    IntStream.range(0, rows * columns)
                            .mapToDouble(k -> numbers.nextGaussian())
                            .toArray());
        }

        Directions directions() {
            Matrix filters = matrix(WIDTH, 3);
            Matrix signals = filters.plus(matrix(WIDTH, 3).times(0.3));
            double[] scales = filters.columnDots(signals);
            for (int i = 0; i < scales.length; i++) {
                scales[i] = 1 / scales[i];
            }
            return new Directions(filters, new double[3], signals.scaleColumns(scales), new double[WIDTH]);
        }
    }
}
