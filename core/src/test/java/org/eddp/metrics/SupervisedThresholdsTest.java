package org.eddp.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SupervisedThresholdsTest {
    private static double f1(float[] scores, BitSet positive, BitSet known, double threshold) {
        double hits = 0;
        double detected = 0;
        double shown = 0;
        for (int p = 0; p < scores.length; p++) {
            if (known.get(p)) {
                hits += scores[p] > threshold && positive.get(p) ? 1 : 0;
                detected += scores[p] > threshold ? 1 : 0;
                shown += positive.get(p) ? 1 : 0;
            }
        }
        return 2 * hits / (detected + shown);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noThresholdIsBetter(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] scores = new float[80];
        BitSet positive = new BitSet();
        BitSet known = new BitSet();
        for (int p = 0; p < scores.length; p++) {
            positive.set(p, random.nextInt(4) == 0);
            known.set(p, random.nextInt(5) > 0);
            scores[p] = random.nextInt(-5, 6) + (positive.get(p) ? 2 : 0);
        }
        double best = f1(scores, positive, known, SupervisedThresholds.best(scores, positive, known));
        for (double threshold = -8; threshold < 9; threshold += 0.5) {
            assertThat(f1(scores, positive, known, threshold)).isLessThanOrEqualTo(best + 1e-12);
        }
        assertThat(best).isGreaterThan(0);
        assertThat(SupervisedThresholds.best(scores, new BitSet(), known)).isEqualTo(0, within(0.0));
    }
}
