package org.eddp.studio;

import java.util.Optional;
import org.eddp.failure.Failure;
import org.slf4j.Logger;

/** Describes a failure in one sentence. Unexpected failures are logged with their stack trace. */
final class FailureText {
    /** Shown on a page in place of an unexpected failure. */
    static final String UNEXPECTED = "something went wrong in the studio; the terminal it was started from says what";

    private FailureText() {}

    /**
     * The sentence to show.
     *
     * @param what failed, for the log
     */
    static String sentence(Throwable failure, String what, Logger log) {
        Optional<Failure> known = Failure.of(failure);
        if (known.isPresent()) {
            return known.get().getMessage();
        }
        if (failure instanceof OutOfMemoryError) {
            return "not enough memory; start the studio with more (EDDP_HEAP=4g), or use less data";
        }
        log.warn("{} failed", what, failure);
        return UNEXPECTED;
    }
}
