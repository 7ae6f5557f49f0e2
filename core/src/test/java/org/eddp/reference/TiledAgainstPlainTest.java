package org.eddp.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.eddp.reference.StepsAgree.assertAgree;
import static org.eddp.reference.StepsAgree.assertFinite;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.Term;
import org.eddp.directions.step.Step.Evaluation;
import org.eddp.directions.step.Step.SignalSource;
import org.eddp.directions.step.Step.Weighting;
import org.eddp.features.Grid;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every value and gradient of the tiled step against automatic differentiation of the plain one, in double. */
class TiledAgainstPlainTest {

    @ParameterizedTest(name = "{0} images of {1} x {2}, D = {3}, I = {4}, {5}")
    @CsvSource({
        "9, 1, 2, 8, 3, CONSTRAINED",
        "9, 1, 2, 8, 3, UNCONSTRAINED",
        "12, 2, 2, 5, 5, CONSTRAINED",
        "12, 2, 2, 5, 5, UNCONSTRAINED",
        "20, 2, 3, 4, 9, CONSTRAINED",
        "20, 2, 3, 4, 9, UNCONSTRAINED",
        "40, 3, 3, 24, 16, CONSTRAINED",
        "40, 3, 3, 24, 16, UNCONSTRAINED",
        "60, 3, 3, 33, 65, CONSTRAINED",
    })
    void anyShapeWithAllTerms(int images, int height, int gridWidth, int width, int concepts, Kind kind) {
        RandomProblem problem = new RandomProblem(images, new Grid(height, gridWidth), width, concepts, 1);
        problem.kind = kind;
        problem.tileImages = Math.max(1, images / 4);
        assertAgree(problem.tiled(), problem.plain());
    }

    static Stream<Arguments> singleTerms() {
        return Arrays.stream(Term.values())
                .filter(term -> term != Term.MAXIMUM_MARGIN)
                .flatMap(term -> Arrays.stream(Kind.values()).map(kind -> Arguments.of(term, kind)));
    }

    @ParameterizedTest
    @MethodSource("singleTerms")
    void everyTermAlone(Term term, Kind kind) {
        for (int seed = 0; seed < 3; seed++) {
            RandomProblem problem = RandomProblem.small(seed);
            problem.kind = kind;
            problem.weighting = Weighting.only(term);
            problem.tileImages = 4;
            assertAgree(problem.tiled(), problem.plain());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomWeightsOfAllTerms(long seed) {
        RandomProblem problem = new RandomProblem(14, new Grid(2, 2), 9, 5, seed);
        problem.tileImages = 3;
        assertAgree(problem.tiled(), problem.plain());
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void signalVectorsFromTheBatchOrGiven(Kind kind) {
        for (boolean subsampling : new boolean[] {true, false}) {
            RandomProblem problem = RandomProblem.small(11);
            problem.kind = kind;
            problem.source = new SignalSource(subsampling, null, null);
            assertAgree(problem.tiled(), problem.plain());
            problem.source = new SignalSource(subsampling, problem.history(), null);
            assertAgree(problem.tiled(), problem.plain());
            problem.source = SignalSource.fixed(problem.gaussian(7, 4));
            assertAgree(problem.tiled(), problem.plain());
        }
    }

    @Test
    void historyOfAConceptThatTheBatchLacks() {
        RandomProblem problem = RandomProblem.small(12);
        problem.source = new SignalSource(true, problem.history(), null);
        problem.thresholds[2] = 90;
        assertAgree(problem.tiled(), problem.plain());
    }

    @ParameterizedTest
    @EnumSource(Activation.class)
    void everyActivation(Activation activation) {
        for (Kind kind : Kind.values()) {
            RandomProblem problem = new RandomProblem(10, new Grid(1, 2), 6, 4, 21);
            problem.features = problem.features.times(3); // beyond the ceiling of ReLU6 too
            problem.thresholds = Matrix.row(problem.thresholds).times(3).values();
            problem.activation = activation;
            problem.kind = kind;
            problem.tileImages = 4;
            assertAgree(problem.tiled(), problem.plain());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1.5, 3, 1.7", "3, 0.5, 3", "2, 2, 1", "2, 1, 2.5", "4, 2.5, 2"})
    void otherExponents(double nu, double mu, double gamma) {
        RandomProblem problem = RandomProblem.small(31);
        problem.options = LossOptions.of(0.4, 0.3)
                .withReductionExponent(nu)
                .withFocalExponent(mu)
                .withMembershipExponent(gamma);
        problem.tileImages = 4;
        assertAgree(problem.tiled(), problem.plain());
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 0.1, 2})
    void dampedInverse(double damping) {
        RandomProblem problem = RandomProblem.small(32);
        problem.kind = Kind.CONSTRAINED;
        problem.tileImages = 4;
        double exact = problem.plain().values().get(Term.UNCERTAINTY);
        problem.options = problem.options.withDamping(damping);
        assertAgree(problem.tiled(), problem.plain());
        assertThat(problem.plain().values().get(Term.UNCERTAINTY)).isNotEqualTo(exact);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void convolutionalHead(Kind kind) {
        int hidden = 5;
        RandomProblem problem = new RandomProblem(11, new Grid(3, 3), 6, 4, 41);
        problem.kind = kind;
        Matrix first = problem.gaussian(hidden, 6 * 9).times(0.2);
        Matrix second = problem.gaussian(RandomProblem.CLASSES, hidden * 9);
        problem.head = rows -> convolve(rows.view(-1, 3, 3, 6).permute(0, 3, 1, 2), first, second);
        problem.tileImages = 4;
        assertAgree(problem.tiled(), problem.plain());
    }

    /** Two convolutions of a 3 x 3 grid: padded 3 x 3 to hidden maps, tanh, then 3 x 3 to the classes. */
    private static Tensor convolve(Tensor maps, Matrix first, Matrix second) {
        Tensor kernels = Tensor.of(first, DType.FLOAT64).view(first.rows(), -1, 3, 3);
        Tensor readout = Tensor.of(second, DType.FLOAT64).view(second.rows(), -1, 3, 3);
        Tensor hidden = LayerOperations.convolution(
                        maps, kernels, null, new long[] {1, 1}, new long[] {1, 1}, new long[] {1, 1}, 1)
                .tanh();
        return LayerOperations.convolution(
                        hidden, readout, null, new long[] {1, 1}, new long[] {0, 0}, new long[] {1, 1}, 1)
                .view(-1, second.rows());
    }

    /** 2 I is below D in half of them: L^ur then goes back through the scores. */
    @ParameterizedTest(name = "D = {0}, {1}")
    @CsvSource({
        "24, CONSTRAINED",
        "24, UNCONSTRAINED",
        "24, PRESENT_ONLY",
        "40, CONSTRAINED",
        "40, UNCONSTRAINED",
        "40, PRESENT_ONLY"
    })
    void detectorsThatRarelyFireInManyTiles(int width, Kind kind) {
        RandomProblem problem = new RandomProblem(200, new Grid(3, 3), width, 16, 45);
        problem.kind = kind;
        problem.tileImages = 1;
        for (int i = 0; i < 15; i++) {
            problem.thresholds[i] = 9; // two standard deviations of the scores
        }
        problem.thresholds[15] = 100;
        assertAgree(problem.tiled(), problem.plain());
        problem.source = new SignalSource(true, problem.history(), null);
        assertAgree(problem.tiled(), problem.plain());
        problem.source = new SignalSource(false, null, null);
        assertAgree(problem.tiled(), problem.plain());
    }

    @Test
    void aSingleConceptHasNoEntropyToReduce() {
        RandomProblem problem = new RandomProblem(30, new Grid(1, 1), 6, 1, 46);
        Evaluation found = problem.tiled();
        assertFinite(found);
        assertThat(found.values()).containsEntry(Term.FOCAL_SPARSITY, 0.0).containsEntry(Term.SPARSITY, 0.0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-80, 80})
    void conceptThatNeverOrAlwaysFires(double p) {
        for (Kind kind : Kind.values()) {
            RandomProblem problem = RandomProblem.small(51);
            problem.kind = kind;
            problem.thresholds[1] = -p;
            assertAgree(problem.tiled(), problem.plain());
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void farFromEveryHyperplane(Kind kind) {
        RandomProblem problem = RandomProblem.small(61);
        problem.kind = kind;
        problem.filters = problem.filters.times(25); // p spreads over about +-80
        problem.thresholds = Matrix.row(problem.thresholds).times(25).values();
        assertAgree(problem.tiled(), problem.plain());
    }

    @Test
    void noConceptFiresAnywhere() {
        RandomProblem problem = RandomProblem.small(62);
        Arrays.fill(problem.thresholds, 80);
        problem.kind = Kind.UNCONSTRAINED;
        problem.weighting = Weighting.of(Map.of(
                Term.SPARSITY, 0.5, Term.FOCAL_SPARSITY, 1.5, Term.MAXIMUM_ACTIVATION, 0.3, Term.UNCERTAINTY, 0.7));
        assertAgree(problem.tiled(), problem.plain());
    }

    @ParameterizedTest
    @CsvSource({"80, FLOAT64", "800, FLOAT64", "80, FLOAT32", "800, FLOAT32"})
    void extremeScoresStayFinite(double p, DType type) {
        for (Kind kind : Kind.values()) {
            RandomProblem problem = RandomProblem.small(63);
            problem.type = type;
            problem.kind = kind;
            for (double sign : new double[] {-1, 1}) {
                Arrays.fill(problem.thresholds, sign * p);
                assertFinite(problem.tiled());
            }
            problem.thresholds[0] = -problem.thresholds[0];
            assertFinite(problem.tiled());
            problem.filters = problem.filters.times(p);
            assertFinite(problem.tiled());
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void twoEqualFilters(Kind kind) {
        for (int concepts : new int[] {4, 7, 9}) {
            RandomProblem problem = new RandomProblem(15, new Grid(1, 3), 7, concepts, 71);
            problem.kind = kind;
            for (int d = 0; d < 7; d++) {
                problem.filters.set(d, 3, problem.filters.get(d, 1));
            }
            problem.thresholds[3] = problem.thresholds[1];
            problem.tileImages = 6;
            assertAgree(problem.tiled(), problem.plain());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 16, 17})
    void anyTileSize(int tileImages) {
        RandomProblem problem = new RandomProblem(17, new Grid(2, 2), 6, 4, 81);
        problem.tileImages = tileImages;
        assertAgree(problem.tiled(), problem.plain());
    }

    @ParameterizedTest(name = "thresholds {0} higher, {1} images per tile, D = {2}")
    @CsvSource({"0, 2, 24", "9, 2, 24", "9, 1, 24", "9, 1, 40"})
    void resultsDoNotDependOnTheNumberOfThreads(double shift, int tileImages, int width) {
        Evaluation[] results = IntStream.rangeClosed(1, 3)
                .mapToObj(threads -> {
                    RandomProblem problem = new RandomProblem(197, new Grid(3, 3), width, 16, 91);
                    problem.thresholds = Arrays.stream(problem.thresholds)
                            .map(b -> b + shift)
                            .toArray();
                    problem.tileImages = tileImages;
                    problem.threads = threads;
                    return problem.tiled();
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

    @ParameterizedTest
    @ValueSource(doubles = {0, 9, 40, 80})
    void singlePrecisionFollowsDouble(double shift) {
        RandomProblem problem = new RandomProblem(60, new Grid(3, 3), 24, 16, 95);
        problem.thresholds =
                Arrays.stream(problem.thresholds).map(b -> b + shift).toArray();
        problem.kind = Kind.UNCONSTRAINED;
        problem.weighting = Weighting.of(Map.of(
                Term.SPARSITY, 0.5,
                Term.FOCAL_SPARSITY, 1.5,
                Term.MAXIMUM_ACTIVATION, 0.3,
                Term.INACTIVE_CLASSIFIER, 0.6,
                Term.UNCERTAINTY, 0.7));
        Evaluation expected = problem.plain();
        problem.type = DType.FLOAT32;
        Evaluation found = problem.tiled();
        expected.values()
                .forEach((term, value) ->
                        assertThat(found.values().get(term)).as(term.name()).isCloseTo(value, withinPercentage(1e-2)));
        double scale = StepsAgree.largest(expected.filters());
        assertThat(StepsAgree.largest(found.filters().minus(expected.filters())))
                .isLessThan(1e-4 * scale);
    }
}
