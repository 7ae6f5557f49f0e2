package org.eddp.learning;

import java.util.Arrays;
import org.eddp.directions.Detectors;
import org.eddp.directions.NumericalFailure;
import org.eddp.failure.InvalidInput;
import org.eddp.tensor.Matrix;

/**
 * The learned parameters, and the detectors they define: p = (u.x~ - shift) / M in a standardised space, with |u| = 1.
 *
 * <p>One flat vector holds the directions (r x I, row-major), log(1/M) and the shifts. Step (a) has orthonormal
 * directions (the Q of a QR factorisation of the free matrix), one shared margin and one shared shift; later steps have
 * unit columns and a margin and shift per concept. In feature space w = T u / M and b = mean.w + shift / M.
 */
final class Parameters {
    private final Standardisation space;
    private final int concepts;
    private final boolean shared;
    private final boolean orthonormal;
    private final double[] values;

    /**
     * Wraps a flat vector (not copied).
     *
     * @param shared one margin and one shift for all concepts
     * @param orthonormal directions orthonormal rather than of unit length each
     */
    Parameters(Standardisation space, int concepts, boolean shared, boolean orthonormal, double[] values) {
        if (orthonormal && concepts > space.width()) {
            throw new InvalidInput("concepts = " + concepts + " exceeds the " + space.width()
                    + " independent directions of the features for orthonormal filters; learn at most "
                    + space.width() + " concepts, or start with filters that need not be orthonormal");
        }
        int expected = size(space, concepts, shared);
        if (values.length != expected) {
            throw new IllegalArgumentException(values.length + " parameter values, expected " + expected);
        }
        this.space = space;
        this.concepts = concepts;
        this.shared = shared;
        this.orthonormal = orthonormal;
        this.values = values;
    }

    static int size(Standardisation space, int concepts, boolean shared) {
        return space.width() * concepts + 2 * (shared ? 1 : concepts);
    }

    /** Parameters, a margin and a shift per concept, that give exactly these detectors. */
    static Parameters of(Detectors detectors, Standardisation centred) {
        int concepts = detectors.concepts();
        Matrix filters = detectors.filters();
        double[] values = new double[size(centred, concepts, false)];
        double[] norms = filters.columnNorms();
        System.arraycopy(filters.normaliseColumns().values(), 0, values, 0, filters.values().length);
        double[] centre = Matrix.row(centred.mean()).times(filters).values();
        int margins = filters.values().length;
        for (int i = 0; i < concepts; i++) {
            values[margins + i] = Math.log(norms[i]);
            values[margins + concepts + i] = (detectors.thresholds()[i] - centre[i]) / norms[i];
        }
        return new Parameters(centred, concepts, false, false, values);
    }

    /** The flat vector itself: writing to it changes the parameters. */
    double[] values() {
        return values;
    }

    private Matrix free() {
        int count = space.width() * concepts;
        return new Matrix(space.width(), concepts, Arrays.copyOf(values, count));
    }

    private int marginAt(int concept) {
        return space.width() * concepts + (shared ? 0 : concept);
    }

    private int shiftAt(int concept) {
        return space.width() * concepts + (shared ? 1 : concepts + concept);
    }

    /** 1 / M per concept. */
    private double[] inverseMargins() {
        double[] inverse = new double[concepts];
        for (int i = 0; i < concepts; i++) {
            inverse[i] = Math.exp(values[marginAt(i)]);
        }
        return inverse;
    }

    /** L^mm: mean 1/M, in the space where filters are learned. */
    double maximumMargin() {
        return Arrays.stream(inverseMargins()).average().orElse(0);
    }

    private Matrix directions() {
        return orthonormal ? free().qr().q() : free().normaliseColumns();
    }

    /** The detectors in feature space. */
    Detectors detectors() {
        double[] inverse = inverseMargins();
        Matrix standardised = directions().scaleColumns(inverse);
        Matrix filters =
                space.transform() == null ? standardised : space.transform().times(standardised);
        double[] thresholds = Matrix.row(space.mean()).times(filters).values();
        for (int i = 0; i < concepts; i++) {
            thresholds[i] += values[shiftAt(i)] * inverse[i];
        }
        return new Detectors(filters, thresholds);
    }

    /**
     * Chains gradients from feature space to the flat vector.
     *
     * @param dFilters dL/dW
     * @param dThresholds dL/db
     * @param marginCoefficient factor of L^mm
     */
    double[] backward(Matrix dFilters, double[] dThresholds, double marginCoefficient) {
        double[] gradient = new double[values.length];
        double[] inverse = inverseMargins();
        // b contains mean.w
        Matrix total = dFilters.plus(new Matrix(space.mean().length, 1, space.mean()).times(Matrix.row(dThresholds)));
        Matrix standardised =
                space.transform() == null ? total : space.transform().transposeTimes(total);
        Matrix free = free();
        Matrix.Qr qr = orthonormal ? free.qr() : null;
        Matrix units = orthonormal ? qr.q() : free.normaliseColumns();
        Matrix dUnits = standardised.scaleColumns(inverse);
        double[] along = units.columnDots(dUnits);
        for (int i = 0; i < concepts; i++) {
            double shift = values[shiftAt(i)];
            gradient[marginAt(i)] += along[i] + inverse[i] * (dThresholds[i] * shift + marginCoefficient / concepts);
            gradient[shiftAt(i)] += inverse[i] * dThresholds[i];
        }
        Matrix dFree = orthonormal ? qrAdjoint(qr, dUnits) : free.normalisationGradient(units, dUnits);
        System.arraycopy(dFree.values(), 0, gradient, 0, dFree.values().length);
        return gradient;
    }

    /** dL/dA from dL/dQ for A = Q R. */
    private static Matrix qrAdjoint(Matrix.Qr qr, Matrix dQ) {
        Matrix inner = qr.q().transposeTimes(dQ);
        int n = inner.rows();
        Matrix symmetric = new Matrix(n, n);
        for (int r = 0; r < n; r++) {
            for (int c = r; c < n; c++) {
                symmetric.set(r, c, -inner.get(r, c));
                symmetric.set(c, r, -inner.get(r, c));
            }
        }
        Matrix inverse = qr.r().inverse();
        if (inverse == null) {
            throw new NumericalFailure(
                    "filters became linearly dependent during step (a); use a smaller learning rate");
        }
        return dQ.plus(qr.q().times(symmetric)).timesTranspose(inverse);
    }

    /**
     * Rescales the free directions without changing the detectors: to unit columns, or to the orthonormal factor. The
     * scale of a free direction has no meaning, but a large one slows learning.
     */
    void retract() {
        System.arraycopy(directions().values(), 0, values, 0, space.width() * concepts);
    }
}
