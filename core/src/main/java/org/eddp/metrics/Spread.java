package org.eddp.metrics;

import java.util.function.ToDoubleFunction;

/**
 * Mean and standard deviation (population) over detectors; both 0 over none.
 *
 * @param mean average
 * @param deviation root of the mean squared distance from it
 */
public record Spread(double mean, double deviation) {
    /** Of numbers. */
    public static Spread of(double... values) {
        if (values.length == 0) {
            return new Spread(0, 0);
        }
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new Spread(mean, Math.sqrt(squares / values.length));
    }

    /** Of one number of each of many things. */
    public static <T> Spread of(java.util.Collection<T> things, ToDoubleFunction<T> number) {
        return of(things.stream().mapToDouble(number).toArray());
    }
}
