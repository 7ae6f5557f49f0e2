package org.eddp.labels;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.eddp.directions.Detectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.Grid;
import org.eddp.features.UnitStream;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.parts.PartialResult;
import org.eddp.tensor.Workers;

/**
 * Network Dissection (Bau et al., "Network Dissection: Quantifying Interpretability of Deep Visual Representations",
 * CVPR 2017): how well the pixels on which a detector is active agree with those of every annotated concept.
 *
 * <p>The map p = w.x - b of a detector is upsampled to the label maps bilinearly (half-pixel centres, see
 * {@link PixelAxis}) and a pixel is active where it is positive. Detectors fire on few patches, so most pairs of image
 * and detector have no positive cell and are skipped. For the others only the surroundings of positive cells are
 * computed; pixels are counted 64 at a time. One pass over the images, memory independent of their number.
 */
public final class Dissection {
    /** Features and scores of a task: a few megabytes. */
    private static final int TASK_ELEMENTS = 1 << 19;

    private final LabelledImages images;
    private final Detectors detectors;
    private final DetectorGroups groups;

    private Dissection(LabelledImages images, Detectors detectors, DetectorGroups groups) {
        this.images = images;
        this.detectors = detectors;
        this.groups = groups;
    }

    /** Counts every detector on its own over all images. */
    public static Counts run(LabelledImages images, Detectors detectors, Workers workers, Monitor monitor) {
        return run(images, detectors, DetectorGroups.single(detectors.concepts()), workers, monitor);
    }

    /**
     * Counts groups of detectors over all images; the counts do not depend on the number of workers.
     *
     * @throws Stopped if the monitor stops the work
     */
    public static Counts run(
            LabelledImages images, Detectors detectors, DetectorGroups groups, Workers workers, Monitor monitor) {
        Counts total = new Counts(groups.count());
        run(images, detectors, groups, 0, images.units().size(), workers, monitor, total::add);
        return total;
    }

    /**
     * Counts groups of detectors over the images of some consecutive {@linkplain LabelledImages#units units}.
     *
     * @param end behind the last unit
     * @param inOrder takes the counts of each unit
     * @throws Stopped if the monitor stops the work
     */
    public static void run(
            LabelledImages images,
            Detectors detectors,
            DetectorGroups groups,
            int first,
            int end,
            Workers workers,
            Monitor monitor,
            Consumer<? super Counts> inOrder) {
        FeatureSource features = images.features();
        if (features.width() != detectors.width()) {
            throw new InvalidInput("feature width differs: features " + features.width() + " != detectors "
                    + detectors.width() + "; use the layer the detectors were made for");
        }
        Dissection dissection = new Dissection(images, detectors, groups);
        UnitStream.of(features, images.units(), Math.max(features.width(), detectors.concepts()), TASK_ELEMENTS)
                .watchedBy(monitor, "labelling")
                .forEach(first, end, workers, () -> new Counts(groups.count()), dissection::count, inOrder);
    }

    private Counts count(UnitStream.Piece piece) {
        Counts counts = new Counts(groups.count());
        Batch batch = piece.batch();
        float[] scores = detectors.scores(batch.rows(0, batch.images())).toFloats();
        for (int i = 0; i < batch.images(); i++) {
            count(piece.images()[i], new DetectorMaps(scores, i, batch.grid(), detectors.concepts()), counts);
        }
        return counts;
    }

    private void count(int image, DetectorMaps maps, Counts counts) {
        LabelledImages.Pixels labels = images.labels(image);
        Grid grid = images.features().grid();
        GridOnPixels overlay = new GridOnPixels(labels.height(), labels.width(), images.visiblePart(image), grid);
        LabelMasks masks = LabelMasks.of(labels, overlay);
        counts.addImage(overlay.pixels(), masks);
        BitMask active = new BitMask(overlay.pixels());
        for (int g = 0; g < groups.count(); g++) {
            boolean any = false;
            for (int detector : groups.members().get(g)) {
                if (maps.fires(detector)) {
                    overlay.addPositive(maps.map(detector), active);
                    any = true;
                }
            }
            if (any) {
                counts.addDetector(g, active, masks);
                active.clear();
            }
        }
    }

    /**
     * Exact counts of pixels over many images: of detectors, of concepts, and of both together. Counts of parts of a set add
     * up to those of the whole, in any order.
     */
    public static final class Counts implements PartialResult<Counts> {
        private final int detectors;
        private final long[] active;
        private final Map<String, long[]> activeInCategory = new HashMap<>();
        private final Map<LabelMasks.Key, Tally> concepts = new HashMap<>();
        private int images;
        private long pixels;

        /** Counts of one concept. */
        static final class Tally {
            private long pixels;
            private final long[] common;

            Tally(int detectors) {
                common = new long[detectors];
            }

            long pixels() {
                return pixels;
            }

            long[] common() {
                return common;
            }
        }

        /** Counts of no image. */
        public static Counts none(int detectors) {
            return new Counts(detectors);
        }

        /**
         * Counts that were kept.
         *
         * @param content as {@link #content} made it
         * @throws org.eddp.files.FileFailure if it does not hold counts
         */
        public static Counts read(SafetensorsFile content) {
            return CountsFile.read(content);
        }

        @Override
        public SafetensorsFile content() {
            return CountsFile.of(this);
        }

        Map<LabelMasks.Key, Tally> tallies() {
            return concepts;
        }

        long[] active() {
            return active;
        }

        long[] activeIn(String category) {
            return activeInCategory.get(category);
        }

        /** Restores the totals. */
        void set(int countedImages, long countedPixels, long[] counts) {
            images = countedImages;
            pixels = countedPixels;
            add(active, counts);
        }

        /** Restores the counts of a category. */
        void put(String category, long[] counts) {
            activeInCategory.put(category, counts);
        }

        /** Restores the counts of a concept. */
        void put(LabelMasks.Key key, long labelled, long[] common) {
            Tally tally = tally(key);
            tally.pixels = labelled;
            add(tally.common, common);
        }

        /** Counts of nothing. */
        Counts(int detectors) {
            this.detectors = detectors;
            active = new long[detectors];
        }

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
        @Override
        public void add(Counts other) {
            if (other.detectors != detectors) {
                throw new IllegalArgumentException(
                        "counts of " + other.detectors + " detectors cannot be added to those of " + detectors);
            }
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
        List<String> categories() {
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
        double iou(int detector, Concept concept, CountedImages counting) {
            long common = common(detector, concept);
            long detected =
                    counting == CountedImages.ALL_IMAGES ? active(detector) : active(detector, concept.category());
            long union = detected + labelled(concept) - common;
            return union == 0 ? 0 : (double) common / union;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(
                    images + " images, " + pixels + " pixels, active " + Arrays.toString(active) + "\n");
            new TreeMap<>(activeInCategory)
                    .forEach((category, counts) -> text.append(category + " " + Arrays.toString(counts) + "\n"));
            for (Concept concept : concepts(number -> "")) {
                text.append(concept.category() + " " + concept.number() + ": " + labelled(concept) + " "
                        + Arrays.toString(find(concept).common) + "\n");
            }
            return text.toString();
        }
    }

    /** The images in which active pixels of a detector count towards its union with a concept. */
    public enum CountedImages {
        /**
         * Only in images annotated for the concept's category: in other images it is unknown whether the concept is
         * present. This is the default, as in Network Dissection.
         */
        ANNOTATED_IMAGES,
        /** In all images: a detector is also penalised for firing in images without annotations of the category. */
        ALL_IMAGES
    }
}
