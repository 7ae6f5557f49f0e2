package org.eddp.explain;

import java.util.List;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.directions.step.Alignment;
import org.eddp.explain.Explanation.Conditioning;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Moves features to the point where all detectors are undecided, within the span of the signal vectors (h of the
 * paper). Computed in double precision.
 */
final class Baseline {
    private final Matrix filters;
    private final double[] thresholds;
    private final Matrix signals;
    private final Matrix inverse;
    private final UndecidedPoint point;
    private final double[] scales;
    private final Conditioning conditioning;
    private final CancellingConcepts cancelling;
    private final Activation activation;

    Baseline(Directions directions, Activation activation, UndecidedPoint point) {
        this.activation = activation;
        this.point = point;
        filters = directions.filters();
        thresholds = directions.thresholds();
        signals = directions.signals();
        inverse = inverse(filters, signals);
        scales = filters.columnDots(signals);
        conditioning = Conditioning.of(directions);
        cancelling = new CancellingConcepts(filters.transposeTimes(signals));
    }

    /** How the point is found. */
    UndecidedPoint point() {
        return point;
    }

    /** How well concepts can be distinguished. */
    Conditioning conditioning() {
        return conditioning;
    }

    /** Groups of concepts whose totals only cancel each other. */
    List<List<Integer>> cancelling(double[] totals) {
        return cancelling.groups(totals);
    }

    /** 1 / (w_i.s_i), 0 where a concept has no signal vector. */
    double[] factors() {
        double[] factors = new double[scales.length];
        for (int i = 0; i < factors.length; i++) {
            factors[i] = scales[i] == 0 ? 0 : 1 / scales[i];
        }
        return factors;
    }

    /** (W^T S)^+ of some concepts, damped or not, transposed, since patches are rows. */
    private Matrix inverse(Matrix someFilters, Matrix someSignals) {
        Detectors detectors = new Detectors(someFilters, new double[someFilters.columns()]);
        return Alignment.constrained(detectors, someSignals, point.damping())
                .pseudoInverse()
                .transpose();
    }

    /**
     * Features written in concepts.
     *
     * @param scores w.x - b, patches x I
     * @param joint v, patches x I: how far along each signal vector the undecided point is, all concepts together
     * @param single vhat, patches x I: the same for each concept on its own; 0 where a concept has no signal vector or is not
     *     moved
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
        Matrix moved = point.moved() == UndecidedPoint.Moved.ALL ? scores : scores.map(score -> Math.max(0, score));
        Matrix joint = point.moved() == UndecidedPoint.Moved.ALL ? scores.times(inverse) : ofPresent(scores);
        return new Coordinates(scores, joint, moved.scaleColumns(factors()), rows.minus(joint.timesTranspose(signals)));
    }

    /** v of the concepts that fire on a patch, without the others. */
    private Matrix ofPresent(Matrix scores) {
        Matrix joint = new Matrix(scores.rows(), scores.columns());
        for (int p = 0; p < scores.rows(); p++) {
            double[] row = scores.rowCopy(p);
            int[] present =
                    IntStream.range(0, row.length).filter(i -> row[i] > 0).toArray();
            if (present.length == 0) {
                continue;
            }
            double[] above = IntStream.of(present).mapToDouble(i -> row[i]).toArray();
            Matrix moves = Matrix.row(above).times(inverse(select(filters, present), select(signals, present)));
            for (int k = 0; k < present.length; k++) {
                joint.set(p, present[k], moves.get(0, k));
            }
        }
        return joint;
    }

    private static Matrix select(Matrix columns, int[] chosen) {
        Matrix part = new Matrix(columns.rows(), chosen.length);
        for (int k = 0; k < chosen.length; k++) {
            for (int row = 0; row < columns.rows(); row++) {
                part.set(row, k, columns.get(row, chosen[k]));
            }
        }
        return part;
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
