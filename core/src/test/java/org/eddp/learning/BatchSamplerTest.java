package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.TreeSet;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.FeatureStatistics;
import org.eddp.features.Grid;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;

class BatchSamplerTest {
    private static final Grid GRID = new Grid(1, 2);

    private static DenseFeatures numbered(int images) {
        double[] values = new double[images * 2];
        Arrays.setAll(values, i -> i);
        return new DenseFeatures(Tensor.of(values, DType.FLOAT64, values.length, 1), GRID);
    }

    @Test
    void anEpochVisitsEveryImageOnceWithItsPatchesTogether() {
        try (Scope scope = Scope.open()) {
            BatchSampler sampler = new BatchSampler(numbered(12), 4, 5);
            TreeSet<Double> seen = new TreeSet<>();
            for (int step = 0; step < sampler.batchesPerEpoch(); step++) {
                Batch batch = sampler.batch(step);
                double[] rows = batch.rows(0, batch.images()).toDoubles();
                for (int i = 0; i < rows.length; i += 2) {
                    assertThat(rows[i + 1]).isEqualTo(rows[i] + 1);
                    seen.add(rows[i]);
                }
            }
            assertThat(seen).hasSize(12);
        }
    }

    @Test
    void aBatchDependsOnSeedAndStepAlone() {
        try (Scope scope = Scope.open()) {
            BatchSampler straight = new BatchSampler(numbered(50), 7, 3);
            for (int step = 0; step < 20; step++) {
                straight.batch(step);
            }
            double[] expected = straight.batch(20).rows(0, 7).toDoubles();
            assertThat(new BatchSampler(numbered(50), 7, 3).batch(20).rows(0, 7).toDoubles())
                    .isEqualTo(expected);
            assertThat(new BatchSampler(numbered(50), 7, 4).batch(20).rows(0, 7).toDoubles())
                    .isNotEqualTo(expected);
        }
    }

    @Test
    void zeroTakesAllImagesInOrder() {
        try (Scope scope = Scope.open()) {
            BatchSampler sampler = new BatchSampler(numbered(5), 0, 1);
            assertThat(sampler.batchesPerEpoch()).isEqualTo(1);
            assertThat(sampler.batch(3).rows(0, 5).toDoubles())
                    .startsWith(0, 1, 2)
                    .hasSize(10);
        }
    }

    @Test
    void statisticsAreThePopulationMoments() {
        try (Scope scope = Scope.open()) {
            Matrix x =
                    Matrix.of(new double[] {1, 10}, new double[] {2, 14}, new double[] {6, 12}, new double[] {3, 20});
            FeatureStatistics s = FeatureStatistics.of(new DenseFeatures(Tensor.of(x, DType.FLOAT32), GRID));
            assertThat(s.mean()).containsExactly(3, 14);
            assertThat(s.covariance()).isEqualTo(Matrix.of(new double[] {3.5, 0.5}, new double[] {0.5, 14}));
        }
    }
}
