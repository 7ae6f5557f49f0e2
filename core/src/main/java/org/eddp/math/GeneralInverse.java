package org.eddp.math;

import org.eddp.tensor.Matrix;
import org.eddp.tensor.MatrixAlgebra;

/** An inverse of a matrix that need not have one, and the adjoint of its derivative. */
public sealed interface GeneralInverse permits PseudoInverse, DampedInverse {
    /** The inverse. */
    Matrix value();

    /** Rank of the matrix that was inverted. */
    int rank();

    /** Given dL/d(inverse of A), returns dL/dA. */
    Matrix adjoint(Matrix gradient, MatrixAlgebra algebra);

    /** The Moore-Penrose inverse. */
    static GeneralInverse pseudo(Matrix a, MatrixAlgebra algebra) {
        return PseudoInverse.of(a, algebra);
    }

    /** (A^T A + r I)^-1 A^T with r = {@code damping}. */
    static GeneralInverse damped(Matrix a, double damping, MatrixAlgebra algebra) {
        return DampedInverse.of(a, damping, algebra);
    }
}
