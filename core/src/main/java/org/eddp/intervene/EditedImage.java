package org.eddp.intervene;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;

/**
 * Content of a file in {@code edits/}: the prediction for an image after edits of its features.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param image name of the image
 * @param picture the part that the network saw, as a data URL
 * @param rows of the grid of patches
 * @param columns of the grid of patches
 * @param before the prediction for the unchanged image
 * @param steps one per edit, in order
 * @param size length of the change of all features together, relative to their length
 * @param search how the edits were found, or null if the user gave them
 * @param signals along which concepts were written
 */
public record EditedImage(
        String command,
        String directions,
        String image,
        String picture,
        int rows,
        int columns,
        Outlook before,
        List<Step> steps,
        double size,
        @Json.MayBeNull Search search,
        Signals signals) {
    /** More than any layer has, and few enough to draw. */
    private static final int MOST_PATCHES = 1 << 24;

    /** Lead in probability from which a prediction counts as clear. */
    private static final double CLEAR_LEAD = 0.05;

    public EditedImage {
        steps = List.copyOf(steps);
        if (rows < 1 || columns < 1 || (long) rows * columns > MOST_PATCHES) {
            throw new InvalidInput(
                    "a grid of " + rows + " x " + columns + " patches; there must be 1 .. " + MOST_PATCHES);
        }
        for (Step step : steps) {
            if (Arrays.stream(step.cells()).anyMatch(cell -> cell < 0 || cell >= rows * columns)) {
                throw new InvalidInput(
                        "the patches changed must be within 0 .. " + (rows * columns - 1) + ", as the grid has them");
            }
            if (step.after().shares().size() != before.shares().size()) {
                throw new InvalidInput("a step has probabilities of "
                        + step.after().shares().size() + " classes, the unchanged image of "
                        + before.shares().size());
            }
        }
    }

    /**
     * A prediction: its class, and the probabilities of all classes that the page shows.
     *
     * @param predicted the likeliest class, or the strongest label
     * @param labels those with a probability above one half, strongest first; null where outputs are classes
     */
    public record Outlook(
            Named predicted,
            double probability,
            double logit,
            List<Share> shares,

            @JsonInclude(JsonInclude.Include.NON_NULL) List<Named> labels) {
        public Outlook {
            shares = List.copyOf(shares);
            labels = labels == null ? null : List.copyOf(labels);
        }

        /** The predicted class, or the predicted labels. */
        public List<Named> taken() {
            return labels == null ? List.of(predicted) : labels;
        }

        /** Whether a class or label is predicted. */
        public boolean has(Named output) {
            return taken().stream().anyMatch(own -> own.number() == output.number());
        }

        /** Whether the prediction differs from another one. */
        public boolean differsFrom(Outlook other) {
            return taken().size() != other.taken().size()
                    || !other.taken().stream().allMatch(this::has);
        }

        /** How far the predicted class is ahead of the next of those shown, 0 .. 1. */
        double lead() {
            return probability
                    - shares.stream()
                            .filter(share -> share.label().number() != predicted.number())
                            .mapToDouble(Share::probability)
                            .max()
                            .orElse(0);
        }
    }

    /** A class and its probability. */
    public record Share(Named label, double probability) {}

    /**
     * An edit and its result.
     *
     * @param action "remove" or "add"
     * @param amount the target in words
     * @param target the value of w.x written
     * @param where the place in words
     * @param cells patches changed
     * @param meanBefore mean of w.x over these patches before; 0 if there are none
     */
    public record Step(
            String action,
            ConceptName concept,
            String amount,
            double target,
            String where,
            int[] cells,
            double meanBefore,
            Outlook after) {
        /** The edit in words. */
        public String words() {
            return action + " " + concept.title() + " (" + amount + ") " + where;
        }
    }

    /**
     * A search for the smallest edit.
     *
     * @param tried versions of the image that were tried
     * @param replay the command line that repeats the edit
     */
    public record Search(int tried, String replay) {}

    /** Whether the network's outputs are independent labels. */
    public boolean ofLabels() {
        return before.labels() != null;
    }

    /** Labels that turned and were, or are, close to one half. */
    private Optional<String> narrowlyTurned() {
        List<String> narrow = new ArrayList<>();
        for (int k = 0; k < before.shares().size(); k++) {
            Share start = before.shares().get(k);
            Share end = after().shares().get(k);
            boolean turned = before.has(start.label()) != after().has(end.label());
            if (turned && Math.min(margin(start), margin(end)) < CLEAR_LEAD) {
                narrow.add(String.format(
                        Locale.ROOT,
                        "%s had %.1f %% before and has %.1f %% after",
                        start.label(),
                        100 * start.probability(),
                        100 * end.probability()));
            }
        }
        return narrow.isEmpty()
                ? Optional.empty()
                : Optional.of("a near tie, so little follows from it: " + String.join(", ", narrow));
    }

    private static double margin(Share share) {
        return Math.abs(share.probability() - 0.5);
    }

    public Outlook after() {
        return steps.isEmpty() ? before : steps.get(steps.size() - 1).after();
    }

    /**
     * A warning about a prediction that was undecided before the edit or is undecided after it: other small edits would
     * have changed it as well.
     */
    public Optional<String> nearTie() {
        Outlook last = after();
        if (ofLabels()) {
            return narrowlyTurned();
        }
        if (last.predicted().number() == before.predicted().number()) {
            return Optional.empty();
        }
        double start = before.lead();
        double end = last.lead();
        if (Math.min(start, end) >= CLEAR_LEAD) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "a near tie, so little follows from it: %s led by %.1f points before, %s leads by %.1f after",
                before.predicted(),
                100 * start,
                last.predicted(),
                100 * end));
    }
}
