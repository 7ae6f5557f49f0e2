package org.eddp.directions;

import java.util.BitSet;

/**
 * Decides whether two detectors are one concept: for learning, which combines starts and restarts detectors, and for
 * the health of a run.
 *
 * <p>Two detectors are one concept if they fire on mostly the same patches, or if their filters or their signal vectors
 * are nearly parallel, so that no explanation can distinguish them. During learning only patches count, since signal
 * vectors follow from them.
 */
public final class SameConcept {
    /** Patches on which both fire, as a share of those on which one does (IoU), above which two detectors are one concept. */
    public static final double OVERLAP = 0.5;
    /**
     * Overlap above which learning restarts one of the two. Below, learning may still separate them: concepts that
     * occur together overlap too.
     */
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
