package org.eddp.directions.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops of simple arithmetic against the functions of {@link Math}. */
class RowsTest {
    private static final int N = 20_001;

    private static double[] between(double low, double high) {
        return IntStream.range(0, N)
                .mapToDouble(k -> low + (high - low) * k / (N - 1))
                .toArray();
    }

    @Test
    void exponentialToThirteenDigits() {
        double[] a = between(-Rows.EXP_LIMIT, Rows.EXP_LIMIT);
        double[] out = new double[N];
        Rows.exp(out, a, N);
        for (int k = 0; k < N; k++) {
            assertThat(out[k] / Math.exp(a[k])).as("exp(" + a[k] + ")").isCloseTo(1, within(1e-13));
        }
    }

    @Test
    void logarithmFromOne() {
        double[] a = between(1, Rows.LOG_LIMIT);
        double[] out = new double[N];
        Rows.logFromOne(out, a, N);
        for (int k = 0; k < N; k++) {
            assertThat(out[k]).as("log(" + a[k] + ")").isCloseTo(Math.log(a[k]), within(3e-15));
        }
        assertThat(out[0]).isZero();
    }

    @Test
    void logisticFunctionAtBothEnds() {
        double[] p = between(-Rows.EXP_LIMIT, Rows.EXP_LIMIT);
        double[] y = new double[N];
        double[] rest = new double[N];
        double[] logY = new double[N];
        Rows.logistic(y, rest, logY, p, N);
        for (int k = 0; k < N; k++) {
            double expected = Math.min(p[k], 0) - Math.log1p(Math.exp(-Math.abs(p[k])));
            assertThat(logY[k] / expected).as("log y of " + p[k]).isCloseTo(1, within(1e-13));
            assertThat(y[k] / Math.exp(expected)).as("y of " + p[k]).isCloseTo(1, within(1e-12));
            assertThat(rest[k] / Math.exp(expected - p[k]))
                    .as("1 - y of " + p[k])
                    .isCloseTo(1, within(1e-12));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 100})
    void sumsOfAnyLength(int n) {
        SplittableRandom random = new SplittableRandom(n);
        double[] a = random.doubles(101).toArray();
        double[] b = random.doubles(101).toArray();
        double sum = 0;
        double dot = 0;
        for (int k = 0; k < n; k++) {
            sum += a[k];
            dot += a[k] * b[k];
        }
        assertThat(Rows.sum(a, n)).isCloseTo(sum, within(1e-12));
        assertThat(Rows.dot(a, b, n)).isCloseTo(dot, within(1e-12));
    }
}
