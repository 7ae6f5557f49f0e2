package org.eddp.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

class FiringTest {
    private static BitSet bits(int... places) {
        BitSet set = new BitSet();
        IntStream.of(places).forEach(set::set);
        return set;
    }

    @Test
    void patchesAreCountedThroughAllImages() {
        Matrix rows = Matrix.of(new double[][] {{1, 0}, {0, 1}, {2, 2}, {0, 0}});
        Detectors detectors = new Detectors(Matrix.identity(2), new double[] {0.5, 1.5});
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures features = new DenseFeatures(Tensor.of(rows, DType.FLOAT32), new Grid(1, 2));
            assertThat(Firing.patches(features, detectors, workers)).containsExactly(bits(0, 2), bits(2));
            assertThat(Firing.images(features, detectors, workers)).containsExactly(bits(0, 1), bits(1));
        }
    }

    /** More than one task reads this many patches. */
    @Test
    void tasksArePutTogetherInOrder() {
        int images = 30_000;
        SplittableRandom random = new SplittableRandom(5);
        float[] values = new float[images * 4 * 6];
        for (int k = 0; k < values.length; k++) {
            values[k] = random.nextInt(4) == 0 ? 1 : 0;
        }
        try (Scope scope = Scope.open();
                Workers workers = new Workers(3)) {
            DenseFeatures features = new DenseFeatures(Tensor.of(values, images * 4, 6), new Grid(2, 2));
            Detectors detectors = new Detectors(Matrix.identity(6), new double[] {0.5, 0.5, 0.5, 0.5, 0.5, 0.5});
            BitSet patches = Firing.patches(features, detectors, workers).get(4);
            BitSet shown = Firing.images(features, detectors, workers).get(4);
            BitSet images4 = new BitSet();
            for (int p = 0; p < images * 4; p++) {
                assertThat(patches.get(p)).isEqualTo(values[p * 6 + 4] > 0);
                images4.set(p / 4, images4.get(p / 4) || patches.get(p));
            }
            assertThat(shown).isEqualTo(images4);
        }
    }
}
