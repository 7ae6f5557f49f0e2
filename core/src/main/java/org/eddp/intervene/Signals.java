package org.eddp.intervene;

import org.eddp.directions.Directions;

/** Along which directions edits and corrections write concepts. */
public enum Signals {
    /**
     * Pairs {@linkplain RefittedPair refitted} to the patches on which the detectors fire: differences of means with filters of their
     * own. For corrections only, because edits write values that the detector of the run reads.
     */
    REFITTED,
    /** Differences of means: the mean patch on which the detector fires minus the mean patch on which it does not. */
    MEANS,
    /** The signal vectors of the run, as they were learned. */
    LEARNED;

    /**
     * The filters of a run with the signal vectors to write along.
     *
     * @throws IllegalArgumentException of refitted pairs, which have other filters
     */
    public Directions of(Directions directions, ConceptStatistics statistics) {
        return switch (this) {
            case MEANS -> statistics.writing(directions);
            case LEARNED -> directions;
            case REFITTED ->
                throw new IllegalArgumentException(
                        "refitted pairs are for corrections, not for edits; choose means or learned");
        };
    }

    /** In words. */
    public String words() {
        return switch (this) {
            case REFITTED -> "refitted pairs";
            case MEANS -> "differences of means";
            case LEARNED -> "learned signal vectors";
        };
    }
}
