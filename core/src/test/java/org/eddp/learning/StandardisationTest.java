package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureStatistics;
import org.eddp.features.Grid;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;

class StandardisationTest {
    private static final int WIDTH = 12;
    private static final int PATCHES = 600;

    /** Independent features, each with half the deviation of the one before. */
    private static Matrix rows() {
        SplittableRandom random = new SplittableRandom(5);
        Matrix rows = new Matrix(PATCHES, WIDTH);
        for (int p = 0; p < PATCHES; p++) {
            for (int d = 0; d < WIDTH; d++) {
                rows.set(p, d, 1 + random.nextGaussian() * Math.pow(0.5, d));
            }
        }
        return rows;
    }

    private static Matrix standardised(Matrix rows, LearnOptions.Scaling scaling, int concepts) {
        try (Scope scope = Scope.open()) {
            DenseFeatures source = new DenseFeatures(Tensor.of(rows, DType.FLOAT64), new Grid(2, 3));
            Standardisation made = Standardisation.of(FeatureStatistics.of(source), scaling, concepts);
            Matrix centred = rows.copy();
            for (int p = 0; p < PATCHES; p++) {
                for (int d = 0; d < WIDTH; d++) {
                    centred.set(p, d, centred.get(p, d) - made.mean()[d]);
                }
            }
            return centred.times(made.transform());
        }
    }

    @Test
    void principalKeepsTwoComponentsPerConceptAtUnitCovariance() {
        Matrix made = standardised(rows(), LearnOptions.Scaling.PRINCIPAL, 3);
        assertThat(made.columns()).isEqualTo(6);
        Matrix covariance = made.transposeTimes(made).times(1.0 / PATCHES);
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                assertThat(covariance.get(i, j)).isCloseTo(i == j ? 1 : 0, within(0.01));
            }
        }
    }

    @Test
    void principalKeepsTheComponentsOfLargestVariance() {
        try (Scope scope = Scope.open()) {
            DenseFeatures source = new DenseFeatures(Tensor.of(rows(), DType.FLOAT64), new Grid(2, 3));
            Matrix transform = Standardisation.of(FeatureStatistics.of(source), LearnOptions.Scaling.PRINCIPAL, 2)
                    .transform();
            for (int k = 0; k < 4; k++) {
                double[] column = transform.column(k);
                int largest = 0;
                for (int d = 1; d < WIDTH; d++) {
                    largest = Math.abs(column[d]) > Math.abs(column[largest]) ? d : largest;
                }
                assertThat(largest).isEqualTo(k);
                assertThat(column[largest]).isPositive();
            }
        }
    }

    @Test
    void principalKeepsAllFeaturesWhereTheyVaryInFewerDirectionsThanConcepts() {
        Matrix rows = rows();
        for (int p = 0; p < PATCHES; p++) {
            for (int d = 3; d < WIDTH; d++) {
                rows.set(p, d, rows.get(p, d % 3)); // rank 3
            }
        }
        assertThat(standardised(rows, LearnOptions.Scaling.PRINCIPAL, 4).values())
                .isEqualTo(standardised(rows, LearnOptions.Scaling.ZSCORE, 4).values());
        assertThat(standardised(rows, LearnOptions.Scaling.PRINCIPAL, 3).columns())
                .isEqualTo(3);
    }

    @Test
    void neverMoreComponentsThanTheFeaturesHave() {
        Matrix rows = rows();
        Matrix all = standardised(rows, LearnOptions.Scaling.WHITEN, 3);
        assertThat(all.columns()).isEqualTo(WIDTH);
        assertThat(standardised(rows, LearnOptions.Scaling.PRINCIPAL, 10).columns())
                .isEqualTo(WIDTH);
    }
}
