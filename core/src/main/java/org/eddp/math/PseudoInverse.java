package org.eddp.math;

import org.eddp.tensor.Matrix;
import org.eddp.tensor.MatrixAlgebra;

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

    static PseudoInverse of(Matrix a, MatrixAlgebra algebra) {
        PseudoInverse direct = a.rows() == a.columns() ? square(a, algebra) : normalEquations(a, algebra);
        return direct != null ? direct : bySingularValues(a);
    }

    @Override
    public Matrix value() {
        return inverse;
    }

    private static PseudoInverse square(Matrix a, MatrixAlgebra algebra) {
        Matrix inverse = algebra.inverse(a);
        // Frobenius norms bound the condition number from above: below 1/CUTOFF nothing would be cut
        return inverse != null && a.frobenius() * inverse.frobenius() < 1 / CUTOFF
                ? new PseudoInverse(a, inverse, a.rows())
                : null;
    }

    private static PseudoInverse normalEquations(Matrix a, MatrixAlgebra algebra) {
        boolean wide = a.rows() < a.columns();
        Matrix gram = wide ? algebra.productTranspose(a, a) : algebra.transposeProduct(a, a);
        Matrix inverse = algebra.inverse(gram);
        if (inverse == null || !(gram.frobenius() * inverse.frobenius() < SAFE_NORMAL)) {
            return null;
        }
        Matrix value = wide ? algebra.transposeProduct(a, inverse) : algebra.productTranspose(inverse, a);
        return new PseudoInverse(a, value, gram.rows());
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
    public Matrix adjoint(Matrix gradient, MatrixAlgebra algebra) {
        Matrix out = algebra.productTranspose(algebra.transposeProduct(inverse, gradient), inverse)
                .times(-1);
        if (rank < matrix.rows()) {
            // (G^T - A A^+ G^T) A^+ A^+T
            Matrix left =
                    gradient.transpose().minus(algebra.product(matrix, algebra.productTranspose(inverse, gradient)));
            out.add(algebra.productTranspose(algebra.product(left, inverse), inverse), 1);
        }
        if (rank < matrix.columns()) {
            // A^+T A^+ (G^T - G^T A^+ A)
            Matrix right =
                    gradient.transpose().minus(algebra.product(algebra.transposeProduct(gradient, inverse), matrix));
            out.add(algebra.transposeProduct(inverse, algebra.product(inverse, right)), 1);
        }
        return out;
    }
}
