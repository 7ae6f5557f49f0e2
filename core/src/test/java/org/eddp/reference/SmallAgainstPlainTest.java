package org.eddp.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.reference.StepsAgree.assertAgree;
import static org.eddp.reference.StepsAgree.assertFinite;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.Term;
import org.eddp.directions.step.Step.Evaluation;
import org.eddp.directions.step.Step.SignalSource;
import org.eddp.directions.step.Step.Weighting;
import org.eddp.features.Grid;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Small batches, which are computed in Java arithmetic, against automatic differentiation of the plain step, in double. */
class SmallAgainstPlainTest {

    @ParameterizedTest(name = "{0} images of {1} x {2}, D = {3}, I = {4}, {5}")
    @CsvSource({
        "9, 1, 2, 8, 3, CONSTRAINED",
        "9, 1, 2, 8, 3, UNCONSTRAINED",
        "12, 2, 2, 5, 5, CONSTRAINED",
        "20, 2, 3, 4, 9, CONSTRAINED",
        "20, 2, 3, 4, 9, UNCONSTRAINED",
        "700, 1, 2, 8, 3, CONSTRAINED", // several blocks
        "130, 3, 3, 6, 5, CONSTRAINED",
        "1025, 1, 1, 3, 2, UNCONSTRAINED"
    })
    void anyShapeWithAllTerms(int images, int height, int gridWidth, int width, int concepts, Kind kind) {
        RandomProblem problem = new RandomProblem(images, new Grid(height, gridWidth), width, concepts, 1);
        problem.kind = kind;
        assertAgree(problem.chosen(), problem.plain());
    }

    static Stream<Arguments> singleTerms() {
        return Arrays.stream(Term.values())
                .filter(term -> term != Term.MAXIMUM_MARGIN)
                .flatMap(term -> Stream.of(Kind.CONSTRAINED, Kind.UNCONSTRAINED).map(kind -> Arguments.of(term, kind)));
    }

    @ParameterizedTest
    @MethodSource("singleTerms")
    void everyTermAlone(Term term, Kind kind) {
        RandomProblem problem = RandomProblem.small(3);
        problem.kind = kind;
        problem.weighting = Weighting.only(term);
        assertAgree(problem.chosen(), problem.plain());
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void signalVectorsFromTheBatchOrGiven(Kind kind) {
        for (boolean subsampling : new boolean[] {true, false}) {
            RandomProblem problem = RandomProblem.small(11);
            problem.kind = kind;
            problem.source = new SignalSource(subsampling, null, null);
            assertAgree(problem.chosen(), problem.plain());
            problem.source = new SignalSource(subsampling, problem.history(), null);
            assertAgree(problem.chosen(), problem.plain());
            problem.source = SignalSource.fixed(problem.gaussian(7, 4));
            assertAgree(problem.chosen(), problem.plain());
        }
    }

    @ParameterizedTest
    @EnumSource(Activation.class)
    void everyActivation(Activation activation) {
        RandomProblem problem = new RandomProblem(10, new Grid(1, 2), 6, 4, 21);
        problem.features = problem.features.times(3);
        problem.activation = activation;
        assertAgree(problem.chosen(), problem.plain());
    }

    @Test
    void dampedInverse() {
        RandomProblem problem = RandomProblem.small(32);
        problem.options = problem.options.withDamping(0.1);
        assertAgree(problem.chosen(), problem.plain());
    }

    @ParameterizedTest
    @ValueSource(doubles = {-80, 80, 127, 129, 300})
    void conceptThatNeverOrAlwaysFires(double p) {
        for (Kind kind : new Kind[] {Kind.CONSTRAINED, Kind.UNCONSTRAINED}) {
            RandomProblem problem = RandomProblem.small(51);
            problem.kind = kind;
            problem.thresholds[1] = -p;
            assertAgree(problem.chosen(), problem.plain());
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {25, 50, 100})
    void farFromEveryHyperplane(double factor) {
        RandomProblem problem = RandomProblem.small(61);
        problem.filters = problem.filters.times(factor); // p spreads over about three times this and more
        problem.thresholds = Matrix.row(problem.thresholds).times(factor).values();
        assertAgree(problem.chosen(), problem.plain());
    }

    @ParameterizedTest
    @ValueSource(doubles = {80, 122, 200})
    void noConceptFiresAnywhere(double threshold) {
        RandomProblem problem = RandomProblem.small(62);
        Arrays.fill(problem.thresholds, threshold);
        problem.kind = Kind.UNCONSTRAINED;
        problem.weighting = Weighting.of(Map.of(
                Term.SPARSITY, 0.5, Term.FOCAL_SPARSITY, 1.5, Term.MAXIMUM_ACTIVATION, 0.3, Term.UNCERTAINTY, 0.7));
        assertAgree(problem.chosen(), problem.plain());
    }

    @ParameterizedTest
    @CsvSource({"80, FLOAT64", "800, FLOAT64", "80, FLOAT32", "800, FLOAT32"})
    void extremeScoresStayFinite(double p, DType type) {
        RandomProblem problem = RandomProblem.small(63);
        problem.type = type;
        for (double sign : new double[] {-1, 1}) {
            Arrays.fill(problem.thresholds, sign * p);
            assertFinite(problem.chosen());
        }
        problem.thresholds[0] = -problem.thresholds[0];
        assertFinite(problem.chosen());
        problem.filters = problem.filters.times(p);
        assertFinite(problem.chosen());
    }

    @Test
    void twoEqualFilters() {
        RandomProblem problem = new RandomProblem(15, new Grid(1, 3), 7, 4, 71);
        for (int d = 0; d < 7; d++) {
            problem.filters.set(d, 3, problem.filters.get(d, 1));
        }
        problem.thresholds[3] = problem.thresholds[1];
        assertAgree(problem.chosen(), problem.plain());
    }

    @Test
    void resultsDoNotDependOnTheNumberOfThreads() {
        Evaluation[] results = IntStream.rangeClosed(1, 3)
                .mapToObj(threads -> {
                    RandomProblem problem = new RandomProblem(1500, new Grid(1, 2), 8, 3, 91);
                    problem.threads = threads;
                    return problem.chosen();
                })
                .toArray(Evaluation[]::new);
        for (Evaluation other : results) {
            assertThat(other.values()).isEqualTo(results[0].values());
            assertThat(other.filters()).isEqualTo(results[0].filters());
            assertThat(other.thresholds()).isEqualTo(results[0].thresholds());
            assertThat(other.signals()).isEqualTo(results[0].signals());
            assertThat(other.signalGradient()).isEqualTo(results[0].signalGradient());
        }
    }

    /** Rounding differs from the engine's, so equal bits would mean that the small form was not what was compared above. */
    @Test
    void smallBatchesDoNotGoThroughTheEngine() {
        RandomProblem problem = new RandomProblem(50, new Grid(1, 2), 8, 3, 1);
        problem.type = DType.FLOAT32;
        assertThat(problem.chosen().filters()).isNotEqualTo(problem.tiled().filters());
        RandomProblem wide = new RandomProblem(50, new Grid(1, 2), 40, 12, 1);
        assertThat(wide.chosen().filters()).isEqualTo(wide.tiled().filters());
    }
}
