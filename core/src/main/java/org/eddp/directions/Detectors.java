package org.eddp.directions;

import java.io.Serializable;
import java.util.Arrays;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/**
 * Concept detectors: p_i = w_i.x - b_i; concept i is present where p_i &gt; 0.
 *
 * @param filters W, D x I
 * @param thresholds b, one per concept
 */
public record Detectors(Matrix filters, double[] thresholds) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Detectors {
        if (filters.columns() != thresholds.length) {
            throw new IllegalArgumentException(filters.columns() + " filters but " + thresholds.length + " thresholds");
        }
    }

    /** Number of concepts I. */
    public int concepts() {
        return thresholds.length;
    }

    /** -b: what is added to w.x. */
    public double[] offsets() {
        return Arrays.stream(thresholds).map(b -> -b).toArray();
    }

    /** p of every patch (rows) and concept (columns). */
    public Tensor scores(Tensor rows) {
        return rows.mm(Tensor.of(filters, rows.type())).minus(Tensor.of(thresholds, rows.type(), 1, concepts()));
    }

    /** The same in double precision. */
    public Matrix scores(Matrix rows) {
        Matrix scores = rows.times(filters);
        for (int p = 0; p < scores.rows(); p++) {
            for (int i = 0; i < scores.columns(); i++) {
                scores.set(p, i, scores.get(p, i) - thresholds[i]);
            }
        }
        return scores;
    }

    /** Feature width D. */
    public int width() {
        return filters.rows();
    }
}
