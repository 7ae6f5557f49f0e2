package org.eddp.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AveragePrecisionTest {
    /** The step-wise sum over the thresholds; counts start at zero for each threshold. */
    private static double definition(float[] scores, BitSet positive) {
        double[] thresholds = new double[scores.length];
        for (int k = 0; k < scores.length; k++) {
            thresholds[k] = -scores[k];
        }
        double[] falling = java.util.Arrays.stream(thresholds)
                .distinct()
                .sorted()
                .map(t -> -t)
                .toArray();
        double sum = 0;
        double lastRecall = 0;
        for (double threshold : falling) {
            double detected = 0;
            double hits = 0;
            for (int k = 0; k < scores.length; k++) {
                if (scores[k] >= threshold) {
                    detected++;
                    hits += positive.get(k) ? 1 : 0;
                }
            }
            double recall = hits / positive.cardinality();
            sum += (recall - lastRecall) * hits / detected;
            lastRecall = recall;
        }
        return sum;
    }

    /** The samples apart, as they are kept. */
    private static double of(float[] scores, BitSet positive) {
        float[] shown = new float[positive.cardinality()];
        float[] others = new float[scores.length - shown.length];
        int shows = 0;
        for (int k = 0; k < scores.length; k++) {
            if (positive.get(k)) {
                shown[shows++] = scores[k];
            } else {
                others[k - shows] = scores[k];
            }
        }
        return AveragePrecision.of(shown, others);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void equalsTheDefinitionWithTies(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] scores = new float[60];
        BitSet positive = new BitSet();
        for (int k = 0; k < scores.length; k++) {
            scores[k] = seed % 2 == 0 ? (float) random.nextGaussian() : random.nextInt(-4, 4) / 4f;
            positive.set(k, random.nextInt(3) == 0);
        }
        assertThat(of(scores, positive)).isEqualTo(definition(scores, positive), within(1e-12));
    }

    @Test
    void knownValues() {
        BitSet positive = BitSet.valueOf(new long[] {0b0101}); // samples 0 and 2
        assertThat(of(new float[] {4, 3, 2, 1}, positive)).isEqualTo((1 + 2 / 3.0) / 2, within(1e-15));
        assertThat(of(new float[] {1, 1, 1, 1}, positive)).isEqualTo(0.5);
        assertThat(of(new float[] {-0f, 0f, 0f, -0f}, positive)).isEqualTo(0.5);
        assertThat(of(new float[] {-1, -2, -1, -3}, positive)).isEqualTo(1);
        assertThat(of(new float[] {1, 2}, new BitSet())).isZero();
    }
}
