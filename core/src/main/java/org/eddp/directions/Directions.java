package org.eddp.directions;

import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.files.SafetensorsFile;
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
    public double[] margins() {
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

    /** Reads what {@link #write} wrote, checking that the sizes agree. */
    public static Directions read(Path file) {
        SafetensorsFile content = SafetensorsFile.read(file);
        Matrix filters = content.matrix("filters");
        Matrix signals = content.matrix("signals");
        double[] thresholds = content.reals("thresholds");
        double[] mean = content.reals("mean");
        if (!filters.shape().equals(signals.shape())
                || thresholds.length != filters.columns()
                || mean.length != filters.rows()) {
            throw new FileFailure("cannot use " + file + ": filters are " + filters.shape() + ", signals "
                    + signals.shape() + ", thresholds " + thresholds.length + ", mean " + mean.length
                    + "; these must agree, so the file was not written by eddp or is damaged");
        }
        return new Directions(filters, thresholds, signals, mean);
    }
}
