package org.eddp.labels;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eddp.features.Grid;

/** Which patches of one image show which concepts, one bit per cell of the grid. */
public final class ImagePatches {
    private static final BitSet NONE = new BitSet();

    private final BitSet covered;
    private final List<String> categories;
    private final Map<LabelMasks.Key, BitSet> positive;

    private ImagePatches(BitSet covered, List<String> categories, Map<LabelMasks.Key, BitSet> positive) {
        this.covered = covered;
        this.categories = categories;
        this.positive = positive;
    }

    /** Cells that have pixels. */
    BitSet covered() {
        return covered;
    }

    /** Categories for which the image is annotated. */
    List<String> categories() {
        return categories;
    }

    /** Cells that show a concept, of the concepts that were wanted and occur. */
    Map<LabelMasks.Key, BitSet> positive() {
        return positive;
    }

    /** The patches that are annotated for a category; do not modify. */
    public BitSet known(String category) {
        return categories.contains(category) ? covered : NONE;
    }

    /** The patches that show a concept; do not modify. */
    public BitSet positive(Concept concept) {
        return positive.getOrDefault(key(concept), NONE);
    }

    private static LabelMasks.Key key(Concept concept) {
        return new LabelMasks.Key(concept.category(), concept.number());
    }

    /** Reads the labels of images, one at a time, on any thread. */
    public static final class Reader {
        private final LabelledImages images;
        private final Set<LabelMasks.Key> wanted;
        private final PatchLabels.Rule rule;

        /**
         * A reader.
         *
         * @param wanted the concepts to keep, null for all that occur
         */
        public Reader(LabelledImages images, Set<Concept> wanted, PatchLabels.Rule rule) {
            this.images = images;
            this.wanted = wanted == null
                    ? null
                    : wanted.stream().map(ImagePatches::key).collect(Collectors.toSet());
            this.rule = rule;
        }

        /** The patches of an image. */
        public ImagePatches read(int image) {
            LabelledImages.Pixels pixels = images.labels(image);
            Grid grid = images.features().grid();
            GridOnPixels overlay = new GridOnPixels(pixels.height(), pixels.width(), images.visiblePart(image), grid);
            LabelMasks masks = LabelMasks.of(pixels, overlay);
            BitMask all = new BitMask(overlay.pixels());
            all.setAll();
            int[] inCell = overlay.countPerCell(all);
            BitSet covered = new BitSet();
            for (int cell = 0; cell < inCell.length; cell++) {
                covered.set(cell, inCell[cell] > 0);
            }
            Map<String, int[]> ofCategory = new HashMap<>();
            Map<LabelMasks.Key, BitSet> positive = new HashMap<>();
            masks.masks().forEach((key, mask) -> {
                if (wanted == null || wanted.contains(key)) {
                    int[] annotated = ofCategory.computeIfAbsent(
                            key.category(), c -> overlay.countPerCell(masks.annotated(c, overlay)));
                    positive.put(key, shown(overlay.countPerCell(mask), annotated, inCell));
                }
            });
            return new ImagePatches(covered, masks.categories(), positive);
        }

        private BitSet shown(int[] ofConcept, int[] ofCategory, int[] inCell) {
            BitSet shown = new BitSet();
            for (int cell = 0; cell < inCell.length; cell++) {
                shown.set(cell, rule.shows(ofConcept[cell], ofCategory[cell], inCell[cell]));
            }
            return shown;
        }
    }
}
