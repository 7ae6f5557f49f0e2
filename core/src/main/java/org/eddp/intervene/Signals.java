package org.eddp.intervene;

import org.eddp.directions.Directions;

/** Along which directions edits and corrections write concepts. */
public enum Signals {
    /** Differences of means: the mean patch on which the detector fires minus the mean patch on which it does not. */
    MEANS,
    /** The signal vectors of the run, as they were learned. */
    LEARNED;

    /** The pairs to write with. */
    public Directions of(Directions directions, ConceptStatistics statistics) {
        return this == MEANS ? statistics.writing(directions) : directions;
    }

    /** In words. */
    public String words() {
        return this == MEANS ? "differences of means" : "learned signal vectors";
    }
}
