package org.eddp.baselines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.eddp.decomposition.RandomSamples;
import org.eddp.decomposition.ScopedTest;
import org.eddp.decomposition.Tiles;
import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NmfTest extends ScopedTest {
    private static Nmf.Options options(int factors, int restarts, int most, double tolerance, long seed) {
        return Nmf.Options.of(factors, seed)
                .withRestarts(restarts)
                .withMaxIterations(most)
                .withTolerance(tolerance);
    }

    private static Nmf.Options multiplicative(int most, double tolerance, long seed) {
        return Nmf.Options.of(4, seed)
                .withMaxIterations(most)
                .withTolerance(tolerance)
                .withUpdates(Nmf.Updates.MULTIPLICATIVE);
    }

    /** Parts and amounts with enough zeros for the factorisation to be unique. */
    private static final Matrix PARTS = RandomSamples.sparse(12, 4, 0.5, 5);

    private static Tensor factorisable() {
        return RandomSamples.tensor(RandomSamples.sparse(300, 4, 0.5, 6).timesTranspose(PARTS));
    }

    @ParameterizedTest
    @CsvSource({"FLOAT32, HIERARCHICAL", "FLOAT64, HIERARCHICAL", "FLOAT32, MULTIPLICATIVE", "FLOAT64, MULTIPLICATIVE"})
    void theLossNeverRises(DType type, Nmf.Updates updates) {
        double slack = type == DType.FLOAT64 ? 1e-14 : 1e-10;
        for (int seed = 0; seed < 5; seed++) {
            Tensor x =
                    RandomSamples.tensor(RandomSamples.sparse(80, 9, 0.3, seed)).to(type);
            double[] errors = Nmf.fit(
                            x,
                            Nmf.Options.of(4, seed)
                                    .withMaxIterations(300)
                                    .withTolerance(1e-12)
                                    .withUpdates(updates))
                    .relativeErrors();
            assertThat(errors).hasSizeGreaterThanOrEqualTo(20);
            for (int i = 1; i < errors.length; i++) {
                assertThat(errors[i] * errors[i]).isLessThanOrEqualTo(errors[i - 1] * errors[i - 1] + slack);
            }
        }
    }

    @Test
    void recoversAnExactlyFactorisableMatrix() {
        Nmf nmf = Nmf.fit(factorisable(), options(4, 4, 20_000, 1e-7, 1));
        assertThat(nmf.converged()).isTrue();
        assertThat(nmf.relativeError()).isLessThan(1e-3);
        assertThat(RandomSamples.worstMatch(PARTS, nmf.factors())).isGreaterThan(0.99);
        assertThat(Arrays.stream(nmf.factors().values())).allMatch(v -> v > 0);
    }

    /** Both lower the same loss; from the same start, the faster one is never behind. */
    @Test
    void hierarchicalUpdatesGetFurtherThanMultiplicativeOnes() {
        Tensor x = RandomSamples.tensor(RandomSamples.sparse(300, 12, 0.4, 3));
        Nmf fast = Nmf.fit(x, options(4, 1, 20_000, 1e-7, 2));
        Nmf slow = Nmf.fit(x, multiplicative(20_000, 1e-7, 2));
        assertThat(fast.relativeErrors()[20]).isLessThan(slow.relativeErrors()[20]);
        assertThat(fast.relativeError()).isLessThan(slow.relativeError() + 1e-3);
        assertThat(fast.iterations()).isLessThan(slow.iterations());
    }

    @Test
    void theReportedErrorIsThatOfTheFactorisation() {
        Matrix x = RandomSamples.sparse(80, 9, 0.3, 1);
        Nmf nmf = Nmf.fit(RandomSamples.tensor(x), options(4, 1, 20_000, 1e-9, 3));
        Matrix h = nmf.coefficients(RandomSamples.tensor(x)).toMatrix();
        assertThat(Arrays.stream(h.values())).allMatch(v -> v >= 0);
        double error = x.minus(h.timesTranspose(nmf.factors())).frobenius() / x.frobenius();
        assertThat(error).isLessThanOrEqualTo(nmf.relativeError() + 1e-9).isGreaterThan(nmf.relativeError() - 1e-5);
    }

    @Test
    void coefficientsOfOtherPatchesAreTheirNonNegativeAmounts() {
        Matrix parts = PARTS.normaliseColumns();
        Nmf nmf = new Nmf(parts, new double[] {0}, true);
        Matrix amounts = RandomSamples.sparse(50, 4, 0.5, 9);
        Tensor x = RandomSamples.tensor(amounts.timesTranspose(parts));
        assertThat(RandomSamples.difference(amounts, nmf.coefficients(x).toMatrix()))
                .isLessThan(1e-6);
        assertThat(nmf.coefficients(x.to(DType.FLOAT32)).type()).isEqualTo(DType.FLOAT32);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nmf.coefficients(x.narrow(1, 0, 5)))
                .withMessage("X has 5 features but the factors have 12; pass features of the same layer");
    }

    @Test
    void moreRestartsNeverFitWorse() {
        Tensor x = RandomSamples.tensor(RandomSamples.sparse(60, 8, 0.4, 2));
        double one = Nmf.fit(x, options(4, 1, 200, 1e-6, 7)).relativeError();
        double five = Nmf.fit(x, options(4, 5, 200, 1e-6, 7)).relativeError();
        assertThat(five).isLessThanOrEqualTo(one);
    }

    @Test
    void neitherTilesNorThreadsChangeTheResultAndTheSeedDoes() {
        Tensor x = RandomSamples.tensor(RandomSamples.sparse(60, 8, 0.4, 2));
        try (Workers one = new Workers(1);
                Workers three = new Workers(3)) {
            Nmf whole = Nmf.fit(new Tiles(x, 1000, one), multiplicative(50, 1e-12, 1), Monitor.NONE);
            Nmf tiled = Nmf.fit(new Tiles(x, 7, one), multiplicative(50, 1e-12, 1), Monitor.NONE);
            Nmf threaded = Nmf.fit(new Tiles(x, 7, three), multiplicative(50, 1e-12, 1), Monitor.NONE);
            assertThat(RandomSamples.difference(whole.factors(), tiled.factors()))
                    .isLessThan(1e-12);
            assertThat(threaded.factors()).isEqualTo(tiled.factors());
            assertThat(threaded.relativeErrors()).isEqualTo(tiled.relativeErrors());
            assertThat(Nmf.fit(new Tiles(x, 7, one), multiplicative(50, 1e-12, 2), Monitor.NONE)
                            .factors())
                    .isNotEqualTo(tiled.factors());
        }
    }

    @Test
    void emptyPatchesAndFeaturesDoNoHarm() {
        Matrix m = RandomSamples.sparse(40, 6, 0.3, 4);
        for (int c = 0; c < 6; c++) {
            m.set(11, c, 0);
        }
        for (int r = 0; r < 40; r++) {
            m.set(r, 3, 0);
        }
        Nmf nmf = Nmf.fit(RandomSamples.tensor(m), Nmf.Options.of(3, 1));
        assertThat(Arrays.stream(nmf.factors().values())).allMatch(Double::isFinite);
        assertThat(Arrays.stream(nmf.factors().rowCopy(3))).allMatch(v -> v < 1e-12);
        assertThat(nmf.coefficients(RandomSamples.tensor(m)).toMatrix().rowCopy(11))
                .containsOnly(0);
    }

    @Test
    void refusesNegativeFeaturesAndNamesTheFirst() {
        Matrix m = RandomSamples.uniform(30, 4, 1);
        m.set(17, 3, -0.5);
        m.set(25, 0, -2);
        Tensor x = RandomSamples.tensor(m);
        try (Workers three = new Workers(3)) {
            assertThatExceptionOfType(InvalidInput.class)
                    .isThrownBy(() -> Nmf.fit(new Tiles(x, 4, three), Nmf.Options.of(2, 1), Monitor.NONE))
                    .withMessage("X at row 17, column 3 = -0.5 is negative but NMF needs features of at least 0"
                            + " (a layer after a ReLU); use PCA, k-means or ICA for this layer");
        }
    }

    @Test
    void refusesWhatItCannotDo() {
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Nmf.Options.of(0, 1))
                .withMessage("factors = 0 must be at least 1");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> options(2, 1, 10, 0, 1))
                .withMessage("tolerance = 0.0 must be greater than 0 and less than 1; the default is 1.0E-6");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> options(2, 1, 10, Double.NaN, 1))
                .withMessageStartingWith("tolerance = NaN");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> options(2, 1, 0, 1e-6, 1))
                .withMessage("maxIterations = 0 must be at least 1");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Nmf.fit(RandomSamples.tensor(RandomSamples.uniform(3, 5, 1)), Nmf.Options.of(4, 1)))
                .withMessage("factors = 4 exceeds the 3 patches of X; pass more patches or use at most 3");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Nmf.fit(Tensor.zeros(DType.FLOAT32, 3, 5), Nmf.Options.of(2, 1)))
                .withMessage("all features of X are 0; NMF needs at least 1 that is positive");
    }
}
