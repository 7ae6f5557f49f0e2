package org.eddp.dictionaries;

import java.util.Arrays;
import java.util.List;
import org.eddp.failure.InvalidInput;
import org.eddp.tensor.Matrix;

/**
 * A dictionary of units as linear readings of the features.
 *
 * @param filters D x I: unit i reads w_i.x
 * @param thresholds unit i fires where w_i.x exceeds this; null if not in the file
 * @param written D x I: the directions along which units are written, in any scale; null if not in the file
 * @param mean of the patches it was made from; null if not in the file
 * @param largest only this many units fire on a patch, those that exceed their thresholds most; null if any number may
 * @param notes assumptions about ambiguous content
 */
public record Dictionary(
        Matrix filters, double[] thresholds, Matrix written, double[] mean, Integer largest, List<String> notes) {
    public Dictionary {
        notes = List.copyOf(notes);
        int units = filters.columns();
        if (filters.rows() == 0 || units == 0) {
            throw new InvalidInput("the encoder is " + filters.shape() + ", so there are no directions");
        }
        check("thresholds", thresholds == null ? units : thresholds.length, units);
        check("written directions", written == null ? units : written.columns(), units);
        check("features of written directions", written == null ? filters.rows() : written.rows(), filters.rows());
        check("features of the mean", mean == null ? filters.rows() : mean.length, filters.rows());
        for (double[] numbers :
                new double[][] {filters.values(), thresholds, written == null ? null : written.values(), mean}) {
            if (numbers != null && !Arrays.stream(numbers).allMatch(Double::isFinite)) {
                throw new InvalidInput("a number of the dictionary is not finite");
            }
        }
        if (largest != null && (largest < 1 || largest > units)) {
            throw new InvalidInput(
                    "only the " + largest + " largest of " + units + " units fire; it must be 1 .. " + units);
        }
    }

    private static void check(String what, int found, int expected) {
        if (found != expected) {
            throw new InvalidInput(what + ": " + found + ", the encoder makes it " + expected);
        }
    }

    /** Number of units. */
    public int units() {
        return filters.columns();
    }
}
