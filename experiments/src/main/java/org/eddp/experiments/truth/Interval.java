package org.eddp.experiments.truth;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.eddp.math.Seeds;

/**
 * A number and its 95 % interval from resampling causes with replacement.
 *
 * @param value over all causes
 * @param low 2.5th percentile of the resamples
 * @param high 97.5th percentile of the resamples
 */
record Interval(double value, double low, double high) {
    private static final int RESAMPLES = 1000;
    private static final int TAIL = 25;

    /**
     * The interval of a statistic of causes; the resamples are the same in every run.
     *
     * @param causes at least one
     * @param statistic of a sample of causes
     */
    static <T> Interval of(List<T> causes, ToDoubleFunction<List<T>> statistic) {
        double[] values = new double[RESAMPLES];
        for (int r = 0; r < RESAMPLES; r++) {
            SplittableRandom random = Seeds.random(1, r);
            List<T> sample = random.ints(causes.size(), 0, causes.size())
                    .mapToObj(causes::get)
                    .toList();
            values[r] = statistic.applyAsDouble(sample);
        }
        Arrays.sort(values);
        return new Interval(statistic.applyAsDouble(causes), values[TAIL], values[RESAMPLES - 1 - TAIL]);
    }
}
