package org.eddp.intervene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.explain.ConceptRemoval.TypicalAbsence;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.files.json.Json;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EditorTest {
    private static final Grid GRID = new Grid(2, 3);
    private static final int WIDTH = 7;
    private static final Monitor STOPPING = new Monitor() {
        @Override
        public void onProgress(long done, long total) {}

        @Override
        public boolean stopRequested() {
            return true;
        }
    };

    private Scope scope;
    private Directions directions;
    private Tensor rows;
    private ConceptStatistics statistics;
    private Head head;

    @BeforeEach
    void prepare() {
        scope = Scope.open();
        directions = RandomCorrections.directions(WIDTH, 4, 1);
        Matrix all = gaussian(40 * GRID.cells(), WIDTH, 5).map(Math::abs);
        DenseFeatures features = new DenseFeatures(Tensor.of(all, DType.FLOAT64), GRID);
        rows = features.rows(3, 1);
        try (Workers workers = new Workers(2)) {
            statistics =
                    ConceptStatistics.of(features, directions.detectors(), ConceptStatistics.defaultLevels(), workers);
        }
        LinearReadout readout =
                new LinearReadout(gaussian(WIDTH, 5, 9), gaussian(1, 5, 10).values());
        head = Head.of(readout, GRID);
    }

    @AfterEach
    void release() {
        scope.close();
    }

    private Editor editor() {
        return new Editor(directions, GRID, head, statistics);
    }

    @Test
    void statisticsAreExact(@TempDir Path folder) {
        Matrix all = gaussian(40 * GRID.cells(), WIDTH, 5).map(Math::abs);
        Matrix z = all.times(directions.filters());
        double[] sorted = z.column(2);
        Arrays.sort(sorted);
        double with = 0;
        int count = 0;
        for (double value : sorted) {
            if (value > directions.thresholds()[2]) {
                with += value;
                count++;
            }
        }
        assertThat(statistics.with()[2]).isEqualTo(count);
        assertThat(statistics.with()[2] + statistics.without()[2]).isEqualTo(240);
        assertThat(statistics.meanWith()[2]).isCloseTo(with / count, within(1e-6));
        assertThat(statistics.quantile(2, 0)).isCloseTo(sorted[0], within(1e-6));
        assertThat(statistics.quantile(2, 1)).isCloseTo(sorted[239], within(1e-6));
        double place = 0.005 * 239;
        assertThat(statistics.quantile(2, 0.005))
                .isCloseTo(sorted[1] + (place - 1) * (sorted[2] - sorted[1]), within(1e-6));
        assertThatThrownBy(() -> statistics.quantile(2, 0.3)).hasMessageContaining("0.3");
        statistics.write(folder.resolve("concepts.safetensors"));
        ConceptStatistics back = ConceptStatistics.read(folder.resolve("concepts.safetensors"));
        assertThat(back.quantiles()).isEqualTo(statistics.quantiles());
        assertThat(back.with()).isEqualTo(statistics.with());
        assertThat(back.differences()).isEqualTo(statistics.differences());
    }

    /** Against two plain loops over all patches. */
    @Test
    void differencesAreThoseOfTheMeans() {
        Matrix all = gaussian(40 * GRID.cells(), WIDTH, 5).map(Math::abs);
        Matrix z = all.times(directions.filters());
        for (int i = 0; i < directions.concepts(); i++) {
            double[] with = new double[WIDTH];
            double[] without = new double[WIDTH];
            int count = 0;
            for (int p = 0; p < all.rows(); p++) {
                boolean fires = z.get(p, i) > directions.thresholds()[i];
                count += fires ? 1 : 0;
                for (int d = 0; d < WIDTH; d++) {
                    (fires ? with : without)[d] += all.get(p, d);
                }
            }
            double[] difference = new double[WIDTH];
            double reading = 0;
            for (int d = 0; d < WIDTH; d++) {
                difference[d] = with[d] / count - without[d] / (all.rows() - count);
                reading += directions.filters().get(d, i) * difference[d];
            }
            double scaled = 0;
            for (int d = 0; d < WIDTH; d++) {
                assertThat(statistics.differences().get(d, i)).isCloseTo(difference[d] / reading, within(1e-9));
                scaled += directions.filters().get(d, i)
                        * statistics.differences().get(d, i);
            }
            assertThat(scaled).as("w.d").isCloseTo(1, within(1e-9));
        }
        assertThat(statistics.writing(directions).signals()).isEqualTo(statistics.differences());
        assertThat(Signals.LEARNED.of(directions, statistics)).isSameAs(directions);
        assertThatThrownBy(() -> Signals.REFITTED.of(directions, statistics))
                .hasMessageContaining("choose means or learned");
    }

    @Test
    void aDetectorThatNeverFiresHasNoDifference() {
        DenseFeatures features = new DenseFeatures(rows, GRID);
        double[] thresholds = {1e6, -1e6, 0, 0};
        try (Workers workers = new Workers(2)) {
            ConceptStatistics some = ConceptStatistics.of(
                    features,
                    new Detectors(directions.filters(), thresholds),
                    ConceptStatistics.defaultLevels(),
                    workers);
            assertThat(some.differences().column(0)).as("never").containsOnly(0);
            assertThat(some.differences().column(1)).as("everywhere").containsOnly(0);
        }
    }

    @Test
    void sumsOfHalvesAddUp() {
        DenseFeatures features =
                new DenseFeatures(Tensor.of(gaussian(40 * GRID.cells(), WIDTH, 5), DType.FLOAT64), GRID);
        try (Workers workers = new Workers(2)) {
            FiringSums whole = FiringSums.of(features, directions.detectors(), workers, Monitor.NONE);
            FiringSums half = FiringSums.of(
                    features.subset(IntStream.range(0, 17).toArray()), directions.detectors(), workers, Monitor.NONE);
            half.add(FiringSums.of(
                    features.subset(IntStream.range(17, 40).toArray()), directions.detectors(), workers, Monitor.NONE));
            TypicalAbsence expected = whole.absence();
            TypicalAbsence found = half.absence();
            for (int i = 0; i < directions.concepts(); i++) {
                assertThat(found.levels()[i]).isCloseTo(expected.levels()[i], within(1e-9));
                for (int d = 0; d < WIDTH; d++) {
                    assertThat(found.signals().get(d, i))
                            .isCloseTo(expected.signals().get(d, i), within(1e-9));
                }
            }
        }
    }

    @Test
    void writesTheTargetWhereItShallAndNothingElsewhere() {
        Edit edit = new Edit(1, new Edit.Target.Fixed(3.5), new Edit.Place.Rectangle(0, 1, 1, 1));
        Matrix before = rows.toMatrix();
        Matrix after = editor().edited(before, List.of(edit), editor().fires(before));
        Matrix z = after.times(directions.filters());
        for (int p = 0; p < GRID.cells(); p++) {
            if (p % 3 == 1) {
                assertThat(z.get(p, 1)).isCloseTo(3.5, within(1e-12));
            } else {
                assertThat(after.rowCopy(p)).isEqualTo(before.rowCopy(p));
            }
        }
        assertThat(editor().apply(rows, List.of(edit)).steps().get(0).cells()).containsExactly(1, 4);
    }

    @Test
    void placesMeanTheUnchangedImage() {
        Matrix before = rows.toMatrix();
        boolean[][] fires = editor().fires(before);
        int present = -1;
        for (int i = 0; i < 4 && present < 0; i++) {
            for (boolean[] patch : fires) {
                present = patch[i] ? i : present;
            }
        }
        int other = (present + 1) % 4;
        Editor.Outcome outcome = editor().apply(
                        rows,
                        List.of(
                                Edit.remove(present, new Edit.Target.Quantile(0.005)),
                                new Edit(other, new Edit.Target.MeanWith(), new Edit.Place.Detected(present))));
        // the first edit takes the concept away; the second still finds where it was
        assertThat(outcome.steps().get(1).cells())
                .isNotEmpty()
                .isEqualTo(outcome.steps().get(0).cells());
        assertThat(outcome.steps().get(1).target()).isEqualTo(statistics.meanWith()[other]);
        assertThat(Json.toText(outcome)).contains("meanBefore");
    }

    @Test
    void noEditChangesNothing() {
        Editor.Outcome outcome = editor().apply(rows, List.of());
        assertThat(outcome.changed()).isFalse();
        assertThat(outcome.size()).isZero();
        assertThat(outcome.before().probability()).isBetween(0.2, 1.0);
    }

    @Test
    void aFoundEditReplaysToTheSamePrediction() {
        EditSearch search = new EditSearch(editor(), EditSearch.Options.DEFAULT);
        int found = 0;
        for (int seed = 0; seed < 8; seed++) {
            Tensor image = Tensor.of(gaussian(GRID.cells(), WIDTH, 100 + seed).map(Math::abs), DType.FLOAT32);
            Optional<EditSearch.Found> result = search.search(image);
            if (result.isPresent()) {
                found++;
                Editor.Outcome replay = editor().apply(image, result.get().edits());
                assertThat(replay.changed()).isTrue();
                assertThat(replay.after().label())
                        .isEqualTo(result.get().outcome().after().label());
                assertThat(replay.after().logits())
                        .isEqualTo(result.get().outcome().after().logits());
            }
        }
        assertThat(found).isPositive();
    }

    @Test
    void theSmallestSingleEditIsFound() {
        EditSearch.Options options = new EditSearch.Options(null, 0, false, 3);
        Optional<EditSearch.Found> found = new EditSearch(editor(), options).search(rows);
        assertThat(found).isPresent();
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 4; i++) {
            for (int where = -1; where < 4; where++) {
                Edit.Place place = where < 0 ? new Edit.Place.Everywhere() : new Edit.Place.Detected(where);
                for (Edit.Target target : List.of(new Edit.Target.MeanWith(), new Edit.Target.MeanWithout())) {
                    boolean usual = target instanceof Edit.Target.MeanWith ? where != i : where == i;
                    Editor.Outcome outcome = editor().apply(rows, List.of(new Edit(i, target, place)));
                    if (usual && outcome.changed()) {
                        smallest = Math.min(smallest, outcome.size());
                    }
                }
            }
        }
        assertThat(found.get().outcome().size()).isCloseTo(smallest, within(1e-12));
    }

    @Test
    void aSearchTellsHowFarItIsAndCanBeStopped() {
        List<Double> seen = new ArrayList<>();
        EditSearch search = new EditSearch(editor(), new EditSearch.Options(null, 0, false, 3));
        search.search(rows, (done, total) -> seen.add((double) done / total));
        assertThat(seen).hasSizeGreaterThan(2).isSorted().endsWith(1.0);
        assertThatThrownBy(() -> search.search(rows, STOPPING)).isInstanceOf(Stopped.class);
    }

    @Test
    void statisticsTellHowFarTheyAreAndCanBeStopped() {
        Matrix all = gaussian(40 * GRID.cells(), WIDTH, 5).map(Math::abs);
        DenseFeatures features = new DenseFeatures(Tensor.of(all, DType.FLOAT64), GRID);
        double[] levels = ConceptStatistics.defaultLevels();
        List<Double> seen = new ArrayList<>();
        try (Workers workers = new Workers(2)) {
            ConceptStatistics watched =
                    ConceptStatistics.of(features, directions.detectors(), levels, workers, (done, total) -> {
                        seen.add((double) done / total);
                    });
            assertThat(watched.quantiles()).isEqualTo(statistics.quantiles());
            assertThat(seen).hasSizeGreaterThan(2).isSorted().endsWith(1.0);
            assertThatThrownBy(() -> ConceptStatistics.of(features, directions.detectors(), levels, workers, STOPPING))
                    .isInstanceOf(Stopped.class);
        }
    }

    @Test
    void aClassToReachIsReachedOrNothingIsFound() {
        int predicted = editor().apply(rows, List.of()).before().label();
        int reached = 0;
        for (int label = 0; label < 5; label++) {
            int wanted = label;
            EditSearch search = new EditSearch(editor(), new EditSearch.Options(label, 0.005, true, 64));
            if (label == predicted) {
                assertThatThrownBy(() -> search.search(rows)).hasMessageContaining("says already");
            } else {
                Optional<EditSearch.Found> found = search.search(rows);
                found.ifPresent(f -> assertThat(f.outcome().after().label()).isEqualTo(wanted));
                reached += found.isPresent() ? 1 : 0;
            }
        }
        assertThat(reached).isPositive();
    }

    @Test
    void saysWhatDoesNotExist() {
        assertThatThrownBy(() -> editor().apply(rows, List.of(Edit.remove(4, new Edit.Target.MeanWithout()))))
                .hasMessageContaining("0 .. 3");
        Edit outside = new Edit(0, new Edit.Target.Fixed(0), new Edit.Place.Rectangle(0, 0, 2, 2));
        assertThatThrownBy(() -> editor().apply(rows, List.of(outside))).hasMessageContaining("2 x 3");
        Matrix none = directions.signals().copy();
        for (int d = 0; d < WIDTH; d++) {
            none.set(d, 3, 0);
        }
        directions = new Directions(directions.filters(), directions.thresholds(), none, directions.mean());
        Edit unwritable = new Edit(3, new Edit.Target.Fixed(0), new Edit.Place.Everywhere());
        assertThatThrownBy(() -> editor().apply(rows, List.of(unwritable))).hasMessageContaining("no signal vector");
    }
}
