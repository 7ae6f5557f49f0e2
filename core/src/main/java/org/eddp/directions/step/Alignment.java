package org.eddp.directions.step;

import org.eddp.directions.Detectors;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.NumericalFailure;
import org.eddp.math.GeneralInverse;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.MatrixAlgebra;

/**
 * The feature manipulation of uncertainty region alignment as one affine map: x' = x - kappa (x P - c).
 *
 * <p>With Q = (W^T)^+ for UFM and Q = S (W^T S)^+ for CFM the displacement is dx = Q (W^T x - b), so P = W Q^T (D x D)
 * and c = Q b. CFM may use a {@linkplain GeneralInverse#damped damped inverse} in place of (W^T S)^+. The gradient of the data arrives as dL/dP and
 * dL/dc, one product over the data, or as dL/dQ beside that of the scores, two narrower ones.
 */
public final class Alignment {
    private final Detectors detectors;
    private final Matrix signals;
    private final GeneralInverse inverse;
    private final Matrix lift;
    private final MatrixAlgebra algebra;

    private Alignment(Detectors detectors, Matrix signals, GeneralInverse inverse, Matrix lift, MatrixAlgebra algebra) {
        this.algebra = algebra;
        this.detectors = detectors;
        this.signals = signals;
        this.inverse = inverse;
        this.lift = lift;
    }

    /** UFM: dx = (W^T)^+ (W^T x - b), the way to the nearest point on all hyperplanes. */
    public static Alignment unconstrained(Detectors detectors) {
        return unconstrained(detectors, MatrixAlgebra.onOneThread());
    }

    /** The same on several threads. */
    static Alignment unconstrained(Detectors detectors, MatrixAlgebra algebra) {
        GeneralInverse inverse = pseudoInverse(detectors, algebra);
        return new Alignment(detectors, null, inverse, inverse.value(), algebra);
    }

    /** CFM: dx = S (W^T S)^+ (W^T x - b), moving only within the span of the signal vectors. */
    public static Alignment constrained(Detectors detectors, Matrix signals) {
        return constrained(detectors, signals, 0);
    }

    /** CFM with (W^T S)^+ damped; 0 does not damp. */
    public static Alignment constrained(Detectors detectors, Matrix signals, double damping) {
        return constrained(detectors, signals, damping, MatrixAlgebra.onOneThread());
    }

    /** The same on several threads. */
    static Alignment constrained(Detectors detectors, Matrix signals, double damping, MatrixAlgebra algebra) {
        Matrix overlap = algebra.transposeProduct(detectors.filters(), signals);
        requireFinite(overlap);
        GeneralInverse inverse = damping == 0
                ? GeneralInverse.pseudo(overlap, algebra)
                : GeneralInverse.damped(overlap, damping, algebra);
        return new Alignment(detectors, signals, inverse, algebra.product(signals, inverse.value()), algebra);
    }

    /** That of a kind of manipulation, which must not be {@link Kind#PRESENT_ONLY}: it is not an affine map. */
    static Alignment of(Kind kind, Detectors detectors, Matrix signals, double damping, MatrixAlgebra algebra) {
        return kind == Kind.CONSTRAINED
                ? constrained(detectors, signals, damping, algebra)
                : unconstrained(detectors, algebra);
    }

    /** (W^T)^+. */
    static GeneralInverse pseudoInverse(Detectors detectors, MatrixAlgebra algebra) {
        Matrix transposed = detectors.filters().transpose();
        requireFinite(transposed);
        return GeneralInverse.pseudo(transposed, algebra);
    }

    private static void requireFinite(Matrix a) {
        if (!Double.isFinite(a.frobenius())) {
            throw new NumericalFailure(
                    "the filters or signal vectors of L^ur are not finite numbers; use a smaller learning rate");
        }
    }

    /** P, D x D. */
    public Matrix projection() {
        return algebra.productTranspose(detectors.filters(), lift);
    }

    /** c, length D. */
    public double[] offset() {
        return Matrix.row(detectors.thresholds()).timesTranspose(lift).values();
    }

    /** Q, D x I: dx = Q (W^T x - b). */
    Matrix lift() {
        return lift;
    }

    /** (W^T)^+ for UFM, (W^T S)^+ for CFM, damped or not. */
    public Matrix pseudoInverse() {
        return inverse.value();
    }

    /** Gradients with respect to filters, thresholds and signal vectors (null for UFM). */
    record Gradient(Matrix filters, double[] thresholds, Matrix signals) {}

    /** Chains dL/dP and dL/dc. */
    Gradient backward(Matrix projectionGradient, double[] offsetGradient) {
        Matrix w = detectors.filters();
        Matrix dc = new Matrix(offsetGradient.length, 1, offsetGradient);
        Matrix dLift =
                algebra.transposeProduct(projectionGradient, w).plus(dc.times(Matrix.row(detectors.thresholds())));
        Gradient through = backward(dLift);
        through.filters().add(algebra.product(projectionGradient, lift), 1);
        return new Gradient(through.filters(), dc.transposeTimes(lift).values(), through.signals());
    }

    /** Chains dL/dQ, without the part that reaches filters and thresholds through the scores. */
    Gradient backward(Matrix liftGradient) {
        double[] noThresholds = new double[detectors.concepts()];
        if (signals == null) {
            return new Gradient(inverse.adjoint(liftGradient, algebra).transpose(), noThresholds, null);
        }
        Matrix dInner = inverse.adjoint(algebra.transposeProduct(signals, liftGradient), algebra);
        Matrix dSignals = algebra.productTranspose(liftGradient, inverse.value())
                .plus(algebra.product(detectors.filters(), dInner));
        return new Gradient(algebra.productTranspose(signals, dInner), noThresholds, dSignals);
    }
}
