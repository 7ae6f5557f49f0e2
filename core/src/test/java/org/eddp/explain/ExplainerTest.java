package org.eddp.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import java.util.Arrays;
import org.eddp.directions.Directions;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.files.json.Json;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainerTest {
    private static final Grid GRID = new Grid(3, 4);

    /** Signal vectors with w_i.s_i = 1 that are not orthogonal to other filters, as after imperfect learning. */
    private static Directions directions(int width, int concepts, long seed) {
        Matrix filters = gaussian(width, concepts, seed);
        Matrix signals = filters.plus(gaussian(width, concepts, seed + 1).times(0.4));
        double[] dots = filters.columnDots(signals);
        for (int i = 0; i < concepts; i++) {
            dots[i] = 1 / dots[i];
        }
        return new Directions(
                filters, gaussian(1, concepts, seed + 2).values(), signals.scaleColumns(dots), new double[width]);
    }

    private static LinearReadout readout(int width, int classes, long seed) {
        return new LinearReadout(
                gaussian(width, classes, seed), gaussian(1, classes, seed + 1).values());
    }

    @ParameterizedTest
    @CsvSource({
        "FLOAT64, RELU, 5, 1e-11",
        "FLOAT32, RELU, 5, 1e-5",
        "FLOAT64, SILU, 8, 1e-11",
        "FLOAT64, RELU6, 12, 1e-9"
    })
    void partsAddUpToTheExplanationLogit(DType type, Activation activation, int concepts, double tolerance) {
        int width = 8;
        try (Scope scope = Scope.open()) {
            LinearReadout readout = readout(width, 4, 1);
            Explainer explainer =
                    new Explainer(directions(width, concepts, 3), GRID, activation, Head.of(readout, GRID));
            Tensor rows = Tensor.of(gaussian(12, width, 5).map(x -> Math.max(0, x)), type);
            for (int label = 0; label < 4; label++) {
                Explanation e = explainer.explain(rows, label, label == 2 ? 3 : null);
                assertThat(e.relativeError()).isLessThan(tolerance);
                assertThat(e.addsUp()).isTrue();
                assertThat(e.explanationLogit())
                        .isCloseTo(e.sample() - e.baseline() + e.correction() + e.residual(), within(100 * tolerance));
                // with fewer concepts than features the undecided points are many, and the activation moved to another
                assertThat(Math.abs(e.residual()) > 1e-6).isEqualTo(concepts < width);
            }
        }
    }

    /** Whatever the undecided point, what concepts do not account for is the residual, and nothing is lost. */
    @ParameterizedTest
    @CsvSource({"ALL, 0, 5", "ALL, 0.1, 5", "ALL, 3, 8", "PRESENT, 0, 5", "PRESENT, 0.1, 8"})
    void partsAddUpWhateverTheUndecidedPoint(UndecidedPoint.Moved moved, double damping, int concepts) {
        int width = 8;
        try (Scope scope = Scope.open()) {
            UndecidedPoint point = new UndecidedPoint(moved, damping);
            Directions directions = directions(width, concepts, 3);
            LinearReadout readout = readout(width, 4, 1);
            Explainer explainer = new Explainer(directions, GRID, Activation.RELU, Head.of(readout, GRID), point);
            Tensor rows = Tensor.of(gaussian(12, width, 5).map(x -> Math.max(0, x)), DType.FLOAT64);
            Explanation e = explainer.explain(rows, 2, null);
            assertThat(e.undecided()).isEqualTo(point);
            assertThat(e.relativeError()).isLessThan(1e-11);
            double totals = e.concepts().stream()
                    .mapToDouble(Explanation.Contribution::contribution)
                    .sum();
            assertThat(e.explanationLogit() - totals).isCloseTo(e.residual(), within(1e-9));
            if (moved == UndecidedPoint.Moved.PRESENT) {
                assertThat(e.concepts()).filteredOn(c -> c.present() == 0).allMatch(c -> c.sample() == 0);
            }
        }
    }

    /** One concept with w.s = 1: v = z / (1 + r), worked out by hand. */
    @ParameterizedTest
    @CsvSource({"0, 4", "0.25, 3.2", "1, 2"})
    void dampingShortensTheMove(double damping, double move) {
        try (Scope scope = Scope.open()) {
            Matrix one = Matrix.of(new double[] {1});
            Directions directions = new Directions(one, new double[] {1}, one, new double[1]);
            Head head = Head.of(new LinearReadout(one, new double[1]), new Grid(1, 1));
            Explanation e = new Explainer(
                            directions, new Grid(1, 1), Activation.IDENTITY, head, UndecidedPoint.damped(damping))
                    .explain(Tensor.of(new double[] {5}, DType.FLOAT64, 1, 1), 0, null);
            assertThat(e.explanationLogit()).isCloseTo(move, within(1e-12));
            assertThat(e.baselineLogit()).isCloseTo(5 - move, within(1e-12));
        }
    }

    @Test
    void tellsTheLikeliestClasses() {
        try (Scope scope = Scope.open()) {
            LinearReadout readout = readout(6, 7, 1);
            Explanation e = new Explainer(directions(6, 4, 3), GRID, Activation.RELU, Head.of(readout, GRID))
                    .explain(Tensor.of(gaussian(12, 6, 5), DType.FLOAT64), 0, null);
            assertThat(e.likeliest()).hasSize(5);
            assertThat(e.likeliest().get(0).label()).isEqualTo(e.predicted());
            assertThat(e.likeliest()).isSortedAccordingTo((a, b) -> Double.compare(b.probability(), a.probability()));
        }
    }

    @Test
    void mapsAverageToWhatTheSampleHasBeyondTheBaseline() {
        try (Scope scope = Scope.open()) {
            LinearReadout readout = readout(6, 3, 1);
            Explainer explainer = new Explainer(directions(6, 4, 3), GRID, Activation.RELU, Head.of(readout, GRID));
            Explanation e = explainer.explain(Tensor.of(gaussian(12, 6, 5).map(Math::abs), DType.FLOAT64), null, null);
            assertThat(e.label()).isEqualTo(e.predicted());
            for (Explanation.Contribution c : e.concepts()) {
                double sum = 0;
                for (double[] row : c.map()) {
                    for (double value : row) {
                        sum += value;
                    }
                }
                assertThat(sum / 12).isCloseTo(c.sample() - c.baseline(), within(1e-12));
                assertThat(c.contribution()).isCloseTo(c.sample() - c.baseline() + c.correction(), within(1e-12));
                double[] classVector = readout.classVectors().column(e.label());
                double relation = 0;
                for (int d = 0; d < 6; d++) {
                    relation += classVector[d] * directions(6, 4, 3).signals().get(d, c.concept());
                }
                assertThat(c.relation()).isCloseTo(relation, within(1e-12));
            }
            assertThat(Json.toText(e)).contains("explanationLogit").contains("map");
        }
    }

    /** Orthonormal filters that are their own signal vectors, and no activation: nothing but concepts is left. */
    @Test
    void withoutActivationAndWithOrthogonalPairsOnlyTheSampleRemains() {
        try (Scope scope = Scope.open()) {
            LinearReadout readout = readout(3, 2, 1);
            Matrix identity = Matrix.identity(3);
            Directions directions = new Directions(identity, new double[] {1, 2, 3}, identity, new double[3]);
            Explainer explainer =
                    new Explainer(directions, new Grid(1, 1), Activation.IDENTITY, Head.of(readout, new Grid(1, 1)));
            Explanation e = explainer.explain(Tensor.of(new double[] {5, 5, 1}, DType.FLOAT64, 1, 3), 0, null);
            assertThat(e.baseline()).isCloseTo(0, within(1e-12));
            assertThat(e.correction()).isCloseTo(0, within(1e-12));
            assertThat(e.residual()).isCloseTo(0, within(1e-12));
            assertThat(e.concepts().get(0).sample())
                    .isCloseTo(4 * readout.classVectors().get(0, 0), within(1e-12));
            assertThat(e.concepts().get(2).present()).isZero();
        }
    }

    @Test
    void aConceptWithoutSignalVectorContributesNothing() {
        Directions whole = directions(6, 3, 3);
        Matrix signals = whole.signals().copy();
        for (int d = 0; d < 6; d++) {
            signals.set(d, 1, 0);
        }
        Directions lacking = new Directions(whole.filters(), whole.thresholds(), signals, whole.mean());
        try (Scope scope = Scope.open()) {
            LinearReadout readout = readout(6, 3, 1);
            Explanation e = new Explainer(lacking, GRID, Activation.RELU, Head.of(readout, GRID))
                    .explain(Tensor.of(gaussian(12, 6, 5), DType.FLOAT64), 0, null);
            assertThat(e.concepts().get(1).sample()).isZero();
            assertThat(e.concepts().get(1).contribution()).isZero();
            double[] scores = gaussian(12, 6, 5).times(lacking.filters()).column(1);
            assertThat(e.concepts().get(1).present()) // its detector fires all the same
                    .isEqualTo((int) Arrays.stream(scores)
                            .filter(z -> z > lacking.thresholds()[1])
                            .count())
                    .isPositive();
            assertThat(e.relativeError()).isLessThan(1e-11);
        }
    }

    @Test
    void otherHeadsAreExplainedToFirstOrder() {
        try (Scope scope = Scope.open()) {
            LinearReadout readout = readout(6, 3, 1);
            Head linear = Head.of(readout, GRID);
            Tensor rows = Tensor.of(gaussian(12, 6, 5).map(Math::abs), DType.FLOAT64);
            Explainer exact = new Explainer(directions(6, 4, 3), GRID, Activation.RELU, linear);
            Explanation unaware =
                    new Explainer(directions(6, 4, 3), GRID, Activation.RELU, linear::logits).explain(rows, 1, 0);
            // on a linear head the gradient is the class vector
            assertThat(unaware.firstOrder()).isTrue();
            assertThat(unaware.sample()).isCloseTo(exact.explain(rows, 1, 0).sample(), within(1e-10));
            assertThat(unaware.relativeError()).isLessThan(1e-10);
            Head curved = r -> linear.logits(r).tanh();
            Explanation first =
                    new Explainer(directions(6, 4, 3), GRID, Activation.RELU, curved).explain(rows, 1, null);
            assertThat(first.error()).isNotCloseTo(0, within(1e-3));
        }
    }

    @Test
    void refusesClassesThatDoNotExist() {
        try (Scope scope = Scope.open()) {
            LinearReadout readout = readout(6, 3, 1);
            Explainer explainer = new Explainer(directions(6, 2, 3), GRID, Activation.RELU, Head.of(readout, GRID));
            Tensor rows = Tensor.of(gaussian(12, 6, 5), DType.FLOAT64);
            assertThatThrownBy(() -> explainer.explain(rows, 3, null)).hasMessageContaining("0 .. 2");
            assertThatThrownBy(() -> explainer.explain(rows, 1, 1)).hasMessageContaining("against itself");
            assertThatThrownBy(() -> explainer.explain(rows.narrow(0, 0, 6), 1, null))
                    .hasMessageContaining("6 x 6");
        }
    }
}
