package org.eddp.directions.step;

import org.eddp.tensor.Matrix;
import org.eddp.tensor.MatrixAlgebra;

/**
 * L^fso = sqrt(mean over (i, j) of ((1 - delta_ij) w_i . s_j)^2) with filters and signal vectors at unit length.
 *
 * @param value the loss
 * @param filters dL/dW
 * @param signals dL/dS
 */
record FilterSignalOrthogonality(double value, Matrix filters, Matrix signals) {

    /** Evaluates the loss; a concept without signal vector (a zero column) counts as orthogonal to all. */
    static FilterSignalOrthogonality of(Matrix filters, Matrix signals, MatrixAlgebra algebra) {
        Matrix unitFilters = filters.normaliseColumns();
        Matrix unitSignals = signals.normaliseColumns();
        Matrix cosines = algebra.transposeProduct(unitFilters, unitSignals);
        int concepts = cosines.rows();
        for (int i = 0; i < concepts; i++) {
            cosines.set(i, i, 0);
        }
        double value = cosines.frobenius() / concepts;
        // d sqrt(mean c^2) = c dc / (I^2 L); at L = 0 the minimum is reached and the gradient is taken as zero
        Matrix dCosines = cosines.times(value == 0 ? 0 : 1 / (value * concepts * concepts));
        Matrix dFilters = filters.normalisationGradient(unitFilters, algebra.productTranspose(unitSignals, dCosines));
        Matrix dSignals = signals.normalisationGradient(unitSignals, algebra.product(unitFilters, dCosines));
        return new FilterSignalOrthogonality(value, dFilters, dSignals);
    }
}
