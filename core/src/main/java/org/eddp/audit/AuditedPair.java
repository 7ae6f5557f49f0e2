package org.eddp.audit;

import java.util.List;
import org.eddp.files.json.Json;
import org.eddp.names.Named;

/**
 * The measurements of a concept and a class.
 *
 * @param label the class
 * @param score see {@link AuditScore}
 * @param pValue probability that a random assignment of pictures to the class has as many pictures with the concept in it
 * @param qValue the smallest false discovery rate at which the class has the concept more often than other classes
 * @param reliance contribution of the concept to the class
 * @param removal effect of removing the concept
 * @param planting effect of writing the concept into other pictures
 * @param appearance in pictures of the class; null if the class has too few pictures with it, or hardly more than others
 * @param truth accuracy with and without the concept; null without labels
 */
public record AuditedPair(
        Named concept,
        Named label,
        double score,
        double pValue,
        double qValue,
        Reliance reliance,
        Removal removal,
        Planted planting,
        @Json.MayBeNull Appearance appearance,
        @Json.MayBeNull Truth truth) {
    /**
     * The contribution of a concept to a class.
     *
     * @param pictures taken for the class
     * @param present how many of them have the concept
     * @param others pictures that are not taken for the class
     * @param otherPresent how many of these have the concept
     * @param contribution mean fall of the class's logit without the concept, over the pictures taken for the class
     *     that have it; 0 if none has it
     */
    public record Reliance(int pictures, int present, int others, int otherPresent, double contribution) {
        /** Share of the pictures taken for the class that have the concept; 0 if there are none. */
        public double share() {
            return pictures == 0 ? 0 : present / (double) pictures;
        }

        /** Share of the other pictures that have it; 0 if there are none. */
        public double otherShare() {
            return others == 0 ? 0 : otherPresent / (double) others;
        }

        /** Mean contribution over all pictures taken for the class, with and without the concept. */
        public double meanContribution() {
            return share() * contribution;
        }
    }

    /**
     * The effect of removing the concept.
     *
     * @param pictures taken for the class and examined
     * @param left how many of them are no longer taken for it
     * @param marginLost by how much the margin of the class over the next one shrinks, as a share of it: the ratio of sums over the pictures
     * @param random the share of the margin lost for each random direction of the same length; null if these were not tried
     * @param filter the same with the filter in place of the signal vector; null if it was not tried
     */
    public record Removal(
            int pictures,
            int left,
            double marginLost,
            @Json.MayBeNull List<Double> random,
            @Json.MayBeNull Double filter) {}

    /**
     * The effect of writing the concept into pictures without it.
     *
     * @param pictures examined ones without the concept that are not taken for the class
     * @param turned how many of them are taken for the class afterwards
     * @param gapClosed by how much the distance of the class to the strongest other class shrinks, as a share of it: the ratio of sums over
     *     the pictures
     * @param random controls of {@link Appearance#gapClosed}: the share of the distance closed for each random direction of the same
     *     length; null if these were not tried
     */
    public record Planted(
            int pictures,
            int turned,
            double gapClosed,
            @Json.MayBeNull List<Double> random) {}

    /**
     * The accuracy with and without the concept, on pictures with a known class.
     *
     * @param with pictures of the class that have the concept
     * @param rightWith how many of them are taken for it
     * @param without pictures of the class that do not have it
     * @param rightWithout how many of them are taken for it
     * @param fooled pictures of other classes that have the concept and are taken for the class
     * @param otherWith pictures of other classes that have the concept
     */
    public record Truth(int with, int rightWith, int without, int rightWithout, int fooled, int otherWith) {}

    AuditedPair withQValue(double value) {
        return new AuditedPair(concept, label, score, pValue, value, reliance, removal, planting, appearance, truth);
    }

    AuditedPair with(Appearance look, double value) {
        return new AuditedPair(concept, label, value, pValue, qValue, reliance, removal, planting, look, truth);
    }

    /** The same with controls. */
    AuditedPair with(Removal otherRemoval, Planted otherPlanting) {
        return new AuditedPair(
                concept, label, score, pValue, qValue, reliance, otherRemoval, otherPlanting, appearance, truth);
    }
}
