package org.eddp.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

class CachedFeaturesTest {
    private static final int IMAGES = 70;
    private static final Grid GRID = new Grid(8, 8);
    private static final int WIDTH = 1024;
    /** Images of a block: a million numbers. */
    private static final int BLOCK = (1 << 20) / (64 * WIDTH);

    private static Tensor rows() {
        SplittableRandom random = new SplittableRandom(3);
        double[] values = new double[IMAGES * GRID.cells() * WIDTH];
        Arrays.setAll(values, i -> random.nextDouble());
        return Tensor.of(values, DType.FLOAT32, IMAGES * GRID.cells(), WIDTH);
    }

    /** A source that counts how often it is read. */
    private static FeatureSource counting(FeatureSource source, AtomicInteger reads) {
        return new DerivedFeatures(source) {
            @Override
            public Batch range(int first, int count) {
                reads.incrementAndGet();
                return source.range(first, count);
            }

            @Override
            public Batch select(int[] images) {
                return source.select(images);
            }
        };
    }

    @Test
    void givesWhatTheSourceGivesAndReadsItOnce() {
        AtomicInteger reads = new AtomicInteger();
        try (Scope scope = Scope.open()) {
            DenseFeatures source = new DenseFeatures(rows(), GRID);
            try (CachedFeatures cached = new CachedFeatures(counting(source, reads), Long.MAX_VALUE)) {
                int[] images = {69, 3, 4, 5, BLOCK - 1, BLOCK, BLOCK + 1, 3};
                for (int k = 0; k < 2; k++) {
                    assertThat(cached.select(images).rows(1, 6).toFloats())
                            .isEqualTo(source.select(images).rows(1, 6).toFloats());
                    assertThat(cached.range(0, IMAGES).rows(0, IMAGES).toFloats())
                            .isEqualTo(source.rows().toFloats());
                }
                assertThat(reads).hasValue((IMAGES + BLOCK - 1) / BLOCK);
            }
        }
    }

    @Test
    void holdsNoMoreThanItMayAndIsForSeveralThreads() {
        AtomicInteger reads = new AtomicInteger();
        try (Scope scope = Scope.open();
                Workers workers = new Workers(3)) {
            DenseFeatures source = new DenseFeatures(rows(), GRID);
            long twoBlocks = 2L * (1 << 20) * Float.BYTES;
            try (CachedFeatures cached = new CachedFeatures(counting(source, reads), twoBlocks)) {
                workers.forEach(
                        200,
                        task -> {
                            int image = task * 31 % IMAGES;
                            return Arrays.equals(
                                    cached.range(image, 1).rows(0, 1).toFloats(),
                                    source.range(image, 1).rows(0, 1).toFloats());
                        },
                        same -> assertThat(same).isTrue());
                assertThat(cached.held()).isEqualTo(2);
                assertThat(reads.get()).isGreaterThan((IMAGES + BLOCK - 1) / BLOCK);
            }
        }
    }
}
