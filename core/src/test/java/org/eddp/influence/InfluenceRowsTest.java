package org.eddp.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eddp.RandomMatrices.gaussian;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Head;
import org.eddp.files.FileFailure;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found of shards and concepts one by one is what is found of all at once, and survives being kept. */
class InfluenceRowsTest {
    private static final int WIDTH = 9;
    private static final int CONCEPTS = 7;
    /** So many that noise seldom speaks most for the same one. */
    private static final int CLASSES = 40;

    private static final InfluenceOptions OPTIONS = new InfluenceOptions(
            new Sensitivity.Perturbation(0.5, Sensitivity.Perturbation.Norm.CELL),
            new InfluenceOptions.Noise(6, 40, 20, 0.01, 5, 3),
            0.9,
            new InfluenceOptions.Effects(60, 40, 0.05, 3));

    private final LinearReadout readout = RandomNetworks.readout(WIDTH, CLASSES, 1, 8);
    private Scope scope;
    private Workers workers;
    private DenseFeatures features;
    private Directions directions;

    @BeforeEach
    void open() {
        scope = Scope.open();
        workers = new Workers(2);
        features = RandomNetworks.features(50, WIDTH, DType.FLOAT32, 4);
        Directions random = RandomNetworks.directions(features, CONCEPTS, 6);
        Matrix signals = random.signals().copy();
        Matrix classes = readout.classVectors();
        for (int d = 0; d < WIDTH; d++) { // two concepts that no noise comes near
            signals.set(d, 0, classes.get(d, 0));
            signals.set(d, 4, classes.get(d, 3));
        }
        directions = new Directions(random.filters(), random.thresholds(), signals, new double[WIDTH]);
    }

    @AfterEach
    void close() {
        workers.close();
        scope.close();
    }

    private static <S> S read(java.util.function.Function<SafetensorsFile, S> reader, SafetensorsFile content) {
        return reader.apply(SafetensorsFile.fromBytes("kept", content.toBytes()));
    }

    private FiredPatches fired(List<int[]> units, SampleDraw draw) {
        FiredPatches all = FiredPatches.none(CONCEPTS);
        Detectors detectors = directions.detectors();
        FiredPatches.run(features, units, detectors, 0, units.size(), workers, Monitor.NONE, unit -> {
            FiredPatches sent = read(FiredPatches::read, unit.content());
            all.add(sent);
            draw.offer(sent);
        });
        return all;
    }

    @Test
    void samplesDoNotDependOnUnitsNorOnOtherConcepts() {
        long[][] whole = ConceptSamples.draw(features, directions.detectors(), OPTIONS.noise(), workers)
                .patches();
        List<int[]> units = List.of(
                IntStream.range(0, 13).toArray(),
                new int[0],
                IntStream.range(13, 50).toArray());
        SampleDraw all = new SampleDraw(CONCEPTS, 0, CONCEPTS, OPTIONS.noise());
        FiredPatches fired = fired(units, all);
        assertThat(fired.patches()).isEqualTo(50 * 6);
        Matrix p = features.rows().toMatrix().times(directions.filters());
        for (int k = 0; k < p.values().length; k++) {
            int concept = k % CONCEPTS;
            double score = p.values()[k] - directions.thresholds()[concept];
            if (Math.abs(score) > 1e-4) {
                assertThat(fired.fires(concept, k / CONCEPTS)).isEqualTo(score > 0);
            }
        }
        assertThat(all.patches()).isDeepEqualTo(whole);
        SampleDraw some = new SampleDraw(CONCEPTS, 2, 4, OPTIONS.noise());
        fired(units, some);
        long[][] drawn = some.patches();
        assertThat(drawn).hasNumberOfRows(CONCEPTS);
        for (int i = 0; i < CONCEPTS; i++) {
            assertThat(drawn[i]).isEqualTo(i == 2 || i == 3 ? whole[i] : new long[0]);
        }
        assertThat(whole[2]).hasSize(40).isNotEqualTo(whole[3]);
    }

    private Sensitivity sensitivity(boolean linear) {
        Head head = Head.of(readout, features.grid());
        Head formless = head::logits;
        return Sensitivity.of(linear ? head : formless, features, OPTIONS.perturbation(), workers);
    }

    /** In closed form signal vectors have to be measured together, through the network they need not. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void conceptsOneByOneAreWhatTheyAreTogether(boolean linear) {
        try (Sensitivity sensitivity = sensitivity(linear);
                Sensitivity other = sensitivity(linear)) {
            assertThat(sensitivity.separable()).isEqualTo(!linear);
            Directions written = new Directions(
                    directions.filters(), directions.thresholds(), directions.filters(), directions.mean());
            Matrix effects = other.measure(written.signals()).effects();
            Influence whole =
                    Influence.test(features, directions, written, sensitivity, OPTIONS, workers, Monitor.NONE);
            long[][] patches = ConceptSamples.draw(features, directions.detectors(), OPTIONS.noise(), workers)
                    .patches();
            InfluenceRows rows = InfluenceRows.none(CLASSES);
            for (int[] range : new int[][] {{0, 1}, {1, 4}, {4, 4}, {4, 7}}) {
                new InfluenceSignificance(features, patches, directions, other, OPTIONS, workers, Monitor.NONE)
                        .run(range[0], range[1], row -> rows.add(read(InfluenceRows::read, row.content())));
            }
            assertThat(rows.influence(effects, OPTIONS, 50)
                            .compared(written, noise(other), other.probabilities(), OPTIONS, linear))
                    .usingRecursiveComparison()
                    .isEqualTo(whole);
            assertThat(whole.tried()).contains(5, 6);
            assertThat(Arrays.stream(whole.significant().values()).boxed()).contains(0.0, 1.0);
            InfluenceRows untested = InfluenceRows.none(CLASSES);
            new InfluenceSignificance(features, null, directions, other, OPTIONS, workers, Monitor.NONE)
                    .run(0, 7, untested::add);
            Influence scored = untested.influence(effects, OPTIONS, 50);
            assertThat(scored.scores()).isEqualTo(sensitivity.scores(directions.signals()));
            assertThat(scored.effects()).isEqualTo(effects).isEqualTo(whole.effects());
            assertThat(scored.tried()).containsOnly(0);
            assertThat(scored.test()).isNull();
        }
    }

    /** Noise directions in two parts, kept and read again. */
    private NoiseEffects noise(Sensitivity sensitivity) {
        int blocks = EffectTest.blocks(OPTIONS.effects(), !sensitivity.separable(), CLASSES);
        int cut = sensitivity.separable() ? 1 : 0; // in closed form they are measured together
        NoiseEffects all = NoiseEffects.none(CLASSES);
        for (int[] range : new int[][] {{0, cut}, {cut, blocks}}) {
            NoiseDirections directions =
                    NoiseDirections.of(features, OPTIONS.effects().seed(), Monitor.NONE);
            NoiseEffects.run(
                    directions,
                    sensitivity,
                    range[0],
                    range[1],
                    Monitor.NONE,
                    block -> all.add(read(NoiseEffects::read, block.content())));
        }
        return all;
    }

    private static SafetensorsFile rows(long tried, long... exceedances) {
        return new SafetensorsFile()
                .add("scores", gaussian(1, 2, 1))
                .add("effects", gaussian(1, 2, 2))
                .add("exceedances", exceedances)
                .add("tried", new long[] {tried});
    }

    private static SafetensorsFile fired(long detectors, long patches, long... bits) {
        return new SafetensorsFile()
                .add("size", new long[] {detectors, patches})
                .add("bits", bits);
    }

    @Test
    void whatDoesNotBelongTogetherIsRefused() {
        assertThat(InfluenceRows.read(rows(3, 0, 3)).concepts()).isEqualTo(1);
        refused(() -> InfluenceRows.read(rows(3, 0, 4)), "of 3 noise vectors of concept 0");
        refused(() -> InfluenceRows.read(rows(3, -1, 0)), "of 3 noise vectors of concept 0");
        refused(() -> InfluenceRows.read(rows(3, 0)), "'exceedances' has 1 numbers");
        assertThat(FiredPatches.read(fired(2, 3, 7, 1)).fires(1, 0)).isTrue();
        assertThat(FiredPatches.read(fired(2, 0)).patches()).isZero();
        refused(() -> FiredPatches.read(fired(2, 3, 8, 1)), "detector 0 fires on a patch that is not there");
        refused(() -> FiredPatches.read(fired(2, 65, 8, 1)), "no 65 patches of 2 detectors");
        refused(() -> FiredPatches.read(fired(-1, 3, 8, 1)), "patches of -1 detectors");
        refused(() -> FiredPatches.read(fired(1L << 40, 0)), "patches of");
        assertThatThrownBy(() -> InfluenceRows.none(2).add(InfluenceRows.none(3)))
                .hasMessageContaining("3 classes");
        refused(
                () -> NoiseEffects.read(new SafetensorsFile().add("effects", Matrix.row(1, Double.NaN))),
                "not a finite number");
        assertThatThrownBy(() -> NoiseEffects.none(2).add(NoiseEffects.none(3))).hasMessageContaining("3 classes");
        assertThatThrownBy(() -> FiredPatches.none(2).add(FiredPatches.none(3))).hasMessageContaining("3 detectors");
    }

    private static void refused(ThrowingCallable reading, String why) {
        assertThatThrownBy(reading).isInstanceOf(FileFailure.class).hasMessageContaining(why);
    }

    @Test
    void rowsAreInTheOrderOfTheConcepts() {
        List<InfluenceRows> each = new ArrayList<>();
        try (Sensitivity sensitivity = sensitivity(true)) {
            new InfluenceSignificance(features, null, directions, sensitivity, OPTIONS, workers, Monitor.NONE)
                    .run(2, 5, each::add);
            Matrix scores = sensitivity.measure(directions.signals()).scores();
            assertThat(each).hasSize(3);
            for (int i = 0; i < 3; i++) {
                assertThat(each.get(i)
                                .influence(new Matrix(1, CLASSES), OPTIONS, 50)
                                .scores()
                                .rowCopy(0))
                        .isEqualTo(scores.rowCopy(2 + i));
            }
        }
    }
}
