package org.eddp.explain;

import org.eddp.explain.ConceptRemoval.TypicalAbsence;
import org.eddp.failure.InvalidInput;

/**
 * The choice of the point at which detectors are undecided: x - S v.
 *
 * <p>With M = W^T S badly conditioned, the exact v = M^+ (W^T x - b) is a long move whose parts cancel each other. The
 * damped v = (M^T M + r I)^-1 M^T (W^T x - b) is short and nearly as undecided. The decomposition is exact with either.
 *
 * @param moved which concepts are moved
 * @param damping r, relative to the diagonal of M, which is 1; 0 for the exact inverse
 */
public record UndecidedPoint(Moved moved, double damping) {
    /** Damping for real networks (docs/reproduction.md has measurements). */
    public static final double USUAL_DAMPING = 0.1;

    /** The paper's: all concepts, by the pseudo-inverse. */
    public static final UndecidedPoint PAPER = new UndecidedPoint(Moved.ALL, 0);

    /** The reference of explanations by removal: the picture without the concepts that fire in it. */
    public static final UndecidedPoint ABSENCE = new UndecidedPoint(Moved.TO_ABSENCE, 0);

    /** Which concepts are moved, and where to. */
    public enum Moved {
        /** All of them, so that concepts which are absent are raised to their threshold too. */
        ALL,
        /** On every patch, the concepts whose detectors fire there. */
        PRESENT,
        /**
         * Concepts that fire, to the level of their {@linkplain TypicalAbsence typical absence} instead of their
         * threshold.
         */
        TO_ABSENCE
    }

    public UndecidedPoint {
        if (moved == null) {
            throw new InvalidInput("which concepts are moved is not said; ALL is the paper's choice");
        }
        if (!(damping >= 0 && damping < Double.POSITIVE_INFINITY)) {
            throw new InvalidInput("damping = " + damping + " must be at least 0 and finite");
        }
    }

    /** All concepts; {@link #PAPER} with a damping of 0. */
    public static UndecidedPoint damped(double damping) {
        return new UndecidedPoint(Moved.ALL, damping);
    }

    /** Moves only the concepts that fire on a patch, with the usual damping. */
    public static UndecidedPoint present() {
        return new UndecidedPoint(Moved.PRESENT, USUAL_DAMPING);
    }

    /** In words, as in "the undecided point is ...". */
    @Override
    public String toString() {
        return switch (moved) {
            case TO_ABSENCE -> "the picture without its concepts";
            case PRESENT -> "where what fires is undecided, damping " + damping;
            case ALL -> damping == 0 ? "the paper's" : "the damped one, damping " + damping;
        };
    }
}
