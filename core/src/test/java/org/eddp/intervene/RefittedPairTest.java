package org.eddp.intervene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefittedPairTest {
    private static final int PATCHES = 2000;

    /** A concept is written along (1, 1, 0), and something else that varies much along (0, 1, 0). */
    private static Matrix rows(BitSet shown, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix rows = new Matrix(PATCHES, 3);
        for (int p = 0; p < PATCHES; p++) {
            shown.set(p, random.nextInt(20) == 0);
            double amount = shown.get(p) ? 4 + random.nextDouble() : 0;
            rows.set(p, 0, amount + 0.2 * random.nextGaussian());
            rows.set(p, 1, amount + 5 * random.nextGaussian());
            rows.set(p, 2, random.nextGaussian());
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void readsTheSetAndWritesWhereItIsWritten(long seed) {
        BitSet shown = new BitSet();
        Matrix rows = rows(shown, seed);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            DenseFeatures features = new DenseFeatures(Tensor.of(rows, DType.FLOAT64), new Grid(2, 2));
            Directions pair = RefittedPair.of(features, shown, workers);
            double[] signal = pair.signals().normaliseColumns().column(0);
            double[] filter = pair.filters().normaliseColumns().column(0);
            assertThat(pair.filters().columnDots(pair.signals())[0]).isCloseTo(1, within(1e-9));
            assertThat((signal[0] + signal[1]) / Math.sqrt(2)).isGreaterThan(0.98);
            assertThat(filter[0]).isGreaterThan(0.99); // what varies for other reasons is not read
            for (int p = 0; p < PATCHES; p++) {
                double reading = 0;
                for (int d = 0; d < 3; d++) {
                    reading += pair.filters().get(d, 0) * rows.get(p, d);
                }
                assertThat(reading > pair.thresholds()[0]).isEqualTo(shown.get(p));
            }
        }
    }

    @Test
    void needsPatchesWithAndWithout() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures features = new DenseFeatures(Tensor.of(rows(new BitSet(), 4), DType.FLOAT64), new Grid(1, 1));
            assertThatThrownBy(() -> RefittedPair.of(features, new BitSet(), workers))
                    .hasMessageContaining("0 of " + PATCHES);
        }
    }
}
