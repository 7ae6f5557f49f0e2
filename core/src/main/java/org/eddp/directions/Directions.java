package org.eddp.directions;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.tensor.Matrix;

/**
 * Encoding-decoding direction pairs.
 *
 * @param filters W (D x I): the decoding directions
 * @param thresholds b (I): concept i is present where w_i.x &gt; b_i
 * @param signals S (D x I): the encoding directions, scaled so that w_i.s_i = 1; a zero column where a concept has none
 * @param mean of the patches they were learned from (D)
 */
public record Directions(Matrix filters, double[] thresholds, Matrix signals, double[] mean) {

    /** The detectors. */
    public Detectors detectors() {
        return new Detectors(filters, thresholds);
    }

    /** Number of concepts I. */
    public int concepts() {
        return thresholds.length;
    }

    /** M_i = 1 / |w_i|. */
    double[] margins() {
        double[] margins = filters.columnNorms();
        for (int i = 0; i < margins.length; i++) {
            margins[i] = 1 / margins[i];
        }
        return margins;
    }

    /** Whether concept {@code i} has a signal vector. */
    public boolean hasSignal(int concept) {
        for (int d = 0; d < signals.rows(); d++) {
            if (signals.get(d, concept) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Writes {@code directions.safetensors} (format: this package's documentation). */
    public void write(Path file) {
        new SafetensorsFile()
                .add("filters", filters)
                .add("thresholds", thresholds)
                .add("margins", margins())
                .add("signals", signals)
                .add("mean", mean)
                .write(file);
    }

    /** Reads the file that {@link #write} wrote, checking that the sizes agree. */
    public static Directions read(Path file) {
        SafetensorsFile content = SafetensorsFile.read(file);
        Matrix filters = content.matrix("filters");
        Matrix signals = content.matrix("signals", filters.rows(), filters.columns());
        double[] thresholds = content.reals("thresholds", filters.columns());
        double[] mean = content.reals("mean", filters.rows());
        if (filters.values().length == 0) {
            throw content.damaged("filters are " + filters.shape() + ", so there are no directions");
        }
        for (double[] numbers : List.of(filters.values(), signals.values(), thresholds, mean)) {
            if (!Arrays.stream(numbers).allMatch(Double::isFinite)) {
                throw content.damaged("a number of the directions is not finite");
            }
        }
        return new Directions(filters, thresholds, signals, mean);
    }
}
