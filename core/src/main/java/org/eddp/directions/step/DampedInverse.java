package org.eddp.directions.step;

import org.eddp.tensor.Matrix;

/**
 * (A^T A + r I)^-1 A^T: as the pseudo-inverse where singular values are well above sqrt(r), and bounded by 1 / (2 sqrt(r))
 * where they are not.
 *
 * @param matrix A
 * @param kernel (A^T A + r I)^-1
 * @param value the inverse
 */
record DampedInverse(Matrix matrix, Matrix kernel, Matrix value) implements GeneralInverse {
    static DampedInverse of(Matrix a, double damping) {
        GeneralInverse.requireFinite(a);
        Matrix gram = a.transposeTimes(a);
        for (int i = 0; i < gram.rows(); i++) {
            gram.set(i, i, gram.get(i, i) + damping);
        }
        Matrix kernel = gram.inverse();
        return new DampedInverse(a, kernel, kernel.timesTranspose(a));
    }

    /** Every direction can be moved, if only a little. */
    @Override
    public int rank() {
        return Math.min(matrix.rows(), matrix.columns());
    }

    @Override
    public Matrix adjoint(Matrix gradient) {
        Matrix h = kernel.times(gradient);
        Matrix through = h.minus(h.times(matrix).times(value));
        return through.transpose().minus(matrix.times(h).timesTranspose(value));
    }
}
