package org.eddp.decomposition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FastIcaTest extends ScopedTest {
    private static final Matrix DIRECTIONS = gaussian(6, 4, 1);

    /** Four independent uniform sources written along four directions of a six-dimensional space, plus 3. */
    private static Matrix mixture(int patches) {
        return RandomSamples.uniform(patches, 4, 2).timesTranspose(DIRECTIONS).map(v -> v + 3);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void unmixesIndependentUniformSources(long seed) {
        Matrix x = mixture(10_000);
        FastIca ica = FastIca.fit(RandomSamples.tensor(x), FastIca.Options.of(4, seed));
        assertThat(ica.converged()).isTrue();
        assertThat(RandomSamples.worstMatch(DIRECTIONS, ica.mixing())).isGreaterThan(0.99);

        Matrix centred = x.copy();
        for (int r = 0; r < x.rows(); r++) {
            for (int d = 0; d < 6; d++) {
                centred.set(r, d, x.get(r, d) - ica.mean()[d]);
            }
        }
        Matrix sources = centred.times(ica.filters());
        assertThat(RandomSamples.worstMatch(RandomSamples.uniform(10_000, 4, 2).map(v -> v - 0.5), sources))
                .isGreaterThan(0.99);
        Matrix covariance = sources.transposeTimes(sources).times(1.0 / x.rows());
        assertThat(covariance.minus(Matrix.identity(4)).frobenius()).isLessThan(1e-9);
    }

    @Test
    void mixingIsThePseudoInverseOfTheFiltersWithTheSignsFixed() {
        FastIca ica = FastIca.fit(RandomSamples.tensor(mixture(2_000)), FastIca.Options.of(3, 1));
        assertThat(ica.filters().columns()).isEqualTo(3);
        Matrix inverse =
                RandomSamples.tensor(ica.filters().transpose()).pinv(1e-12).toMatrix();
        assertThat(RandomSamples.difference(inverse, ica.mixing())).isLessThan(1e-9);
        assertThat(Pca.signs(ica.mixing())).containsOnly(1);
    }

    @Test
    void returnsAsManySourcesAsTheRankAllows() {
        for (DType type : new DType[] {DType.FLOAT32, DType.FLOAT64}) {
            FastIca ica = FastIca.fit(RandomSamples.tensor(mixture(5_000)).to(type), FastIca.Options.of(6, 1));
            assertThat(ica.filters().shape()).isEqualTo("6 x 4");
            assertThat(ica.mixing().shape()).isEqualTo("6 x 4");
            assertThat(RandomSamples.worstMatch(DIRECTIONS, ica.mixing())).isGreaterThan(0.99);
        }
    }

    @Test
    void theContrastPrefersSeparatedSources() {
        Tensor x = RandomSamples.tensor(mixture(10_000));
        FastIca few = FastIca.fit(x, FastIca.Options.of(4, 3).withMaxIterations(1));
        assertThat(few.converged()).isFalse();
        assertThat(few.iterations()).isEqualTo(1);
        // Of many barely iterated starts the one kept must be closer to the truth than a typical one.
        FastIca many = FastIca.fit(x, FastIca.Options.of(4, 3).withRestarts(30).withMaxIterations(1));
        assertThat(RandomSamples.worstMatch(DIRECTIONS, many.mixing()))
                .isGreaterThan(RandomSamples.worstMatch(DIRECTIONS, few.mixing()));
    }

    @Test
    void theContrastOfGaussianFeaturesIsZero() {
        Tensor x = RandomSamples.tensor(gaussian(200_000, 1, 5));
        try (Workers one = new Workers(1)) {
            FixedPoint plain = new FixedPoint(Matrix.identity(1), 0, true);
            double contrast = plain.contrast(Tiles.of(x, one), RandomSamples.tensor(Matrix.identity(1)));
            assertThat(contrast).isCloseTo(0, within(1e-5));
        }
    }

    @Test
    void neitherTilesNorThreadsChangeTheResultAndTheSeedDoes() {
        Tensor x = RandomSamples.tensor(mixture(1_000));
        try (Workers one = new Workers(1);
                Workers three = new Workers(3)) {
            FastIca.Options options = FastIca.Options.of(4, 1).withRestarts(2);
            FastIca whole = FastIca.fit(new Tiles(x, 5000, one), options, Monitor.NONE);
            FastIca tiled = FastIca.fit(new Tiles(x, 37, one), options, Monitor.NONE);
            FastIca threaded = FastIca.fit(new Tiles(x, 37, three), options, Monitor.NONE);
            assertThat(RandomSamples.difference(whole.filters(), tiled.filters()))
                    .isLessThan(1e-12);
            assertThat(RandomSamples.difference(whole.mixing(), tiled.mixing())).isLessThan(1e-12);
            assertThat(threaded.filters()).isEqualTo(tiled.filters());
            assertThat(threaded.mixing()).isEqualTo(tiled.mixing());
            FastIca other = FastIca.fit(new Tiles(x, 37, one), FastIca.Options.of(4, 2), Monitor.NONE);
            assertThat(other.filters()).isNotEqualTo(tiled.filters());
        }
    }

    @Test
    void refusesWhatItCannotDo() {
        Tensor x = RandomSamples.tensor(gaussian(3, 5, 1));
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> FastIca.Options.of(0, 1))
                .withMessage("sources = 0 must be at least 1");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> FastIca.Options.of(2, 1).withMaxIterations(10).withTolerance(-1))
                .withMessage("tolerance = -1.0 must be greater than 0 and less than 1; the default is 1.0E-4");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> FastIca.fit(x, FastIca.Options.of(6, 1)))
                .withMessage("sources = 6 exceeds feature width 5; use at most 5");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> FastIca.fit(x, FastIca.Options.of(4, 1)))
                .withMessage("sources = 4 exceeds the 3 patches of X; pass more patches or use at most 3");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> FastIca.fit(Tensor.zeros(DType.FLOAT32, 9, 3), FastIca.Options.of(2, 1)))
                .withMessage("X has rank 0: all its patches are equal, but at least 1 must vary to separate sources");
    }
}
