package org.eddp.decomposition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import java.util.Arrays;
import org.eddp.failure.InvalidInput;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureStatistics;
import org.eddp.features.Grid;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

class PcaTest extends ScopedTest {
    private static Matrix data() {
        double[] offset = {100, -5, 0, 3, 7, 1e4};
        Matrix x = gaussian(60, 6, 1).times(gaussian(6, 6, 2));
        for (int r = 0; r < x.rows(); r++) {
            for (int c = 0; c < x.columns(); c++) {
                x.set(r, c, x.get(r, c) + offset[c]);
            }
        }
        return x;
    }

    @Test
    void equalsTheSingularValueDecompositionOfTheCentredMatrix() {
        Matrix x = data();
        Pca pca = Pca.fit(RandomSamples.tensor(x), Pca.Options.of(4));

        Matrix centred = x.copy();
        for (int c = 0; c < x.columns(); c++) {
            double mean = Arrays.stream(x.column(c)).sum() / x.rows();
            assertThat(pca.mean()[c]).isCloseTo(mean, within(1e-10));
            for (int r = 0; r < x.rows(); r++) {
                centred.set(r, c, x.get(r, c) - mean);
            }
        }
        Matrix.Svd svd = centred.svd();
        for (int i = 0; i < 4; i++) {
            double s = svd.singularValues()[i];
            assertThat(pca.variances()[i]).isCloseTo(s * s / (x.rows() - 1), within(1e-10));
            double dot = 0;
            for (int d = 0; d < 6; d++) {
                dot += pca.components().get(d, i) * svd.vTransposed().get(i, d);
            }
            assertThat(Math.abs(dot)).isCloseTo(1, within(1e-10));
        }
        assertThat(pca.totalVariance())
                .isCloseTo(centred.frobenius() * centred.frobenius() / (x.rows() - 1), within(1e-9));
    }

    @Test
    void streamedStatisticsGiveTheSame() {
        Tensor x = RandomSamples.tensor(data());
        Pca whole = Pca.fit(x, Pca.Options.of(3));
        Pca streamed = Pca.of(FeatureStatistics.of(new DenseFeatures(x, new Grid(1, 1))), Pca.Options.of(3));
        assertThat(RandomSamples.difference(whole.components(), streamed.components()))
                .isLessThan(1e-9);
        assertThat(streamed.variances()).containsExactly(whole.variances(), within(1e-8));
        assertThat(streamed.totalVariance()).isCloseTo(whole.totalVariance(), within(1e-8));
    }

    @Test
    void recoversAKnownRotationWithTheSignsFixed() {
        Matrix rotation = gaussian(4, 4, 3).qr().q();
        Matrix latent = gaussian(20_000, 4, 4).scaleColumns(new double[] {8, 4, 2, 1});
        Pca pca = Pca.fit(RandomSamples.tensor(latent.timesTranspose(rotation)), Pca.Options.of(4));

        for (int i = 0; i < 4; i++) {
            double[] found = pca.components().column(i);
            double[] truth = rotation.column(i);
            double dot = 0;
            double largest = 0;
            for (int d = 0; d < 4; d++) {
                dot += found[d] * truth[d];
                largest = Math.abs(found[d]) > Math.abs(largest) ? found[d] : largest;
            }
            assertThat(Math.abs(dot)).isGreaterThan(0.999);
            assertThat(largest).isPositive();
        }
        assertThat(pca.components().columnNorms()).containsExactly(new double[] {1, 1, 1, 1}, within(1e-12));
    }

    @Test
    void neitherTilesNorThreadsChangeTheResult() {
        Tensor x = RandomSamples.tensor(data());
        try (Workers one = new Workers(1);
                Workers three = new Workers(3)) {
            Pca whole = Pca.fit(new Tiles(x, 1000, one), Pca.Options.of(5));
            Pca tiled = Pca.fit(new Tiles(x, 7, one), Pca.Options.of(5));
            Pca threaded = Pca.fit(new Tiles(x, 7, three), Pca.Options.of(5));
            assertThat(RandomSamples.difference(whole.components(), tiled.components()))
                    .isLessThan(1e-12);
            assertThat(RandomSamples.difference(Matrix.row(whole.variances()), Matrix.row(tiled.variances())))
                    .isLessThan(1e-12);
            assertThat(threaded.components()).isEqualTo(tiled.components());
            assertThat(threaded.variances()).isEqualTo(tiled.variances());
            assertThat(threaded.mean()).isEqualTo(tiled.mean());
        }
    }

    @Test
    void singlePrecisionFeaturesAreSummedInDouble() {
        Tensor floats = RandomSamples.tensor(data()).to(DType.FLOAT32);
        Pca fromFloats = Pca.fit(floats, Pca.Options.of(3));
        Pca fromDoubles = Pca.fit(floats.to(DType.FLOAT64), Pca.Options.of(3));
        assertThat(fromFloats.components()).isEqualTo(fromDoubles.components());
        assertThat(fromFloats.variances()).isEqualTo(fromDoubles.variances());
    }

    @Test
    void constantFeaturesHaveNoVariance() {
        Pca pca = Pca.fit(RandomSamples.tensor(new Matrix(5, 3).map(zero -> 0.1)), Pca.Options.of(2));
        assertThat(pca.variances()).containsExactly(new double[] {0, 0}, within(1e-30));
        assertThat(pca.totalVariance()).isCloseTo(0, within(1e-30));
    }

    @Test
    void refusesWhatItCannotDo() {
        Tensor x = RandomSamples.tensor(gaussian(3, 5, 1));
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Pca.Options.of(0))
                .withMessage("components = 0 must be at least 1");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Pca.fit(x, Pca.Options.of(6)))
                .withMessage("components = 6 exceeds feature width 5; use at most 5");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Pca.fit(x, Pca.Options.of(4)))
                .withMessage("components = 4 exceeds the 3 patches of X; pass more patches or use at most 3");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Pca.fit(x.narrow(0, 0, 1), Pca.Options.of(1)))
                .withMessage("X has 1 patch; a variance needs at least 2");
    }

    @Test
    void refusesAMatrixThatIsNotPatchesByFeatures() {
        Pca.Options options = Pca.Options.of(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pca.fit(Tensor.zeros(DType.FLOAT32, 2, 3, 4), options))
                .withMessageContaining("[2, 3, 4]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pca.fit(Tensor.zeros(DType.FLOAT32, 0, 3), options))
                .withMessageContaining("[0, 3]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pca.fit(Tensor.zeros(DType.INT64, 2, 3), options))
                .withMessageContaining("INT64");
    }

    @Test
    void namesTheFirstValueThatIsNotFinite() {
        Matrix m = gaussian(50, 3, 1);
        m.set(33, 2, Double.NaN);
        m.set(41, 0, Double.NEGATIVE_INFINITY);
        Tensor x = RandomSamples.tensor(m);
        try (Workers three = new Workers(3)) {
            assertThatExceptionOfType(InvalidInput.class)
                    .isThrownBy(() -> Pca.fit(new Tiles(x, 8, three), Pca.Options.of(1)))
                    .withMessage("X at row 33, column 2 = NaN is not a finite number; remove that patch");
        }
    }
}
