package org.eddp.directions.step;

import org.eddp.directions.NumericalFailure;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.MatrixAlgebra;

/** An inverse of a matrix that need not have one, and the adjoint of its derivative. */
sealed interface GeneralInverse permits PseudoInverse, DampedInverse {
    /** The inverse. */
    Matrix value();

    /** Rank of the matrix that was inverted. */
    int rank();

    /** Given dL/d(inverse of A), returns dL/dA. */
    Matrix adjoint(Matrix gradient, MatrixAlgebra algebra);

    /** Refuses a matrix that is not finite. */
    static void requireFinite(Matrix a) {
        if (!Double.isFinite(a.frobenius())) {
            throw new NumericalFailure(
                    "the filters or signal vectors of L^ur are not finite numbers; use a smaller learning rate");
        }
    }
}
