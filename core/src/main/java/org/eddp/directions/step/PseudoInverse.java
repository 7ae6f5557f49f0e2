package org.eddp.directions.step;

import org.eddp.tensor.Matrix;

/**
 * The Moore-Penrose inverse of a matrix and the adjoint of its derivative, at constant rank.
 *
 * <p>Well-conditioned matrices go through a plain inverse; all others through singular values, those below
 * {@link #CUTOFF} of the largest counting as zero. The derivative of both is the same closed form (Golub and Pereyra,
 * 1973), so there is no differentiation through a singular value decomposition, which is undefined at repeated values.
 */
record PseudoInverse(Matrix matrix, Matrix inverse, int rank) implements GeneralInverse {
    /** Relative size below which a singular value counts as zero. */
    static final double CUTOFF = 1e-10;
    /** Squared condition number up to which normal equations lose no more than half the digits. */
    private static final double SAFE_NORMAL = 1e8;

    static PseudoInverse of(Matrix a) {
        GeneralInverse.requireFinite(a);
        PseudoInverse direct = a.rows() == a.columns() ? square(a) : normalEquations(a);
        return direct != null ? direct : bySingularValues(a);
    }

    @Override
    public Matrix value() {
        return inverse;
    }

    private static PseudoInverse square(Matrix a) {
        Matrix inverse = a.inverse();
        // Frobenius norms bound the condition number from above: below 1/CUTOFF nothing would be cut
        return inverse != null && a.frobenius() * inverse.frobenius() < 1 / CUTOFF
                ? new PseudoInverse(a, inverse, a.rows())
                : null;
    }

    private static PseudoInverse normalEquations(Matrix a) {
        boolean wide = a.rows() < a.columns();
        Matrix gram = wide ? a.timesTranspose(a) : a.transposeTimes(a);
        Matrix inverse = gram.inverse();
        if (inverse == null || !(gram.frobenius() * inverse.frobenius() < SAFE_NORMAL)) {
            return null;
        }
        return new PseudoInverse(a, wide ? a.transposeTimes(inverse) : inverse.timesTranspose(a), gram.rows());
    }

    private static PseudoInverse bySingularValues(Matrix a) {
        Matrix.Svd svd = a.svd();
        double[] reciprocal = svd.singularValues().clone();
        double smallest = CUTOFF * (reciprocal.length == 0 ? 0 : reciprocal[0]);
        int rank = 0;
        for (int i = 0; i < reciprocal.length; i++) {
            boolean counts = reciprocal[i] > smallest;
            reciprocal[i] = counts ? 1 / reciprocal[i] : 0;
            rank += counts ? 1 : 0;
        }
        Matrix inverse = svd.vTransposed().transpose().scaleColumns(reciprocal).timesTranspose(svd.u());
        return new PseudoInverse(a, inverse, rank);
    }

    @Override
    public Matrix adjoint(Matrix gradient) {
        Matrix inverseT = inverse.transpose();
        Matrix gradientT = gradient.transpose();
        Matrix out = inverseT.times(gradient).times(inverseT).times(-1);
        if (rank < matrix.rows()) {
            Matrix left = gradientT.minus(matrix.times(inverse.times(gradientT)));
            out.add(left.times(inverse).times(inverseT), 1);
        }
        if (rank < matrix.columns()) {
            Matrix right = gradientT.minus(gradientT.times(inverse).times(matrix));
            out.add(inverseT.times(inverse.times(right)), 1);
        }
        return out;
    }
}
