package org.eddp.labels;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * Which patches of a set show which concepts, by a {@link Rule}: one bit per patch and concept. Patches are numbered
 * through all images, cell by cell, as in the features.
 */
public final class PatchLabels {
    private static final int TASK_IMAGES = 16;

    private final int cells;
    private final Map<Concept, BitSet> positive = new TreeMap<>();
    private final Map<String, BitSet> known = new HashMap<>();

    private PatchLabels(int cells) {
        this.cells = cells;
    }

    /**
     * Reads the labels of all images once.
     *
     * @param wanted the concepts to keep, null for all that occur
     */
    public static PatchLabels of(
            LabelledImages images, Set<Concept> wanted, Rule rule, Workers workers, Monitor monitor) {
        PatchLabels labels = new PatchLabels(images.features().grid().cells());
        ImagePatches.Reader reader = new ImagePatches.Reader(images, wanted, rule);
        int[] done = {0};
        workers.forEachAhead(
                (images.images() + TASK_IMAGES - 1) / TASK_IMAGES,
                task -> {
                    monitor.check("reading patch labels");
                    List<ImagePatches> found = new ArrayList<>();
                    int end = Math.min(images.images(), (task + 1) * TASK_IMAGES);
                    for (int image = task * TASK_IMAGES; image < end; image++) {
                        found.add(reader.read(image));
                    }
                    return found;
                },
                found -> {
                    for (ImagePatches patches : found) {
                        labels.add(images, done[0]++, patches);
                    }
                    monitor.onProgress(done[0], images.images());
                });
        return labels;
    }

    private void add(LabelledImages images, int image, ImagePatches patches) {
        int first = image * cells;
        for (String category : patches.categories()) {
            copy(patches.covered(), known.computeIfAbsent(category, c -> new BitSet()), first);
        }
        patches.positive().forEach((key, shown) -> {
            Concept concept = new Concept(key.category(), key.number(), images.labelName(key.number()));
            copy(shown, positive.computeIfAbsent(concept, c -> new BitSet()), first);
        });
    }

    private static void copy(BitSet from, BitSet to, int first) {
        for (int cell = from.nextSetBit(0); cell >= 0; cell = from.nextSetBit(cell + 1)) {
            to.set(first + cell);
        }
    }

    /** Concepts that some image has, by number and category; patches need not show them. */
    public Set<Concept> concepts() {
        return positive.keySet();
    }

    /** The patches that show a concept; do not modify. */
    public BitSet positive(Concept concept) {
        return positive.getOrDefault(concept, new BitSet());
    }

    /** The patches that are annotated for a category; do not modify. */
    public BitSet known(String category) {
        return known.getOrDefault(category, new BitSet());
    }

    /**
     * When a patch shows a concept. The pixels of a patch are those whose centres lie in its cell of the grid.
     *
     * <p>The paper gives no rule for which patches belong to a concept. Here a patch shows a concept when at least half of
     * its pixels that have any label of the concept's category are labelled with the concept; pixels without a label of the
     * category do not vote. A dense category (objects) is thus decided by majority, and a sparse one (parts, much smaller than
     * a patch) is not lost. Patches of images that are not annotated for the category are left out, because it is
     * unknown whether they show the concept.
     *
     * @param share of the voting pixels that must be labelled with the concept, more than 0 and at most 1
     * @param ofAnnotated only pixels with a label of the category vote; else all pixels of the patch
     */
    public record Rule(double share, boolean ofAnnotated) {
        /** Half of the pixels that have a label of the category. */
        public static final Rule MAJORITY = new Rule(0.5, true);

        public Rule {
            if (!(share > 0 && share <= 1)) {
                throw new InvalidInput("share = " + share + " of the pixels must be more than 0 and at most 1");
            }
        }

        /** Whether a patch shows a concept. */
        boolean shows(int ofConcept, int ofCategory, int pixels) {
            return ofConcept > 0 && ofConcept >= share * (ofAnnotated ? ofCategory : pixels);
        }
    }
}
