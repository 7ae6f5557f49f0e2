package org.eddp.names;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.Optional;
import org.eddp.files.Json;

/**
 * What a concept is called. It has a name only if its detector is interpretable: if it overlaps the label it is named after on
 * images that did not name it. Every detector overlaps some label most, so the label nearest to one that means nothing is a guess;
 * it is kept apart, and said as such.
 *
 * @param name null if there is no label, or the detector is not interpretable
 * @param closestLabel the label its detector overlaps most, also where that is not its name; null if there is none
 * @param iou with that label on images that did not choose it; null if it is not known
 */
public record ConceptName(
        int number,
        @Json.MayBeNull String name,
        @Json.AddedLater String closestLabel,
        @Json.AddedLater Double iou) {
    /** Smallest IoU that is written as a number. */
    private static final double SMALLEST = 0.001;

    public ConceptName {
        if (closestLabel == null) {
            // earlier versions wrote every guess as a name and did not say how good it is
            closestLabel = name;
            name = null;
        }
        if (name != null && !Objects.equals(name, closestLabel)) {
            throw new IllegalArgumentException("concept " + number + " cannot be called " + name
                    + ", because the label closest to it is " + closestLabel);
        }
    }

    /** A concept without a label. */
    public static ConceptName unlabelled(int number) {
        return new ConceptName(number, null, null, null);
    }

    /**
     * A labelled concept.
     *
     * @param label closest to it
     * @param iou with it on images that did not choose it
     * @param interpretable whether that is enough for a name
     */
    public static ConceptName of(int number, String label, double iou, boolean interpretable) {
        return new ConceptName(number, interpretable ? label : null, label, iou);
    }

    /** For example "12 grass", or "concept 12" if it has no name. */
    public String title() {
        return name == null ? "concept " + number : number + " " + name;
    }

    /** The same as the title. */
    @Override
    public String toString() {
        return title();
    }

    /** For concepts without a name that have a label, that label as what it is: "closest label: road, IoU 0.012". */
    public Optional<String> closest() {
        return name == null && closestLabel != null
                ? Optional.of("closest label: " + closestLabel + ", " + overlap())
                : Optional.empty();
    }

    /** Title and, where it has no name, the closest label: "concept 25 (closest label: road, IoU 0.012)". */
    public String inFull() {
        return title() + closest().map(label -> " (" + label + ")").orElse("");
    }

    /** How well its label fits, for example "IoU 0.31"; "IoU not known" without one. */
    public String overlap() {
        return iou == null ? "IoU not known" : "IoU " + (iou < SMALLEST ? "below " + SMALLEST : digits(iou));
    }

    /** Two digits, never rounded up to the number that would have been enough for a name. */
    private static String digits(double iou) {
        return new BigDecimal(Double.toString(iou))
                .round(new MathContext(2, RoundingMode.DOWN))
                .stripTrailingZeros()
                .toPlainString();
    }
}
