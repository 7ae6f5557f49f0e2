package org.eddp.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureSource;
import org.eddp.features.Grid;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

class AtlasTest {
    private static final int IMAGES = 300;
    private static final Grid GRID = new Grid(2, 3);
    private static final int WIDTH = 5;
    private static final int CONCEPTS = 4;

    private final float[] rows = new float[IMAGES * GRID.cells() * WIDTH];
    private final Matrix filters = new Matrix(WIDTH, CONCEPTS);
    private final double[] thresholds = {1.5, 0.5, 2, 1000};

    AtlasTest() {
        SplittableRandom random = new SplittableRandom(5);
        for (int k = 0; k < rows.length; k++) {
            rows[k] = (float) random.nextGaussian();
        }
        for (int k = 0; k < WIDTH * CONCEPTS; k++) {
            filters.values()[k] = random.nextGaussian();
        }
    }

    private Atlas atlas(int threads) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(threads)) {
            FeatureSource source = new DenseFeatures(Tensor.of(rows, IMAGES * GRID.cells(), WIDTH), GRID);
            return Atlas.of(
                    source, new Detectors(filters, thresholds), "test", "digest", "list", workers, Monitor.NONE);
        }
    }

    private double score(int image, int cell, int concept) {
        double sum = -thresholds[concept];
        for (int d = 0; d < WIDTH; d++) {
            sum += rows[(image * GRID.cells() + cell) * WIDTH + d] * filters.get(d, concept);
        }
        return sum;
    }

    private double peak(int image, int concept) {
        double best = Double.NEGATIVE_INFINITY;
        for (int cell = 0; cell < GRID.cells(); cell++) {
            best = Math.max(best, score(image, cell, concept));
        }
        return best;
    }

    /** Counted again one by one. */
    @Test
    void countsAreThoseOfAllPatches() {
        Atlas atlas = atlas(2);
        for (int i = 0; i < CONCEPTS; i++) {
            Atlas.Entry entry = atlas.concepts().get(i);
            long patches = 0;
            List<Integer> seen = new ArrayList<>();
            for (int image = 0; image < IMAGES; image++) {
                for (int cell = 0; cell < GRID.cells(); cell++) {
                    patches += score(image, cell, i) > 0 ? 1 : 0;
                }
                if (peak(image, i) > 0) {
                    seen.add(image);
                }
            }
            int concept = i;
            assertThat(entry.patches()).isEqualTo(patches);
            assertThat(entry.images()).isEqualTo(seen.size());
            assertThat(Arrays.stream(entry.scores().counts()).sum()).isEqualTo((long) IMAGES * GRID.cells());
            seen.sort(Comparator.comparingDouble(image -> peak(image, concept)));
            assertThat(entry.doubtful().stream().map(Atlas.Sight::image))
                    .containsExactlyElementsOf(seen.subList(0, Math.min(12, seen.size())));
            assertThat(entry.typical()).hasSize(Math.min(12, seen.size())).allSatisfy(sight -> {
                assertThat(seen).contains(sight.image());
                assertThat(sight.score()).isCloseTo(score(sight.image(), sight.cell(), concept), within(1e-4));
            });
            if (!seen.isEmpty()) {
                assertThat(entry.strongest().get(0).image()).isEqualTo(seen.get(seen.size() - 1));
            }
        }
        assertThat(atlas.concepts().get(3).images()).isZero();
        int both = 0;
        for (int image = 0; image < IMAGES; image++) {
            both += peak(image, 0) > 0 && peak(image, 1) > 0 ? 1 : 0;
        }
        int expected = both;
        assertThat(atlas.concepts().get(0).companions())
                .filteredOn(companion -> companion.number() == 1)
                .singleElement()
                .satisfies(companion -> assertThat(companion.images()).isEqualTo(expected));
    }

    /** The studio shows the images that pages show, though it finds them on another way. */
    @Test
    void examplesAreThoseOfPages() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            FeatureSource source = new DenseFeatures(Tensor.of(rows, IMAGES * GRID.cells(), WIDTH), GRID);
            int count = ExampleImages.SHOWN;
            TopImages found = TopImages.of(
                    source, new Detectors(filters, thresholds), ExampleImages.candidates(count), workers, Monitor.NONE);
            List<List<Integer>> expected = ExampleImages.of(found, source, count).stream()
                    .map(hits -> hits.stream().map(TopImages.Hit::image).toList())
                    .toList();
            assertThat(atlas(2).concepts().stream()
                            .map(entry -> entry.examples().stream()
                                    .map(Atlas.Sight::image)
                                    .toList()))
                    .containsExactlyElementsOf(expected);
            assertThat(expected.get(0)).hasSize(count);
        }
    }

    @Test
    void threadsChangeNothing() {
        assertThat(atlas(1)).usingRecursiveComparison().isEqualTo(atlas(3));
    }

    @Test
    void refusesWhatPointsNowhere() {
        Atlas.Spread spread = new Atlas.Spread(0, 1, new long[] {1});
        List<Atlas.Sight> outside = List.of(new Atlas.Sight(7, 0, 1));
        Atlas.Entry entry = new Atlas.Entry(0, 1, 1, spread, List.of(), outside, List.of(), List.of(), List.of());
        assertThatThrownBy(() -> new Atlas("", "", "", 7, 1, List.of(entry))).hasMessageContaining("no image 7");
    }

    /** Two pairs that are written alike lie together, and apart from each other. */
    @Test
    void conceptsWrittenAlikeAreNearEachOther() {
        Matrix signals = new Matrix(3, 5, new double[] {1, 2, 0, 0, 0, /**/ 0, 0.1, 1, 3, 0, /**/ 0, 0, 0.1, 0, 0});
        ConceptMap map = ConceptMap.of(new Directions(signals, new double[5], signals, new double[3]));
        assertThat(distance(map, 0, 1)).isLessThan(0.3 * distance(map, 0, 2));
        assertThat(distance(map, 2, 3)).isLessThan(0.3 * distance(map, 1, 3));
        assertThat(Arrays.stream(map.x()).map(Math::abs).max().orElseThrow()).isEqualTo(1);
        assertThat(map.shown()).isBetween(0.9, 1.0);
    }

    private static double distance(ConceptMap map, int a, int b) {
        return Math.hypot(map.x()[a] - map.x()[b], map.y()[a] - map.y()[b]);
    }
}
