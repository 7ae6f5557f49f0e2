package org.eddp.intervene;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.eddp.files.Json;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;

/**
 * Content of a file in {@code corrections/}: a network from which concepts were taken out.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param network the file written
 * @param concepts those taken out, in order
 * @param merge the one pair they were taken out by together, or null if they were taken out one after the other by their own
 * @param images folder of the labelled images, or null if there was no evaluation
 * @param deviation largest difference between logits of the written file and of the same correction in the process, over the
 *     images, as a share of the image's largest logit where that exceeds 1; null if there was no evaluation
 * @param classes those that occur among the images
 * @param evaluations the network as it is first; empty if there was none
 */
public record CorrectionResults(
        String command,
        String directions,
        String network,
        List<ConceptName> concepts,

        @Json.AddedLater @JsonInclude(JsonInclude.Include.NON_NULL)
        MergedCorrection.Merge merge,

        @Json.MayBeNull String images,
        @Json.MayBeNull Double deviation,
        List<Named> classes,
        List<Evaluation> evaluations) {
    /** Largest deviation that rounding explains. */
    public static final double TOLERANCE = 1e-5;

    public CorrectionResults {
        concepts = List.copyOf(concepts);
        classes = List.copyOf(classes);
        evaluations = List.copyOf(evaluations);
        if (images != null && evaluations.isEmpty()) {
            throw new IllegalArgumentException("there are images, but no evaluation on them");
        }
        for (Evaluation evaluation : evaluations) {
            requireTable(evaluation.confusion(), classes.size());
        }
    }

    private static void requireTable(long[][] confusion, int classes) {
        boolean fits = confusion.length == classes;
        for (long[] row : confusion) {
            fits &= row.length == classes + 1;
        }
        if (!fits) {
            throw new IllegalArgumentException("confusion must have " + classes + " rows of " + (classes + 1)
                    + " numbers, one row for each of the classes");
        }
    }

    /** Whether the written file does what the correction in the process does; true if nobody looked. */
    public boolean agrees() {
        return deviation == null || deviation <= TOLERANCE;
    }

    /** What was merged, as sentences; none if every concept was taken out by its own pair. */
    public List<String> merging() {
        if (merge == null) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add("Taken out as one, by a pair made from the " + merge.patches() + " patches on which any of "
                + merge.members().size() + " detectors fires.");
        merge.members()
                .forEach(m -> sentences.add(String.format(
                        Locale.ROOT,
                        "Concept %d fires on %d of them; cosine of its own signal vector with that of the pair: %.2f.",
                        m.concept(),
                        m.patches(),
                        m.cosine())));
        return sentences;
    }

    /** What the comparison of the file with the process came to, as a sentence; empty if there was none. */
    public String agreement() {
        if (deviation == null) {
            return "";
        }
        String size = String.format(Locale.ROOT, "%.1e", deviation);
        return agrees()
                ? "The file and the process agree to " + size + " of the size of the logits."
                : String.format(
                        Locale.ROOT,
                        "The file and the process differ by %s of the size of the logits, more than the %.0e that"
                                + " rounding explains: the numbers below are those of the process, not of the file.",
                        size,
                        TOLERANCE);
    }

    /**
     * Classes of whose images more or fewer are predicted rightly by the corrected network than by the original, largest
     * difference first.
     */
    public List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        for (int k = 0; k < classes.size() && evaluations.size() > 1; k++) {
            long[] before = evaluations.get(0).confusion()[k];
            long after = evaluations.get(1).confusion()[k][k];
            if (before[k] != after) {
                changes.add(new Change(classes.get(k), Arrays.stream(before).sum(), before[k], after));
            }
        }
        changes.sort(Comparator.comparingLong(c -> -Math.abs(c.after() - c.before())));
        return changes;
    }

    /**
     * A class that the correction changed something for.
     *
     * @param images of this class
     * @param before of them predicted rightly by the original
     * @param after by the corrected network
     */
    public record Change(Named label, long images, long before, long after) {}

    /**
     * One network on the images.
     *
     * @param name what it is
     * @param accuracy share predicted rightly
     * @param images number of images
     * @param confusion images of class [row] predicted as class [column]; the last column is all classes that do not occur
     */
    public record Evaluation(String name, double accuracy, long images, long[][] confusion) {}
}
