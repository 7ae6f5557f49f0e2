package org.eddp.labels;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Exact counts of pixels over many images: of detectors, of concepts, and of both together. Counts of parts of a set add
 * up to those of the whole, in any order.
 */
public final class DissectionCounts {
    private final int detectors;
    private final long[] active;
    private final Map<String, long[]> activeInCategory = new HashMap<>();
    private final Map<LabelMasks.Key, Tally> concepts = new HashMap<>();
    private int images;
    private long pixels;

    /** Counts of one concept. */
    private static final class Tally {
        private long pixels;
        private final long[] common;

        Tally(int detectors) {
            common = new long[detectors];
        }
    }

    /** Counts of nothing. */
    DissectionCounts(int detectors) {
        this.detectors = detectors;
        active = new long[detectors];
    }

    // ---- counting -------------------------------------------------------------------------------------------------

    /** Counts an image; detectors are added to it one by one. */
    void addImage(int seenPixels, LabelMasks labels) {
        images++;
        pixels += seenPixels;
        for (String category : labels.categories()) {
            activeInCategory.computeIfAbsent(category, c -> new long[detectors]);
        }
        labels.masks().forEach((key, mask) -> tally(key).pixels += mask.count());
    }

    /** Counts the pixels of one detector in an image. */
    void addDetector(int detector, BitMask activePixels, LabelMasks labels) {
        int count = activePixels.count();
        active[detector] += count;
        for (String category : labels.categories()) {
            activeInCategory.get(category)[detector] += count;
        }
        labels.masks().forEach((key, mask) -> tally(key).common[detector] += mask.countCommon(activePixels));
    }

    private Tally tally(LabelMasks.Key key) {
        return concepts.computeIfAbsent(key, k -> new Tally(detectors));
    }

    /** Adds the counts of other images. */
    void add(DissectionCounts other) {
        images += other.images;
        pixels += other.pixels;
        add(active, other.active);
        other.activeInCategory.forEach((category, counts) ->
                add(activeInCategory.computeIfAbsent(category, c -> new long[detectors]), counts));
        other.concepts.forEach((key, counts) -> {
            Tally mine = tally(key);
            mine.pixels += counts.pixels;
            add(mine.common, counts.common);
        });
    }

    private static void add(long[] sums, long[] values) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += values[i];
        }
    }

    // ---- reading --------------------------------------------------------------------------------------------------

    /** Number of detectors. */
    public int detectors() {
        return detectors;
    }

    /** Number of images counted. */
    public int images() {
        return images;
    }

    /** Number of pixels seen. */
    public long pixels() {
        return pixels;
    }

    /** Categories for which any image is annotated, by name. */
    public List<String> categories() {
        return activeInCategory.keySet().stream().sorted().toList();
    }

    /** Concepts that occur, by number and category. */
    public List<Concept> concepts(IntFunction<String> names) {
        List<Concept> found = new ArrayList<>();
        concepts.keySet()
                .forEach(key -> found.add(new Concept(key.category(), key.number(), names.apply(key.number()))));
        found.sort(null);
        return found;
    }

    /** Pixels on which a detector is active, in all images. */
    public long active(int detector) {
        return active[detector];
    }

    /** Pixels on which a detector is active, in images annotated for a category. */
    public long active(int detector, String category) {
        long[] counts = activeInCategory.get(category);
        return counts == null ? 0 : counts[detector];
    }

    /** Pixels of a concept. */
    public long labelled(Concept concept) {
        Tally tally = find(concept);
        return tally == null ? 0 : tally.pixels;
    }

    /** Pixels of a concept on which a detector is active. */
    public long common(int detector, Concept concept) {
        Tally tally = find(concept);
        return tally == null ? 0 : tally.common[detector];
    }

    private Tally find(Concept concept) {
        return concepts.get(new LabelMasks.Key(concept.category(), concept.number()));
    }

    /** Intersection over union of a detector and a concept, 0 where neither has pixels. */
    public double iou(int detector, Concept concept, CountedImages counting) {
        long common = common(detector, concept);
        long detected = counting == CountedImages.ALL_IMAGES ? active(detector) : active(detector, concept.category());
        long union = detected + labelled(concept) - common;
        return union == 0 ? 0 : (double) common / union;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DissectionCounts counts && text().equals(counts.text());
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }

    private String text() {
        StringBuilder text =
                new StringBuilder(images + " images, " + pixels + " pixels, active " + Arrays.toString(active) + "\n");
        new TreeMap<>(activeInCategory)
                .forEach((category, counts) -> text.append(category + " " + Arrays.toString(counts) + "\n"));
        for (Concept concept : concepts(number -> "")) {
            text.append(concept.category() + " " + concept.number() + ": " + labelled(concept) + " "
                    + Arrays.toString(find(concept).common) + "\n");
        }
        return text.toString();
    }
}
