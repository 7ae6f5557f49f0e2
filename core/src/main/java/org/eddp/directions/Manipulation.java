package org.eddp.directions;

import org.eddp.failure.InvalidInput;

/**
 * How uncertainty region alignment moves features towards the point where all detectors are undecided.
 *
 * @param kind which move
 * @param lowestStrength smallest kappa; one is drawn per image, uniformly
 * @param highestStrength largest kappa; 1 goes all the way
 */
public record Manipulation(Kind kind, double lowestStrength, double highestStrength) {
    /** The two moves of the paper, and that of its predecessor. */
    public enum Kind {
        /** UFM: to the nearest such point. */
        UNCONSTRAINED,
        /** CFM: only within the span of the signal vectors. */
        CONSTRAINED,
        /**
         * To the nearest point at which the concepts that are present are undecided and the others as they were, if
         * filters are orthogonal: the manipulation of concept basis extraction, for comparison.
         */
        PRESENT_ONLY
    }

    public Manipulation {
        if (!(lowestStrength >= 0 && lowestStrength <= highestStrength && highestStrength <= 10)) {
            throw new InvalidInput("manipulation strength " + lowestStrength + " .. " + highestStrength
                    + " must be an interval within 0 .. 10");
        }
    }

    /** The paper's strength on deep networks: 0.1 to 0.5. */
    public static Manipulation partial(Kind kind) {
        return new Manipulation(kind, 0.1, 0.5);
    }

    /** All the way, as on the synthetic data. */
    public static Manipulation full(Kind kind) {
        return new Manipulation(kind, 1, 1);
    }
}
