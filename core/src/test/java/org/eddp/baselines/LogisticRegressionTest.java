package org.eddp.baselines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;

class LogisticRegressionTest {
    /** At the optimum the gradient of the loss vanishes, computed here by its definition. */
    @Test
    void gradientVanishesAtTheResult() {
        SplittableRandom random = new SplittableRandom(1);
        Matrix x = new Matrix(200, 3);
        boolean[] positive = new boolean[200];
        for (int r = 0; r < 200; r++) {
            positive[r] = random.nextInt(5) == 0;
            for (int d = 0; d < 3; d++) {
                x.set(r, d, random.nextGaussian() + (positive[r] && d == 1 ? 1.5 : 0));
            }
        }
        try (Scope scope = Scope.open()) {
            double penalty = 0.01;
            LogisticRegression found = LogisticRegression.fit(
                    Tensor.of(x, DType.FLOAT64),
                    positive,
                    LogisticRegression.Options.DEFAULT.withIterations(50).withPenalty(penalty));
            double[] scores = found.scores(Tensor.of(x, DType.FLOAT64));
            double[] gradient = new double[4];
            for (int r = 0; r < 200; r++) {
                double error = 1 / (1 + Math.exp(-scores[r])) - (positive[r] ? 1 : 0);
                for (int d = 0; d < 3; d++) {
                    gradient[d] += error * x.get(r, d) / 200;
                }
                gradient[3] += error / 200;
            }
            // the fit stops when a step promises less than 1e-14: the gradient is then of the order of its root
            for (int d = 0; d < 3; d++) {
                assertThat(gradient[d] + penalty * found.weights()[d]).isEqualTo(0, within(2e-7));
            }
            assertThat(gradient[3]).isEqualTo(0, within(2e-7));
            assertThat(found.weights()[1]).isGreaterThan(0.8);
        }
    }

    /** Separable samples, where a full Newton step goes too far: the steps are shortened and the optimum is found. */
    @Test
    void theStartDoesNotMatter() {
        SplittableRandom random = new SplittableRandom(2);
        Matrix x = new Matrix(3000, 5).map(zero -> random.nextGaussian());
        boolean[] positive = new boolean[3000];
        for (int r = 0; r < positive.length; r++) {
            positive[r] = x.get(r, 0) > 2;
        }
        LogisticRegression.Options options = LogisticRegression.Options.DEFAULT;
        try (Scope scope = Scope.open()) {
            Tensor rows = Tensor.of(x, DType.FLOAT64);
            LogisticRegression found = LogisticRegression.fit(rows, positive, options);
            LogisticRegression far = new LogisticRegression(new double[] {-30, 20, 0, 5, -9}, 40);
            LogisticRegression again = LogisticRegression.fit(rows, positive, options, far);
            assertThat(again.weights()).containsExactly(found.weights(), within(1e-5));
            assertThat(again.offset()).isEqualTo(found.offset(), within(1e-5));
        }
    }
}
