package org.eddp.names;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;

/**
 * The name of a concept, and its origin. A label by masks is a name only if the detector is interpretable, that is, if
 * it overlaps the label enough on images that did not choose the label. Every detector has a closest label, so other
 * labels are only shown as "closest label". Likewise a word is a name only if it fits better than chance. A name by
 * hand comes before both.
 *
 * @param name null if it has none
 * @param closestLabel the label its detector overlaps most, also where that is not its name; null if there is none
 * @param iou with that label on images that did not choose it; null if it is not known
 * @param origin of a name that is not by masks; otherwise null, and not in files
 * @param word that fits its detector best, also where that is not its name; null if none was looked for, and then not
 *     in files
 * @param given name given by hand; null if there is none, and then not in files
 */
public record ConceptName(
        int number,
        @Json.MayBeNull String name,
        @Json.MayBeNull String closestLabel,
        @Json.MayBeNull Double iou,

        @JsonInclude(JsonInclude.Include.NON_NULL) NameOrigin origin,

        @JsonInclude(JsonInclude.Include.NON_NULL) ClosestWord word,

        @JsonInclude(JsonInclude.Include.NON_NULL) String given) {
    /**
     * Smallest IoU of a name by masks that is shown without "maybe". Chosen by looking at crops before names;
     * docs/design.md has the table.
     */
    public static final double SURE = 0.08;

    /** Smallest IoU that is written as a number. */
    private static final double SMALLEST = 0.001;

    public ConceptName {
        origin = origin == NameOrigin.MASKS ? null : origin;
        if (name == null ? origin != null : !Objects.equals(name, source(origin, closestLabel, word, given))) {
            throw new InvalidInput("concept " + number + " cannot be called " + name
                    + ", because the label closest to it is " + closestLabel
                    + (word == null ? "" : ", the word " + word.word())
                    + (given == null ? "" : ", by hand " + given));
        }
    }

    /** A name by masks, or none. */
    public ConceptName(int number, String name, String closestLabel, Double iou) {
        this(number, name, closestLabel, iou, null, null, null);
    }

    private static String source(NameOrigin origin, String closestLabel, ClosestWord word, String given) {
        if (origin == NameOrigin.WORDS) {
            return word != null && word.significant() ? word.word() : null;
        }
        return origin == NameOrigin.HAND ? given : closestLabel;
    }

    /** The origin of its name; null if it has none. */
    public NameOrigin by() {
        return name != null && origin == null ? NameOrigin.MASKS : origin;
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

    /**
     * The same concept with a word and a name by hand. A name by hand comes first, then one by masks, then one by
     * words.
     *
     * @param closest word, or null
     * @param byHand name, or null
     */
    public ConceptName with(ClosestWord closest, String byHand) {
        if (byHand != null) {
            return new ConceptName(number, byHand, closestLabel, iou, NameOrigin.HAND, closest, byHand);
        }
        if (by() == NameOrigin.MASKS) {
            return new ConceptName(number, name, closestLabel, iou, null, closest, null);
        }
        boolean named = closest != null && closest.significant();
        return new ConceptName(
                number,
                named ? closest.word() : null,
                closestLabel,
                iou,
                named ? NameOrigin.WORDS : null,
                closest,
                null);
    }

    /** Whether a text refers to it: its name, or a word that fits it better than chance. */
    public boolean isCalled(String text) {
        return text.equalsIgnoreCase(name)
                || (word != null && word.significant() && text.equalsIgnoreCase(word.word()));
    }

    /** Whether its name is shown without "maybe": it is by hand or by words, or by masks with a sufficient IoU. */
    public boolean isSure() {
        return name != null && (by() != NameOrigin.MASKS || (iou != null && iou >= SURE));
    }

    /** Its name alone: "grass", "maybe grass", "grass (by words)"; empty if it has none. */
    public Optional<String> called() {
        return Optional.ofNullable(name).map(own -> (isSure() ? "" : "maybe ") + own.replace('_', ' ') + by().mark());
    }

    /** For example "12 grass", "12 maybe grass", "12 grass (by words)", or "concept 12" if it has no name. */
    public String title() {
        return called().map(own -> number + " " + own).orElse("concept " + number);
    }

    /**
     * In the middle of a sentence: concept 12 \u201cgrass\u201d, concept 12, maybe \u201cgrass\u201d, or concept 12.
     */
    public String inSentence() {
        String quoted = name == null ? "" : "\u201c" + name.replace('_', ' ') + "\u201d";
        return "concept " + number + (name == null ? "" : isSure() ? " " + quoted : ", maybe " + quoted);
    }

    /** The same as the title. */
    @Override
    public String toString() {
        return title();
    }

    /**
     * The closest label or word that is not its name: "closest label: road, IoU 0.012", "closest word: lane, p 0.310".
     */
    public Optional<String> closest() {
        List<String> parts = new ArrayList<>();
        if (closestLabel != null && by() != NameOrigin.MASKS) {
            parts.add("closest label: " + closestLabel + ", " + overlap());
        }
        if (word != null && origin != NameOrigin.WORDS) {
            parts.add((word.significant() ? "by words: " : "closest word: ") + word.word() + ", " + word.evidence());
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", parts));
    }

    /** Title and, where it has no name, the closest label: "concept 25 (closest label: road, IoU 0.012)". */
    public String inFull() {
        return title() + closest().map(label -> " (" + label + ")").orElse("");
    }

    /** The evidence for its name: "IoU 0.31", "by words, p 0.001" or "by hand". */
    public String evidence() {
        if (origin == NameOrigin.WORDS) {
            return "by words, " + word.evidence();
        }
        return origin == NameOrigin.HAND ? "by hand" : overlap();
    }

    /** How well its label fits, for example "IoU 0.31"; "IoU not known" without one. */
    public String overlap() {
        return "IoU " + (iou == null ? "not known" : iou(iou));
    }

    /** An IoU as text: two digits, never rounded up to the threshold of a name. */
    public static String iou(double iou) {
        if (!(iou >= SMALLEST)) {
            return "below " + SMALLEST;
        }
        return new BigDecimal(Double.toString(iou))
                .round(new MathContext(2, RoundingMode.DOWN))
                .stripTrailingZeros()
                .toPlainString();
    }

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

    /** Where the name of a concept comes from. */
    public enum NameOrigin {
        /**
         * From annotated masks that its detector overlaps. Such a name is shown alone; the others are shown with their
         * origin.
         */
        MASKS(""),
        /** From words whose embeddings are close to those of its crops. */
        WORDS(" (by words)"),
        /** Given by hand. */
        HAND(" (by hand)");

        private final String mark;

        NameOrigin(String mark) {
            this.mark = mark;
        }

        /** The suffix of a name of this origin. */
        public String mark() {
            return mark;
        }
    }
}
