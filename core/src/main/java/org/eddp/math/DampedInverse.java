package org.eddp.math;

import org.eddp.tensor.Matrix;
import org.eddp.tensor.MatrixAlgebra;

/**
 * (A^T A + r I)^-1 A^T: as the pseudo-inverse where singular values are well above sqrt(r), and bounded by 1 / (2 sqrt(r))
 * where they are not.
 *
 * @param matrix A
 * @param kernel (A^T A + r I)^-1
 * @param value the inverse
 */
record DampedInverse(Matrix matrix, Matrix kernel, Matrix value) implements GeneralInverse {
    static DampedInverse of(Matrix a, double damping, MatrixAlgebra algebra) {
        Matrix gram = algebra.transposeProduct(a, a);
        for (int i = 0; i < gram.rows(); i++) {
            gram.set(i, i, gram.get(i, i) + damping);
        }
        Matrix kernel = algebra.inverse(gram);
        return new DampedInverse(a, kernel, algebra.productTranspose(kernel, a));
    }

    /** The damped matrix has full rank. */
    @Override
    public int rank() {
        return Math.min(matrix.rows(), matrix.columns());
    }

    @Override
    public Matrix adjoint(Matrix gradient, MatrixAlgebra algebra) {
        Matrix h = algebra.product(kernel, gradient);
        Matrix through = h.minus(algebra.product(algebra.product(h, matrix), value));
        return through.transpose().minus(algebra.productTranspose(algebra.product(matrix, h), value));
    }
}
