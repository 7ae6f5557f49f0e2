package org.eddp.directions;

import java.util.BitSet;

/**
 * When two detectors are one concept, for all who ask: learning, which puts starts together and gives a lost detector a new one,
 * and the health of what was learned.
 *
 * <p>They fire on the same patches more often than not, or read along the same direction, or the network writes what they read
 * along the same direction, so that no explanation can tell them apart. While detectors are still learned only patches count, since
 * signal vectors follow them.
 */
public final class SameConcept {
    /** Patches on which both fire, as a share of those on which one does (IoU), above which two detectors are one concept. */
    public static final double OVERLAP = 0.5;
    /** Overlap above which learning gives one of the two up. Below, it may still part them: things that come together overlap too. */
    public static final double HOPELESS_OVERLAP = 0.8;
    /** Cosine of filters or of signal vectors above which two detectors are one concept: an angle of 26 degrees. */
    public static final double COSINE = 0.9;

    private SameConcept() {}

    /** The judgement of what was learned: overlap, and cosines of filters and of signal vectors. */
    public static boolean holds(double overlap, double filters, double signals) {
        return overlap > OVERLAP || filters > COSINE || signals > COSINE;
    }

    /** Whether the patches of two detectors overlap by more than a bound. */
    public static boolean overlap(BitSet one, BitSet other, double bound) {
        BitSet both = (BitSet) one.clone();
        both.and(other);
        int shared = both.cardinality();
        return shared > bound * (one.cardinality() + other.cardinality() - shared);
    }
}
