package org.eddp.intervene;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eddp.files.json.Json;
import org.eddp.names.Named;

/**
 * How a correction changes predictions on the images that its concepts were learned from. Labels are not needed.
 *
 * @param images number of images
 * @param changed number of images whose predicted class, or set of labels, changes
 * @param moves the most frequent changes, most frequent first
 * @param random the number of changed images for each random direction of the same length
 * @param filter the same with the filter in place of the signal vector
 */
public record PredictionChanges(int images, int changed, List<Move> moves, int[] random, int filter) {
    public PredictionChanges {
        moves = List.copyOf(moves);
    }

    /**
     * A change.
     *
     * @param before the class predicted before; null for a label that turns on
     * @param after the class predicted after; null for a label that turns off
     * @param images how many
     */
    public record Move(
            @Json.MayBeNull Named before, @Json.MayBeNull Named after, int images) {
        private String words() {
            if (before == null) {
                return after.plain("label") + " on";
            }
            return after == null
                    ? before.plain("label") + " off"
                    : before.plain("class") + " to " + after.plain("class");
        }
    }

    /**
     * How many predictions change, and the most frequent change: for example "3.1 % of predictions change (74 of 2,368), most
     * often A to B (12 pictures)."
     */
    public String sentence() {
        if (changed == 0) {
            return String.format(Locale.ROOT, "No prediction changes on %,d pictures.", images);
        }
        Move most = moves.get(0);
        String found =
                String.format(Locale.ROOT, "%s of predictions change (%,d of %,d)", percent(changed), changed, images);
        if (changed == 1) {
            return found + ": " + most.words() + ".";
        }
        return most.images() == 1
                ? found + ", each in another way."
                : String.format(Locale.ROOT, "%s, most often %s (%,d pictures).", found, most.words(), most.images());
    }

    /** Whether the correction changes more predictions than every random direction; empty without random directions. */
    Optional<Boolean> exceedsControls() {
        return random.length == 0
                ? Optional.empty()
                : Optional.of(changed > Arrays.stream(random).max().orElseThrow());
    }

    /** The comparison with the controls, as a sentence; empty without controls. */
    public String judgement() {
        if (random.length == 0) {
            return "";
        }
        int least = Arrays.stream(random).min().orElseThrow();
        int most = Arrays.stream(random).max().orElseThrow();
        return random.length + " random directions of the same length change "
                + (least == most ? percent(least) : percent(least) + " to " + percent(most))
                + (exceedsControls().orElseThrow()
                        ? ": the correction changes more than each of them."
                        : ": the correction does not change more than all of them, so the changes need not come from"
                                + " this concept.")
                + " With the filter in place of the signal vector " + percent(filter) + " change.";
    }

    private String percent(int count) {
        return String.format(Locale.ROOT, "%.1f %%", 100.0 * count / Math.max(1, images));
    }
}
