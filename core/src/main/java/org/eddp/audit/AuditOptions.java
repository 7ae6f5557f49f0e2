package org.eddp.audit;

import org.eddp.failure.InvalidInput;

/**
 * Options of an audit.
 *
 * @param seed of random directions, draws and the split of labelled pictures
 * @param sample pictures that are examined if the head is more than pooling and one linear layer; all are if it is linear
 * @param controls random directions that every suspect is compared with
 * @param candidates most pairs that are looked at closely: those whose class has the concept more often than other pictures
 * @param kept pairs that the result lists
 */
public record AuditOptions(long seed, int sample, int controls, int candidates, int kept) {
    /** The usual audit. */
    public static final AuditOptions DEFAULT = new AuditOptions(1, 400, 19, 200, 200);

    public AuditOptions {
        if (sample < 1 || controls < 1 || candidates < 1 || kept < 1) {
            throw new InvalidInput("sample " + sample + ", controls " + controls + ", candidates " + candidates
                    + " and kept " + kept + " must be at least 1");
        }
    }

    /** The same with another seed. */
    public AuditOptions withSeed(long other) {
        return new AuditOptions(other, sample, controls, candidates, kept);
    }

    /** The same with more or fewer pictures for heads that are not linear. */
    public AuditOptions withSample(int other) {
        return new AuditOptions(seed, other, controls, candidates, kept);
    }

    /** The same with more or fewer pairs in the result. */
    public AuditOptions withKept(int other) {
        return new AuditOptions(seed, sample, controls, candidates, other);
    }

    /** The same with {@code controls} changed. */
    public AuditOptions withControls(int changed) {
        return new AuditOptions(seed, sample, changed, candidates, kept);
    }

    /** The same with {@code candidates} changed. */
    public AuditOptions withCandidates(int changed) {
        return new AuditOptions(seed, sample, controls, changed, kept);
    }
}
