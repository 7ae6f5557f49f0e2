package org.eddp.health;

import java.util.Arrays;

/** The middle of numbers. */
final class Medians {
    private Medians() {}

    /** 0 of none. */
    static double of(double... values) {
        if (values.length == 0) {
            return 0;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
