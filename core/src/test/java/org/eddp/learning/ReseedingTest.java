package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.RandomProblems;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureStatistics;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;

class ReseedingTest {
    private static final LossOptions LOSSES = LossOptions.of(0.1, 0.6);

    /** Every patch shows one of four things, each along a feature of its own. */
    private static Matrix features() {
        SplittableRandom random = new SplittableRandom(3);
        Matrix x = new Matrix(400, 4);
        for (int p = 0; p < 400; p++) {
            for (int d = 0; d < 4; d++) {
                x.set(p, d, (p % 4 == d ? 5 : 0) + random.nextDouble());
            }
        }
        return x;
    }

    private static Reseeding reseed(double[][] filters, double... thresholds) {
        try (Scope scope = Scope.open()) {
            DenseFeatures x = new DenseFeatures(Tensor.of(features(), DType.FLOAT64), RandomProblems.GRID);
            Detectors detectors = new Detectors(Matrix.of(filters).transpose(), thresholds);
            return Reseeding.of(detectors, x, FeatureStatistics.of(x), LOSSES, 7);
        }
    }

    private static double[] unit(int feature) {
        double[] filter = new double[4];
        filter[feature] = 10;
        return filter;
    }

    @Test
    void detectorsThatReadDifferentThingsStayAsTheyAre() {
        Reseeding found = reseed(new double[][] {unit(0), unit(1), unit(2)}, 30, 30, 30);
        assertThat(found.none()).isTrue();
        assertThat(found.detectors().thresholds()).containsExactly(30, 30, 30);
    }

    @Test
    void aSilentDetectorRestartsWhereNoOtherFires() {
        Reseeding found = reseed(new double[][] {unit(0), unit(1), unit(2), unit(2)}, 30, 30, 30, 1000);
        assertThat(found.silent()).isEqualTo(1);
        assertThat(found.duplicates()).isZero();
        assertThat(firingOn(found.detectors(), 3)).isEqualTo(3);
    }

    @Test
    void twoSilentDetectorsBeginAtDifferentThings() {
        Reseeding found = reseed(new double[][] {unit(0), unit(1), unit(2), unit(3)}, 30, 30, 1000, 1000);
        assertThat(found.silent()).isEqualTo(2);
        assertThat(new int[] {firingOn(found.detectors(), 2), firingOn(found.detectors(), 3)})
                .containsExactlyInAnyOrder(2, 3);
    }

    @Test
    void oneOfTwoDuplicateDetectorsRestarts() {
        Reseeding found = reseed(new double[][] {unit(0), unit(1), unit(2), unit(2)}, 30, 30, 30, 29);
        assertThat(found.silent()).isZero();
        assertThat(found.duplicates()).isEqualTo(1);
        assertThat(firingOn(found.detectors(), 2)).isEqualTo(3);
        assertThat(firingOn(found.detectors(), 3)).isEqualTo(2);
    }

    /** Which of the four things a detector fires on most. */
    private static int firingOn(Detectors detectors, int concept) {
        int[] fires = new int[4];
        Matrix scores = features().times(detectors.filters());
        for (int p = 0; p < scores.rows(); p++) {
            fires[p % 4] += scores.get(p, concept) > detectors.thresholds()[concept] ? 1 : 0;
        }
        int most = 0;
        for (int d = 1; d < 4; d++) {
            most = fires[d] > fires[most] ? d : most;
        }
        assertThat(fires[most]).isPositive();
        return most;
    }
}
