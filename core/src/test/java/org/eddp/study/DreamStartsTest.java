package org.eddp.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.RandomMatrices.gaussian;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.faithfulness.Dream;
import org.eddp.faithfulness.FaithfulnessStudy.Starts;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DreamStartsTest {
    private static final int IMAGES = 60;
    private static final int CELLS = 4;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void typicalImagesAreAnyInWhichTheDetectorFires(long seed) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            Matrix rows = gaussian(IMAGES * CELLS, 3, seed);
            DenseFeatures features = new DenseFeatures(Tensor.of(rows, DType.FLOAT64), new Grid(2, 2));
            Matrix filters = gaussian(3, 2, seed + 10);
            Directions directions = new Directions(filters, new double[] {0.8, 50}, filters, new double[3]);
            Starts starts = DreamStarts.of(features, directions.detectors(), Dream.Start.TYPICAL, 5, 3, seed, workers);
            assertThat(starts.images()[0]).hasSize(5).isSorted().doesNotHaveDuplicates();
            assertThat(starts.surest()[0]).hasSize(3).isNotEqualTo(starts.images()[0]);
            assertThat(starts.images()[1]).as("a detector that never fires").isEmpty();
            for (int image : starts.images()[0]) {
                assertThat(largest(rows.times(filters), image)).isGreaterThan(0.8);
            }
            assertThat(DreamStarts.of(features, directions.detectors(), Dream.Start.TYPICAL, 5, 3, seed, workers)
                            .images()[0])
                    .isEqualTo(starts.images()[0]);
            Starts surest = DreamStarts.of(features, directions.detectors(), Dream.Start.SUREST, 3, 3, seed, workers);
            assertThat(surest.images()).isEqualTo(starts.surest());
            int[] widest = DreamStarts.of(features, directions.detectors(), Dream.Start.WIDEST, 7, 3, seed, workers)
                    .images()[0];
            int[] patches = IntStream.range(0, IMAGES)
                    .map(image -> fires(rows.times(filters), image))
                    .toArray();
            assertThat(Arrays.stream(widest).map(image -> patches[image]).toArray())
                    .isEqualTo(Arrays.stream(patches)
                            .map(n -> -n)
                            .sorted()
                            .map(n -> -n)
                            .limit(7)
                            .toArray());
            assertThat(DreamStarts.of(features, directions.detectors(), Dream.Start.TYPICAL, 5, 0, seed, workers)
                            .surest()[0])
                    .as("left out")
                    .isEmpty();
        }
    }

    private static int fires(Matrix scores, int image) {
        return (int) IntStream.range(0, CELLS)
                .filter(cell -> scores.get(image * CELLS + cell, 0) > 0.8)
                .count();
    }

    private static double largest(Matrix scores, int image) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int cell = 0; cell < CELLS; cell++) {
            largest = Math.max(largest, scores.get(image * CELLS + cell, 0));
        }
        return largest;
    }
}
