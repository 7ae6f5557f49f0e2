package org.eddp.explain;

import org.eddp.directions.Directions;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * The way to the point where all detectors are undecided, within the span of the signal vectors (h of the paper, all the
 * way). Computed in double precision.
 */
final class Baseline {
    /** Relative size below which a singular value of W^T S counts as zero. */
    private static final double CUTOFF = 1e-10;

    private final Matrix filters;
    private final double[] thresholds;
    private final Matrix signals;
    private final Matrix inverse;
    private final double[] scales;
    private final Activation activation;

    Baseline(Directions directions, Activation activation) {
        this.activation = activation;
        filters = directions.filters();
        thresholds = directions.thresholds();
        signals = directions.signals();
        try (Scope scope = Scope.open()) {
            // (W^T S)^+ transposed, since patches are rows
            inverse = Tensor.of(filters.transposeTimes(signals), DType.FLOAT64)
                    .pinv(CUTOFF)
                    .t()
                    .toMatrix();
        }
        scales = filters.columnDots(signals);
    }

    /**
     * Features written in concepts.
     *
     * @param scores w.x - b, patches x I
     * @param joint v, patches x I: how far along each signal vector the undecided point is, all concepts together
     * @param single vhat, patches x I: the same for each concept on its own; 0 where a concept has no signal vector
     * @param undecided the point, patches x D
     */
    record Coordinates(Matrix scores, Matrix joint, Matrix single, Matrix undecided) {}

    Coordinates coordinates(Matrix rows) {
        Matrix scores = rows.times(filters);
        for (int p = 0; p < scores.rows(); p++) {
            for (int i = 0; i < thresholds.length; i++) {
                scores.set(p, i, scores.get(p, i) - thresholds[i]);
            }
        }
        Matrix joint = scores.times(inverse);
        double[] factors = new double[scales.length];
        for (int i = 0; i < factors.length; i++) {
            factors[i] = scales[i] == 0 ? 0 : 1 / scales[i];
        }
        return new Coordinates(scores, joint, scores.scaleColumns(factors), rows.minus(joint.timesTranspose(signals)));
    }

    /** act(x), element by element. */
    Matrix activate(Matrix rows) {
        try (Scope scope = Scope.open()) {
            Tensor values = Tensor.of(rows, DType.FLOAT64);
            activation.apply(values, values);
            return values.toMatrix();
        }
    }
}
