package org.eddp.report.draw;

import java.util.Arrays;

/**
 * How values spread over a range cut into bins of equal width; a value outside counts in the nearest bin.
 *
 * @param counts values per bin
 * @param values number of all of them
 */
record Histogram(long[] counts, long values) {
    /** Counts values; those that are not finite are left out. */
    static Histogram of(double[] values, double low, double high, int bins) {
        long[] once = new long[values.length];
        Arrays.fill(once, 1);
        return of(values, once, low, high, bins);
    }

    /** Counts values that occur several times each. */
    static Histogram of(double[] values, long[] times, double low, double high, int bins) {
        long[] counts = new long[bins];
        long counted = 0;
        for (int k = 0; k < values.length; k++) {
            if (Double.isFinite(values[k])) {
                // 1e-9: rounding must not move a value at the lower end of a bin into the bin before it
                double place = Math.floor((values[k] - low) / (high - low) * bins + 1e-9);
                counts[(int) Math.max(0, Math.min(bins - 1, place))] += times[k];
                counted += times[k];
            }
        }
        return new Histogram(counts, counted);
    }

    /** Share of the values that lie in a bin. */
    double share(int bin) {
        return values == 0 ? 0 : (double) counts[bin] / values;
    }

    /** The largest share of a bin. */
    double peak() {
        double peak = 0;
        for (int bin = 0; bin < counts.length; bin++) {
            peak = Math.max(peak, share(bin));
        }
        return peak;
    }
}
