package org.eddp.intervene;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.intervene.Correction.RefittedCorrection;
import org.eddp.intervene.CorrectionStudy.LabelCounts;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;

/**
 * Content of a file in {@code corrections/}: a network from which concepts were removed.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param network the file written
 * @param concepts the removed ones, in order
 * @param signals along which they were removed
 * @param merge the one pair that removes all of them, or null if each was removed by its own pair
 * @param presence how often the concepts are there: on the patches they were learned from and, if there was an
 *     evaluation, on those of its images
 * @param images folder of the labelled images, or null if there was no evaluation
 * @param deviation largest difference between logits of the written file and of the same correction in the process,
 *     over the images, as a share of the image's largest logit where that exceeds 1; null if there was no evaluation
 * @param classes those that occur among the images, or all labels where labels are independent
 * @param evaluations the original network first; empty if there was no evaluation
 * @param predictions which predictions change on the images of the run; null unless controls were asked for without
 *     labelled images
 */
public record CorrectionResults(
        String command,
        String directions,
        String network,
        List<ConceptName> concepts,
        Signals signals,

        @JsonInclude(JsonInclude.Include.NON_NULL) RefittedCorrection.Merge merge,

        List<Presence> presence,
        @Json.MayBeNull String images,
        @Json.MayBeNull Double deviation,
        List<Named> classes,
        List<Evaluation> evaluations,

        @JsonInclude(JsonInclude.Include.NON_NULL) PredictionChanges predictions) {
    /** Largest deviation that rounding explains. */
    public static final double TOLERANCE = 1e-5;
    /** Share of the patches below which a concept hardly fires. */
    public static final double HARDLY = 0.001;
    /** Names of evaluations that are controls begin so. */
    public static final String CONTROL = "control: ";
    /** Names of controls that are random directions begin so. */
    public static final String RANDOM = CONTROL + "random ";
    /** Name of the control with the filter in place of the signal vector. */
    public static final String FILTER = CONTROL + "filter";

    public CorrectionResults {
        concepts = List.copyOf(concepts);
        presence = List.copyOf(presence);
        classes = List.copyOf(classes);
        evaluations = List.copyOf(evaluations);
        if (images != null && evaluations.isEmpty()) {
            throw new InvalidInput("there are images, but no evaluation on them");
        }
        for (Evaluation evaluation : evaluations) {
            if (evaluation.labels() == null) {
                requireTable(evaluation.confusion(), classes.size());
            } else {
                requireCounts(evaluation.labels(), classes.size());
            }
        }
    }

    private static void requireCounts(long[][] counts, int labels) {
        boolean fits = counts.length == labels;
        for (long[] row : counts) {
            fits &= row.length == LabelCounts.COLUMNS;
        }
        if (!fits) {
            throw new InvalidInput("labels must have " + labels + " rows of " + LabelCounts.COLUMNS
                    + " numbers, one row for each of the labels");
        }
    }

    /** Whether the network's outputs are independent labels: there is no confusion of one with another then. */
    public boolean ofLabels() {
        return !evaluations.isEmpty() && evaluations.get(0).labels() != null;
    }

    private static void requireTable(long[][] confusion, int classes) {
        boolean fits = confusion.length == classes;
        for (long[] row : confusion) {
            fits &= row.length == classes + 1;
        }
        if (!fits) {
            throw new InvalidInput("confusion must have " + classes + " rows of " + (classes + 1)
                    + " numbers, one row for each of the classes");
        }
    }

    /**
     * Whether the written file gives the same logits as the correction in this process, up to rounding. True if there was no
     * evaluation.
     */
    public boolean agrees() {
        return deviation == null || deviation <= TOLERANCE;
    }

    /** The merged detectors, as sentences; empty if every concept was removed by its own pair. */
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

    /**
     * How often a detector fires.
     *
     * @param concepts one, or those that were merged
     * @param images whose patches were counted; null for those that were learned from
     * @param patches on which it fires
     * @param all patches counted
     */
    public record Presence(
            List<Integer> concepts, @Json.MayBeNull String images, long patches, long all) {
        public Presence {
            concepts = List.copyOf(concepts);
        }

        boolean hardly() {
            return patches < HARDLY * all;
        }

        private String sentence() {
            String names = (concepts.size() == 1 ? "Concept " : "The pair of concepts ")
                    + concepts.stream().map(String::valueOf).collect(Collectors.joining(", "));
            String where = images == null ? "the images it was learned from" : images;
            return String.format(
                    Locale.ROOT,
                    "%s hardly fires on %s: on %,d of %,d patches (%.2g %%), so that taking it out can change little"
                            + " there.",
                    names,
                    where,
                    patches,
                    all,
                    100.0 * patches / Math.max(1, all));
        }
    }

    /** Sentences that say which concepts hardly fire, and where. Empty if all fire often enough. */
    public List<String> rare() {
        return presence.stream()
                .filter(Presence::hardly)
                .map(Presence::sentence)
                .toList();
    }

    /**
     * Whether the change of the accuracy, or without labels that of the predictions, exceeds that of random directions,
     * in words; empty without an evaluation.
     */
    public String judgement() {
        if (predictions != null) {
            return predictions.judgement();
        }
        if (evaluations.size() < 2) {
            return "";
        }
        double change = change(evaluations.get(1));
        String found = "The accuracy " + (change == 0 ? "does not change" : "changes by " + points(change)) + ". ";
        double[] random = randomChanges();
        if (random.length == 0) {
            return found + "No controls were evaluated, so it is not known whether any direction would do the same.";
        }
        double least = random[0];
        double most = random[random.length - 1];
        String controls = least == most
                ? (least == 0 ? "leave it as it is" : "change it by " + points(least))
                : "change it by " + points(least) + " to " + points(most);
        String filter = evaluations.stream()
                .filter(e -> e.name().equals(FILTER))
                .findFirst()
                .map(e -> " With the filter in place of the signal vector it "
                        + (change(e) == 0 ? "does not change." : "changes by " + points(change(e)) + "."))
                .orElse("");
        return found + random.length + " random directions of the same length " + controls
                + (outsideControls().orElseThrow()
                        ? ": the change is outside its controls, so it is this direction's own."
                        : ": the change is within its controls, so it need not come from this concept.")
                + filter;
    }

    /** Whether the change of the accuracy exceeds that of random directions; empty without such controls. */
    public Optional<Boolean> outsideControls() {
        double[] random = randomChanges();
        if (evaluations.size() < 2 || random.length == 0) {
            return Optional.empty();
        }
        double change = change(evaluations.get(1));
        return Optional.of(change < random[0] || change > random[random.length - 1]);
    }

    /** Values in ascending order. */
    private double[] randomChanges() {
        return evaluations.stream()
                .filter(e -> e.name().startsWith(RANDOM))
                .mapToDouble(this::change)
                .sorted()
                .toArray();
    }

    private double change(Evaluation evaluation) {
        return evaluation.accuracy() - evaluations.get(0).accuracy();
    }

    private static String points(double share) {
        return String.format(Locale.ROOT, "%+.1f points", 100 * share);
    }

    /** The result of the comparison of the file with the process, as a sentence; empty if there was none. */
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
     * Classes, or labels, for which the number of correct predictions differs between the corrected network and the
     * original, largest difference first.
     */
    public List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        for (int k = 0; k < classes.size() && evaluations.size() > 1; k++) {
            if (ofLabels()) {
                changes.add(labelChange(k));
                continue;
            }
            long[] before = evaluations.get(0).confusion()[k];
            long after = evaluations.get(1).confusion()[k][k];
            if (before[k] != after) {
                changes.add(new Change(classes.get(k), Arrays.stream(before).sum(), before[k], after));
            }
        }
        changes.removeIf(change -> change.before() == change.after());
        changes.sort(Comparator.comparingLong(c -> -Math.abs(c.after() - c.before())));
        return changes;
    }

    private Change labelChange(int label) {
        long[] before = evaluations.get(0).labels()[label];
        long[] after = evaluations.get(1).labels()[label];
        return new Change(
                classes.get(label), before[0] + before[2], LabelCounts.right(before), LabelCounts.right(after));
    }

    /**
     * A class whose number of correct predictions changed.
     *
     * @param images of this class; of a label, all images
     * @param before of them predicted rightly by the original
     * @param after by the corrected network
     */
    public record Change(Named label, long images, long before, long after) {}

    /**
     * One network on the images.
     *
     * @param name of the network or control
     * @param accuracy share predicted rightly; of labels, the mean over the labels
     * @param images number of images
     * @param confusion images of class [row] predicted as class [column]; the last column is all classes that do not
     *     occur; empty where outputs are independent labels
     * @param labels the numbers of {@link LabelCounts} for every label; null where outputs are classes
     */
    public record Evaluation(
            String name,
            double accuracy,
            long images,
            long[][] confusion,

            @JsonInclude(JsonInclude.Include.NON_NULL) long[][] labels) {
        /** An evaluation of a network whose outputs are classes. */
        public Evaluation(String name, double accuracy, long images, long[][] confusion) {
            this(name, accuracy, images, confusion, null);
        }
    }
}
