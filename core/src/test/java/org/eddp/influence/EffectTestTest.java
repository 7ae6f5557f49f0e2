package org.eddp.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureStatistics;
import org.eddp.features.Head;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Effects that a concept really has are found, and noise is not taken for one. */
class EffectTestTest {
    private static final int WIDTH = 24;
    private static final int CLASSES = 12;

    private Scope scope;
    private Workers workers;
    private DenseFeatures features;

    @BeforeEach
    void open() {
        scope = Scope.open();
        workers = new Workers(2);
        features = features(0);
    }

    /** Correlated features; the larger the decay, the more some of them vary than others. */
    private static DenseFeatures features(double decay) {
        Matrix mixing = gaussian(WIDTH, WIDTH, 2);
        for (int d = 0; d < WIDTH; d++) {
            for (int k = 0; k < WIDTH; k++) {
                mixing.set(d, k, mixing.get(d, k) / Math.pow(1 + d, decay));
            }
        }
        Matrix rows = gaussian(200 * RandomNetworks.GRID.cells(), WIDTH, 1).times(mixing);
        return new DenseFeatures(Tensor.of(rows, DType.FLOAT64), RandomNetworks.GRID);
    }

    @AfterEach
    void close() {
        workers.close();
        scope.close();
    }

    private Sensitivity sensitivity(boolean linear, OutputKind outputs) {
        LinearReadout random = RandomNetworks.readout(WIDTH, CLASSES, 0.3, 5);
        Head head = Head.of(new LinearReadout(random.classVectors(), random.biases(), outputs), features.grid());
        Head formless = head::logits;
        return Sensitivity.of(linear ? head : formless, features, Sensitivity.Perturbation.DEFAULT, workers);
    }

    private NoiseEffects noise(Sensitivity sensitivity, int directions, long seed) {
        NoiseEffects all = NoiseEffects.none(CLASSES);
        NoiseDirections noise = NoiseDirections.of(features, seed, Monitor.NONE);
        int blocks = (directions + NoiseDirections.BLOCK - 1) / NoiseDirections.BLOCK;
        NoiseEffects.run(noise, sensitivity, 0, blocks, Monitor.NONE, all::add);
        return all;
    }

    @ParameterizedTest
    @EnumSource(
            value = OutputKind.class,
            names = {"CLASSES", "LABELS"})
    void pValuesOfHeldOutNoiseAreUniformForAllClassesAndForEach(OutputKind outputs) {
        try (Sensitivity sensitivity = sensitivity(true, outputs)) {
            NoiseEffects all = noise(sensitivity, 4000, 7);
            Matrix p = new EffectNull(all.effects(0, 2000)).pValues(all.effects(2000, 4000));
            for (double level : new double[] {0.01, 0.05, 0.2, 0.5}) {
                assertThat(share(p.values(), level)).isCloseTo(level, within(0.2 * level));
                for (int k = 0; k < CLASSES; k++) {
                    assertThat(share(p.column(k), level))
                            .as("class %d below %s", k, level)
                            .isBetween(level / 2.5, level * 2.5);
                }
            }
        }
    }

    /** Features that vary along few directions give classes distributions of other shapes: the average over classes is still right. */
    @Test
    void noiseIsNotTakenForAFindingWhereFeaturesVaryAlongFewDirections() {
        features = features(1);
        assertThat(FeatureStatistics.of(features).effectiveRank()).isLessThan(6);
        try (Sensitivity sensitivity = sensitivity(true, OutputKind.CLASSES)) {
            NoiseEffects all = noise(sensitivity, 4000, 7);
            EffectNull known = new EffectNull(all.effects(0, 2000));
            assertThat(share(known.pValues(all.effects(2000, 4000)).values(), 0.05))
                    .isCloseTo(0.05, within(0.01));
            int tables = 0;
            for (int from = 2000; from < 4000; from += 20) {
                double[] p = known.pValues(all.effects(from, from + 20)).values();
                double[] q = FalseDiscoveries.qValues(p, ones(p.length));
                tables += Arrays.stream(q).anyMatch(value -> value <= 0.05) ? 1 : 0;
            }
            assertThat(tables).as("of 100 tables without a concept").isLessThanOrEqualTo(10);
        }
    }

    private static double share(double[] values, double level) {
        return Arrays.stream(values).filter(v -> v < level).count() / (double) values.length;
    }

    /** Few directions would give p-values that are too small if noise were standardised with itself. */
    @Test
    void fewDirectionsAreCalibratedToo() {
        try (Sensitivity sensitivity = sensitivity(true, OutputKind.CLASSES)) {
            double below = 0;
            for (int seed = 0; seed < 40; seed++) {
                NoiseEffects all = noise(sensitivity, 80, seed);
                Matrix p = new EffectNull(all.effects(0, 20)).pValues(all.effects(20, 80));
                below += share(p.values(), 0.05) / 40;
            }
            assertThat(below).isCloseTo(0.05, within(0.01));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void findsAConceptThatIsWrittenWhereAClassReadsAndNoNoise(boolean linear) {
        Directions noisy = RandomNetworks.directions(features, 4, 6);
        try (Sensitivity sensitivity = sensitivity(linear, OutputKind.CLASSES)) {
            Matrix signals =
                    NoiseDirections.of(features, 99, Monitor.NONE).block(0).columns(0, 4);
            LinearReadout readout = RandomNetworks.readout(WIDTH, CLASSES, 0.3, 5);
            for (int d = 0; d < WIDTH; d++) {
                signals.set(d, 1, readout.classVectors().get(d, 3));
                signals.set(d, 2, 0); // no signal vector
            }
            Directions directions = new Directions(noisy.filters(), noisy.thresholds(), signals, new double[WIDTH]);
            EffectTest test = EffectTest.run(
                    features,
                    directions,
                    sensitivity,
                    sensitivity.measure(signals).effects(),
                    new InfluenceOptions.Effects(800, 400, 0.05, 1),
                    Monitor.NONE);
            assertThat(test.isMoved(1, 3)).isTrue();
            assertThat(test.pValues().get(1, 3)).isLessThan(0.001);
            for (int k = 0; k < CLASSES; k++) {
                assertThat(test.isMoved(0, k) || test.isMoved(3, k)).isFalse();
                assertThat(test.pValues().get(2, k)).isEqualTo(1);
            }
            long compared = linear ? 800 : 400;
            assertThat(test.compared()).containsExactly(compared, compared, 0, compared);
            assertThat(test.noise()).isEqualTo(compared);
            assertThat(test.heldOut().directions()).isEqualTo(compared / 8);
            assertThat(test.heldOut().moved()).isLessThan(1);
            assertThat(test.heldOut().below()).isBetween(0.02, 0.09);
        }
    }

    @Test
    void noiseDirectionsAreDistributedLikeTheFeatures() {
        NoiseDirections noise = NoiseDirections.of(features, 1, Monitor.NONE);
        Matrix all = noise.blocks(0, 500);
        Matrix covariance = all.timesTranspose(all).times(1.0 / all.columns());
        Matrix expected = FeatureStatistics.of(features).covariance();
        assertThat(covariance.minus(expected).frobenius()).isLessThan(0.05 * expected.frobenius());
        assertThat(all.columns(3 * NoiseDirections.BLOCK, NoiseDirections.BLOCK))
                .isEqualTo(noise.block(3));
        assertThat(NoiseDirections.of(features, 2, Monitor.NONE).block(3)).isNotEqualTo(noise.block(3));
    }

    /** The definition, with every noise direction left out in turn. */
    @Test
    void noiseIsStandardisedByTheOtherDirections() {
        Matrix noise = gaussian(7, 2, 3).map(x -> x * x);
        double[] pooled = IntStream.range(0, 14)
                .mapToDouble(j -> {
                    double[] others = IntStream.range(0, 7)
                            .filter(n -> n != j % 7)
                            .mapToDouble(n -> noise.get(n, j / 7))
                            .toArray();
                    return standardised(noise.get(j % 7, j / 7), others);
                })
                .toArray();
        EffectNull known = new EffectNull(noise);
        for (double effect : new double[] {-3, 0.1, 0.7, 1.2, 40}) {
            double z = standardised(effect, noise.column(1));
            long above = Arrays.stream(pooled).filter(v -> v >= z).count();
            long below = Arrays.stream(pooled).filter(v -> v <= z).count();
            assertThat(known.pValue(effect, 1))
                    .isCloseTo(Math.min(1, 2.0 * (Math.min(above, below) + 1) / 15), within(1e-12));
        }
        assertThatThrownBy(() -> new EffectNull(new Matrix(2, 4))).hasMessageContaining("2 noise directions");
    }

    private static double standardised(double value, double[] others) {
        double mean = Arrays.stream(others).average().orElseThrow();
        double squares = Arrays.stream(others).map(v -> (v - mean) * (v - mean)).sum();
        return (value - mean) / Math.sqrt(squares / (others.length - 1));
    }

    /** Where noise never moves a class, any move of it is a finding, and none is none. */
    @Test
    void aClassThatNoiseDoesNotMove() {
        Matrix noise = gaussian(200, 2, 3);
        for (int j = 0; j < 200; j++) {
            noise.set(j, 1, 0.25);
        }
        EffectNull known = new EffectNull(noise);
        assertThat(known.pValue(0.25, 1)).isGreaterThan(0.9);
        assertThat(known.pValue(0.5, 1)).isLessThan(0.01);
    }

    private static double[] ones(int n) {
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** Without weights; so many p-values are above one half that no share of tests seems to have an effect. */
    @Test
    void qValuesFollowBenjaminiAndHochberg() {
        double[] p = {0.01, 0.9, 0.02, 0.02, 0.6, 0.7, 0.8, 0.95};
        assertThat(FalseDiscoveries.qValues(p, ones(8)))
                .containsExactly(
                        new double[] {4 / 75.0, 0.95, 4 / 75.0, 4 / 75.0, 0.95, 0.95, 0.95, 0.95}, within(1e-12));
        assertThat(FalseDiscoveries.qValues(new double[0], new double[0])).isEmpty();
    }

    @Test
    void fewLargePValuesMeanThatFewTestsHaveNoEffect() {
        double[] p = {0.01, 0.02, 0.03, 0.04, 0.01, 0.02, 0.03, 0.9};
        // (1 + 1) / (0.5 x 8) = 1 / 2 of the tests have no effect; the smallest of p n / j is 0.02 x 8 / 4
        assertThat(FalseDiscoveries.qValues(p, ones(8))[0]).isCloseTo(0.04 / 2, within(1e-12));
        assertThat(FalseDiscoveries.qValues(p, ones(8))[3])
                .as("never below the p-value")
                .isEqualTo(0.04);
    }

    @Test
    void weightsMoveTheLevelAmongTests() {
        double[] p = {0.01, 0.01, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99};
        double[] weights = {1.9, 0.1, 1, 1, 1, 1, 1, 1};
        double[] q = FalseDiscoveries.qValues(p, weights);
        assertThat(q[0]).isCloseTo(0.01 / 1.9 * 8, within(1e-12));
        assertThat(q[1]).isCloseTo(0.1 * 8 / 2, within(1e-12));
    }

    @Test
    void optionsAreChecked() {
        assertThatThrownBy(() -> new InfluenceOptions.Effects(10, 2, 0.05, 1)).hasMessageContaining("at least 3");
        assertThatThrownBy(() -> new InfluenceOptions.Effects(10, 20, 0.05, 1)).hasMessageContaining("20");
        assertThatThrownBy(() -> new InfluenceOptions.Effects(10, 5, 1, 1)).hasMessageContaining("rate = 1.0");
        InfluenceOptions.Effects usual = InfluenceOptions.Effects.of(1);
        assertThat(usual.directions(true, 1000)).isEqualTo(4000);
        assertThat(usual.directions(false, 1000)).isEqualTo(500);
        assertThat(usual.directions(true, 20_000)).as("memory").isBetween(500, 1000);
    }
}
