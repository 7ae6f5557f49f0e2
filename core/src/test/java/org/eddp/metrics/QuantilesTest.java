package org.eddp.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eddp.directions.Detectors;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.metrics.Quantiles.Saturated;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantilesTest {
    private static final int PATCHES = 1000;

    private static DenseFeatures features(double ceiling) {
        SplittableRandom random = new SplittableRandom(4);
        double[] values = new double[PATCHES * 3];
        Arrays.setAll(values, i -> Math.min(ceiling, random.nextGaussian()));
        return new DenseFeatures(Tensor.of(values, DType.FLOAT32, PATCHES, 3), new Grid(2, 2));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.005, 0.2, 0.9, 0.9999})
    void detectorsFireOnTheShareAskedFor(double share) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            DenseFeatures source = features(Double.POSITIVE_INFINITY);
            Matrix filters = new Matrix(3, 4).map(zero -> 0);
            filters.set(0, 0, 1);
            filters.set(1, 1, -2);
            filters.set(2, 2, 0.5);
            filters.set(0, 3, 1);
            filters.set(1, 3, 1);
            Detectors detectors = Quantiles.detectors(source, filters, share, Saturated.SILENT, Monitor.NONE);
            long expected = Math.min(Math.round(share * PATCHES), PATCHES - 1);
            assertThat(Clustering.of(source, detectors, workers).sizes()).containsOnly(expected);
        }
    }

    @Test
    void aSaturatedFeatureFiresWhereItSaturatesOrNever() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures source = features(1); // about 16 % of the patches are at the ceiling
            Quantiles quantiles = Quantiles.of(source, Matrix.identity(3), 0.005);
            Clustering silent = Clustering.of(source, quantiles.detectors(Saturated.SILENT), workers);
            Clustering fires = Clustering.of(source, quantiles.detectors(Saturated.FIRES), workers);
            assertThat(silent.sizes()).containsOnly(0);
            assertThat(silent.coverage()).isZero();
            assertThat(fires.redundancy()).isBetween(0.3, 0.7);
            double[] rows = source.rows().toDoubles();
            for (int d = 0; d < 3; d++) {
                int feature = d;
                long atCeiling = java.util.stream.IntStream.range(0, PATCHES)
                        .filter(p -> rows[p * 3 + feature] == 1)
                        .count();
                assertThat(fires.sizes()[d]).isEqualTo(atCeiling);
            }
        }
    }

    /** Below a ReLU a feature may be zero on all patches: its maximum is not a saturated value. */
    @Test
    void aDeadFeatureNeverFires() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            double[] values = new double[40];
            Arrays.setAll(values, i -> i % 2 == 0 ? 0 : i);
            DenseFeatures source = new DenseFeatures(Tensor.of(values, DType.FLOAT32, 20, 2), new Grid(2, 2));
            for (Saturated saturated : Saturated.values()) {
                Detectors detectors = Quantiles.detectors(source, Matrix.identity(2), 0.1, saturated, Monitor.NONE);
                assertThat(Clustering.of(source, detectors, workers).sizes())
                        .as(saturated.name())
                        .containsExactly(0, 2);
            }
        }
    }

    @Test
    void coverageAndRedundancyCountPatches() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            double[] values = {1, 0, 1, 1, 0, 0, 0, 1};
            DenseFeatures source = new DenseFeatures(Tensor.of(values, DType.FLOAT32, 4, 2), new Grid(1, 2));
            Clustering clustering =
                    Clustering.of(source, new Detectors(Matrix.identity(2), new double[] {0.5, 0.5}), workers);
            assertThat(clustering.coverage()).isEqualTo(0.75);
            assertThat(clustering.redundancy()).isEqualTo(1.0);
            assertThat(clustering.sizes()).containsExactly(2, 2);
            assertThat(clustering.patchesByDetectors())
                    .as("with none, one and both")
                    .containsExactly(1, 2, 1);
        }
    }
}
