package org.eddp.labels;

import java.util.Map;

/**
 * What a detector detects.
 *
 * @param detector index
 * @param concept with the largest IoU on the train split, null if the detector is never active on any
 * @param trainIou that IoU
 * @param valIou IoU with the same concept on the val split
 * @param interpretable whether {@code valIou} exceeds the threshold
 * @param bestPerCategory for every category the concept with the largest IoU on the train split, where there is one
 */
public record DetectorLabel(
        int detector,
        Concept concept,
        double trainIou,
        double valIou,
        boolean interpretable,
        Map<String, Match> bestPerCategory) {
    /** A concept and the IoU of a detector with it on both splits. */
    public record Match(Concept concept, double trainIou, double valIou) {}
}
