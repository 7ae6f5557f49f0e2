package org.eddp.experiments.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eddp.directions.Directions;
import org.eddp.experiments.synthetic.SyntheticExperiment.SyntheticOptions;
import org.eddp.failure.InvalidInput;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SyntheticDataTest {
    private static SyntheticData paper(int imagesPerClass, long seed) {
        return SyntheticData.generate(
                SyntheticOptions.DEFAULT.withImagesPerClass(imagesPerClass).withSeed(seed),
                TrueDirections.paper(),
                new SplittableRandom(seed));
    }

    @Test
    void thePapersBasisHasThePapersCosines() {
        TrueDirections basis = TrueDirections.paper();
        Matrix s = basis.signals().normaliseColumns();
        Matrix d = basis.distractors().normaliseColumns();
        assertThat(s.transposeTimes(s).get(0, 1)).isCloseTo(0.3319, within(2e-4));
        assertThat(s.transposeTimes(d).get(0, 1)).isCloseTo(0.4526, within(2e-4));
        assertThat(d.transposeTimes(d).get(0, 1)).isCloseTo(0.4296, within(2e-4));
    }

    @Test
    void classesArePairsOfConceptsAndSignalValuesKeepTheirRanges() {
        SyntheticData data = paper(100, 1);
        assertThat(data.images()).isEqualTo(300);
        int[][] pairs = {{0, 1}, {0, 2}, {1, 2}};
        for (int image = 0; image < 300; image++) {
            for (int patch = 0; patch < 2; patch++) {
                int row = 2 * image + patch;
                for (int c = 0; c < 3; c++) {
                    boolean expected = pairs[data.classes()[image]][patch] == c;
                    assertThat(data.present()[row][c]).isEqualTo(expected);
                    double a = data.signalValues().get(row, c);
                    assertThat(a).isBetween(expected ? 2.75 : 0, expected ? 5 : 2.25);
                }
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameData() {
        assertThat(paper(20, 5).features()).isEqualTo(paper(20, 5).features());
        assertThat(paper(20, 6).features()).isNotEqualTo(paper(20, 5).features());
    }

    @Test
    void twoGroupsGiveEveryPatchOneConceptOfEach() {
        SyntheticOptions options = SyntheticOptions.DEFAULT
                .withRandomBasis(true)
                .withSizes(10, 6, 2)
                .withGroups(2)
                .withImagesPerClass(10);
        SplittableRandom random = new SplittableRandom(1);
        SyntheticData data = SyntheticData.generate(options, TrueDirections.random(10, 6, 2, random), random);
        assertThat(data.images()).isEqualTo(90);
        for (boolean[] patch : data.present()) {
            assertThat(count(patch, 0, 3)).isEqualTo(1);
            assertThat(count(patch, 3, 6)).isEqualTo(1);
        }
    }

    private static int count(boolean[] flags, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += flags[i] ? 1 : 0;
        }
        return count;
    }

    /** Filters dual to signals and distractors read the signal values exactly. */
    @Test
    void perfectDirectionsAreMeasuredAsPerfect() {
        SyntheticData data = paper(200, 2);
        TrueDirections raw = TrueDirections.paper();
        TrueDirections basis = new TrueDirections(raw.signals().normaliseColumns(), raw.distractors());
        Matrix all = new Matrix(8, 5);
        for (int d = 0; d < 8; d++) {
            for (int k = 0; k < 5; k++) {
                all.set(
                        d,
                        k,
                        k < 3 ? raw.signals().get(d, k) : raw.distractors().get(d, k - 3));
            }
        }
        Matrix dual = all.times(all.transposeTimes(all).inverse());
        Matrix filters = new Matrix(8, 3);
        double[] thresholds = new double[3];
        int[] order = {2, 0, 1};
        Matrix signals = new Matrix(8, 3);
        for (int i = 0; i < 3; i++) {
            for (int d = 0; d < 8; d++) {
                filters.set(d, i, dual.get(d, order[i]));
                signals.set(d, i, raw.signals().get(d, order[i]));
                thresholds[i] += 10 * dual.get(d, order[i]);
            }
            thresholds[i] += 2.5;
        }
        SyntheticResults.Learned found = Recovery.measure(
                new Directions(filters, thresholds, signals, new double[8]), data, basis, java.util.List.of());
        assertThat(found.success()).isTrue();
        assertThat(found.match()).containsExactly(1, 2, 0);
        assertThat(found.signalRmse()).isLessThan(1e-3); // the printed basis is unit to four decimals
        assertThat(found.distractorCosine()).isLessThan(1e-12);
    }

    @Test
    void subSamplingIsWhatMakesTheEstimatorRight() {
        SyntheticResults.Estimator estimator = EstimatorComparison.run(paper(1000, 3), TrueDirections.paper());
        for (int c = 0; c < 3; c++) {
            assertThat(estimator.withSubsampling()[c]).isGreaterThan(0.985);
            assertThat(estimator.withoutSubsampling()[c]).isLessThan(0.9);
        }
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                bad(
                        "concepts = 1",
                        () -> SyntheticOptions.DEFAULT.withRandomBasis(true).withSizes(8, 1, 2)),
                bad(
                        "exceeds dim = 4",
                        () -> SyntheticOptions.DEFAULT.withRandomBasis(true).withSizes(4, 3, 2)),
                bad("random basis", () -> SyntheticOptions.DEFAULT.withSizes(16, 6, 4)),
                bad(
                        "groups = 3",
                        () -> SyntheticOptions.DEFAULT
                                .withRandomBasis(true)
                                .withSizes(16, 6, 4)
                                .withGroups(3)),
                bad(
                        "cannot be split evenly",
                        () -> SyntheticOptions.DEFAULT
                                .withRandomBasis(true)
                                .withSizes(16, 5, 4)
                                .withGroups(2)),
                bad(
                        "distractors = -1",
                        () -> SyntheticOptions.DEFAULT.withRandomBasis(true).withSizes(8, 3, -1)),
                bad(
                        "more than 50000000",
                        () -> SyntheticOptions.DEFAULT
                                .withRandomBasis(true)
                                .withSizes(100, 64, 2)
                                .withImagesPerClass(1_000_000)),
                bad("images per class = -3", () -> SyntheticOptions.DEFAULT.withImagesPerClass(-3)));
    }

    private static Arguments bad(String message, ThrowingCallable action) {
        return Arguments.of(message, action);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void wrongOptionsAreNamed(String message, ThrowingCallable action) {
        assertThatThrownBy(action).isInstanceOf(InvalidInput.class).hasMessageContaining(message);
    }
}
