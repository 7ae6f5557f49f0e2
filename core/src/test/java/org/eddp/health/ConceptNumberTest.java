package org.eddp.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureStatistics;
import org.eddp.features.Grid;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConceptNumberTest {
    /** Patches that vary alike in the first features and not in the others. */
    private static DenseFeatures features(int patches, int width, int varying, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] values = new double[patches * width];
        Arrays.setAll(values, k -> k % width < varying ? random.nextGaussian() : 3);
        return new DenseFeatures(Tensor.of(values, DType.FLOAT32, patches, width), new Grid(1, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 32})
    void effectiveRankIsTheNumberOfDirectionsThatVaryAlike(int varying) {
        try (Scope scope = Scope.open()) {
            double rank = FeatureStatistics.of(features(20_000, 32, varying, 1)).effectiveRank();
            assertThat(rank).isBetween(Math.max(1, 0.99 * varying), Math.max(1, varying) + 1e-9);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // patches, width, varying, concepts
        "20000, 40, 40, 40", // patches for 71 concepts, 40 directions
        "20000, 40, 33, 32", // as many as there are directions, in whole eights
        "9000, 40, 40, 32", // patches for 32 concepts
        "8700, 40, 40, 24", // patches for 31: rounded down
        "3000, 40, 40, 16", // patches for 10: the fewest that are of use
        "300, 40, 40, 6", // and fewer where a concept would be of less than 50 patches
        "20, 40, 40, 1",
        "40000, 4, 4, 4" // never more than there are features
    })
    void isLimitedByPatchesAndByDirections(int patches, int width, int varying, int concepts) {
        try (Scope scope = Scope.open()) {
            ConceptNumber chosen = ConceptNumber.of(features(patches, width, varying, 2), Monitor.NONE);
            assertThat(chosen.concepts()).isEqualTo(concepts);
            assertThat(concepts).as("not too many").isLessThanOrEqualTo(ConceptNumber.most(patches, width));
            assertThat(chosen.reason()).startsWith("I = " + concepts + ": ").contains("effective rank");
            assertThat(chosen.reason().contains("noisy")).isEqualTo(patches < 7 * width * 16 && width > 16);
        }
    }
}
