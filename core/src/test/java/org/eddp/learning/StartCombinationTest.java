package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.RandomProblems;
import org.eddp.features.DenseFeatures;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;

class StartCombinationTest {
    /** Features 0 and 1 are on or off with a gap, feature 2 is spread evenly: only the first two are concepts. */
    private static Matrix features() {
        SplittableRandom random = new SplittableRandom(1);
        Matrix x = new Matrix(400, 3);
        for (int p = 0; p < 400; p++) {
            x.set(p, 0, (p % 2 == 0 ? 5 : 0) + random.nextDouble());
            x.set(p, 1, (p % 4 < 2 ? 5 : 0) + random.nextDouble());
            x.set(p, 2, 6 * random.nextDouble());
        }
        return x;
    }

    private static Detectors reading(int first, int second, double threshold) {
        Matrix filters = new Matrix(3, 2);
        filters.set(first, 0, 1);
        filters.set(second, 1, 1);
        return new Detectors(filters, new double[] {threshold, threshold});
    }

    @Test
    void takesTheDecidedDetectorOfEveryConceptOnce() {
        try (Scope scope = Scope.open()) {
            DenseFeatures x = new DenseFeatures(Tensor.of(features(), DType.FLOAT64), RandomProblems.GRID);
            List<Detectors> starts = List.of(reading(0, 2, 3), reading(2, 0, 3.2), reading(2, 1, 3));
            Detectors mosaic = StartCombination.of(starts, x, LossOptions.of(0.45, 0.55));
            assertThat(mosaic.filters().rowCopy(0)).containsExactlyInAnyOrder(1, 0);
            assertThat(mosaic.filters().rowCopy(1)).containsExactlyInAnyOrder(1, 0);
            assertThat(mosaic.filters().rowCopy(2)).containsExactly(0, 0);
        }
    }

    @Test
    void fillsUpWhenTooFewConceptsAreFound() {
        try (Scope scope = Scope.open()) {
            DenseFeatures x = new DenseFeatures(Tensor.of(features(), DType.FLOAT64), RandomProblems.GRID);
            List<Detectors> starts = List.of(reading(0, 0, 3), reading(0, 0, 3.1));
            Detectors mosaic = StartCombination.of(starts, x, LossOptions.of(0.45, 0.55));
            assertThat(mosaic.concepts()).isEqualTo(2);
            assertThat(mosaic.filters().rowCopy(0)).containsExactly(1, 1);
        }
    }
}
