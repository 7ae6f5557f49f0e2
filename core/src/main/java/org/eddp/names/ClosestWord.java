package org.eddp.names;

import java.util.Locale;

/**
 * The word that fits a detector best. Every detector has one, so it is a name only if it fits better than words fit pictures at
 * random.
 *
 * @param score by which it was chosen
 * @param p share of random sets of pictures that some word fits as well
 * @param significant whether that is little enough for a name, all detectors considered
 */
public record ClosestWord(String word, double score, double p, boolean significant) {
    /** How sure it is, for example "p 0.001". */
    String evidence() {
        return String.format(Locale.ROOT, "p %.3f", p);
    }
}
