package org.eddp.intervene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.intervene.Correction.RefittedCorrection;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

class RefittedCorrectionTest {
    private static final int PATCHES = 3000;

    /**
     * A concept is written along (1, 0, 0, 0); half of its patches have something along the second axis as well, the other half
     * along the third. A detector each sees them; a third detector sees the fourth axis.
     */
    private static Matrix rows() {
        SplittableRandom random = new SplittableRandom(11);
        Matrix rows = new Matrix(PATCHES, 4);
        for (int p = 0; p < PATCHES; p++) {
            for (int d = 0; d < 4; d++) {
                rows.set(p, d, 0.1 * random.nextGaussian());
            }
            if (p % 10 < 2) {
                rows.set(p, 0, 3 + rows.get(p, 0));
                rows.set(p, 1 + p % 10, 2 + rows.get(p, 1 + p % 10));
            }
            if (p % 10 == 5) {
                rows.set(p, 3, 3);
            }
        }
        return rows;
    }

    private static Directions directions() {
        Matrix axes = Matrix.of(new double[][] {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
        Matrix signals = Matrix.of(new double[][] {{1, 1, 0}, {1, -1, 0}, {-1, 1, 0}, {0, 0, 1}});
        return new Directions(axes, new double[] {1, 1, 1}, signals, new double[4]);
    }

    private static RefittedCorrection of(int... concepts) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            DenseFeatures features = new DenseFeatures(Tensor.of(rows(), DType.FLOAT64), new Grid(2, 2));
            return RefittedCorrection.of(features, directions(), concepts, Activation.IDENTITY, workers);
        }
    }

    @Test
    void detectorsThatShareAConceptAreTakenOutAsOne() {
        RefittedCorrection merged = of(1, 0);
        assertThat(merged.merge().patches()).isEqualTo(PATCHES / 5);
        assertThat(merged.merge().members())
                .extracting(RefittedCorrection.Member::concept)
                .containsExactly(1, 0);
        // the pair writes (3, 1, 1, -1/24 of 3), detector 0 along (1, 1, -1, 0)
        double length = Math.sqrt(9 + 1 + 1 + 0.375 * 0.375);
        for (RefittedCorrection.Member member : merged.merge().members()) {
            assertThat(member.patches()).isEqualTo(PATCHES / 10);
            assertThat(member.cosine()).isCloseTo(3 / Math.sqrt(3) / length, within(0.02));
        }
        try (Scope scope = Scope.open()) {
            Tensor rows = Tensor.of(rows(), DType.FLOAT64);
            double[] left = merged.correction().apply(rows).toDoubles();
            IntStream.range(0, PATCHES)
                    .filter(p -> p % 10 < 2)
                    .forEach(p -> assertThat(Math.abs(left[4 * p])).isLessThan(1.2));
        }
    }

    @Test
    void everyConceptHasAPairOfItsOwnPatchesWhateverElseIsRefitted() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            DenseFeatures features = new DenseFeatures(Tensor.of(rows(), DType.FLOAT64), new Grid(2, 2));
            Correction both =
                    RefittedCorrection.refitted(features, directions(), new int[] {2, 0}, Activation.IDENTITY, workers);
            assertThat(both.suppressions()).hasSize(2);
            int[] order = {2, 0};
            for (int k = 0; k < 2; k++) {
                Suppression alone = of(order[k]).correction().suppressions().get(0);
                Suppression pair = both.suppressions().get(k);
                assertThat(pair.filter()).containsExactly(alone.filter(), within(1e-9));
                assertThat(pair.direction()).containsExactly(alone.direction(), within(1e-9));
                assertThat(pair.threshold()).isCloseTo(alone.threshold(), within(1e-9));
                assertThat(pair.target()).isCloseTo(alone.target(), within(1e-6));
            }
            assertThatThrownBy(() -> RefittedCorrection.refitted(
                            features, silent(), new int[] {0}, Activation.IDENTITY, workers))
                    .hasMessageContaining("concept 0 fires on no patch");
        }
    }

    private static Directions silent() {
        return new Directions(
                Matrix.of(new double[][] {{1}, {0}, {0}, {0}}), new double[] {99}, new Matrix(4, 1), new double[4]);
    }

    @Test
    void aConceptIsGivenOnceAndMustFireSomewhere() {
        assertThatThrownBy(() -> of(1, 1)).hasMessageContaining("given twice");
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures features = new DenseFeatures(Tensor.of(rows(), DType.FLOAT64), new Grid(1, 1));
            assertThatThrownBy(() ->
                            RefittedCorrection.of(features, silent(), new int[] {0}, Activation.IDENTITY, workers))
                    .hasMessageContaining("0 of 3000 patches");
        }
    }
}
