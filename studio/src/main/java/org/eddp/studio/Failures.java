package org.eddp.studio;

import org.eddp.directions.NumericalFailure;
import org.eddp.files.FileFailure;
import org.eddp.images.ImageFailure;
import org.eddp.network.NetworkFailure;
import org.slf4j.Logger;

/** Says what went wrong in one sentence. Failures that no message was written for go to the log, with their trace. */
final class Failures {
    /** Shown on a page in place of an unexpected failure. */
    static final String UNEXPECTED = "something went wrong in the studio; the terminal it was started from says what";

    private Failures() {}

    /**
     * The sentence to show.
     *
     * @param what failed, for the log
     */
    static String sentence(Throwable failure, String what, Logger log) {
        if (failure instanceof FileFailure
                || failure instanceof ImageFailure
                || failure instanceof NetworkFailure
                || failure instanceof NumericalFailure
                || failure instanceof IllegalArgumentException) {
            return failure.getMessage();
        }
        if (failure instanceof OutOfMemoryError) {
            return "not enough memory; start the studio with more (EDDP_HEAP=4g), or use less data";
        }
        log.warn("{} failed", what, failure);
        return UNEXPECTED;
    }
}
