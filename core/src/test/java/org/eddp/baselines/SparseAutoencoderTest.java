package org.eddp.baselines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;

class SparseAutoencoderTest {
    /** Rows are positive amounts of one of four orthogonal parts. */
    private static Matrix rows(int count) {
        SplittableRandom random = new SplittableRandom(1);
        Matrix x = new Matrix(count, 8);
        for (int r = 0; r < count; r++) {
            int part = random.nextInt(4);
            double amount = random.nextDouble(0.5, 1.5);
            x.set(r, 2 * part, amount);
            x.set(r, 2 * part + 1, amount);
        }
        return x;
    }

    @Test
    void findsThePartsAndReconstructs() {
        try (Scope scope = Scope.open()) {
            SparseAutoencoder found = SparseAutoencoder.fit(
                    Tensor.of(rows(2000), DType.FLOAT32),
                    SparseAutoencoder.Options.of(8, 3)
                            .withSparsity(0.02)
                            .withSteps(800)
                            .withBatch(256)
                            .withRate(0.01),
                    Monitor.NONE);
            assertThat(found.relativeError()).isLessThan(0.1);
            for (int part = 0; part < 4; part++) {
                double best = 0;
                for (int i = 0; i < 8; i++) {
                    double along =
                            (found.parts().get(2 * part, i) + found.parts().get(2 * part + 1, i)) / Math.sqrt(2);
                    best = Math.max(best, along);
                }
                assertThat(best).isGreaterThan(0.8);
            }
            for (double norm : found.parts().columnNorms()) {
                assertThat(norm).isBetween(0.999, 1.001);
            }
        }
    }

    @Test
    void sameSeedSameResult() {
        try (Scope scope = Scope.open()) {
            Tensor x = Tensor.of(rows(200), DType.FLOAT32);
            SparseAutoencoder.Options options = SparseAutoencoder.Options.of(4, 3)
                    .withSteps(20)
                    .withBatch(64)
                    .withRate(0.01);
            assertThat(SparseAutoencoder.fit(x, options, Monitor.NONE).filters())
                    .isEqualTo(SparseAutoencoder.fit(x, options, Monitor.NONE).filters());
        }
    }
}
