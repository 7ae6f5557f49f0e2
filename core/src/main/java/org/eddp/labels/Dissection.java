package org.eddp.labels;

import org.eddp.directions.Detectors;
import org.eddp.features.Batch;
import org.eddp.features.FeatureSource;
import org.eddp.features.Grid;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Stopped;
import org.eddp.tensor.Workers;

/**
 * Network Dissection (Bau et al., "Network Dissection: Quantifying Interpretability of Deep Visual Representations", CVPR
 * 2017): how well the pixels on which a detector is active agree with those of every annotated concept.
 *
 * <p>The map p = w.x - b of a detector is upsampled to the label maps bilinearly (half-pixel centres, see
 * {@link PixelAxis}) and a pixel is active where it is positive. Detectors fire on few patches, so most pairs of image
 * and detector have no positive cell and are skipped, and of the others only the surroundings of positive cells are
 * looked at; pixels are counted 64 at a time. One pass over the images, memory independent of their number.
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
    public static DissectionCounts run(LabelledImages images, Detectors detectors, Workers workers, Monitor monitor) {
        return run(images, detectors, DetectorGroups.single(detectors.concepts()), workers, monitor);
    }

    /**
     * Counts groups of detectors over all images; the counts do not depend on the number of workers.
     *
     * @throws Stopped if the monitor asked for it
     */
    public static DissectionCounts run(
            LabelledImages images, Detectors detectors, DetectorGroups groups, Workers workers, Monitor monitor) {
        FeatureSource features = images.features();
        if (features.width() != detectors.width()) {
            throw new IllegalArgumentException("feature width differs: features " + features.width() + " != detectors "
                    + detectors.width() + "; use the layer the detectors were made for");
        }
        Dissection dissection = new Dissection(images, detectors, groups);
        DissectionCounts total = new DissectionCounts(groups.count());
        ImageStream.of(features, Math.max(features.width(), detectors.concepts()), TASK_ELEMENTS)
                .watchedBy(monitor, "labelling")
                .forEachAhead(workers, range -> dissection.count(range.first(), range.batch()), total::add);
        return total;
    }

    private DissectionCounts count(int first, Batch batch) {
        DissectionCounts counts = new DissectionCounts(groups.count());
        float[] scores = detectors.scores(batch.rows(0, batch.images())).toFloats();
        for (int i = 0; i < batch.images(); i++) {
            count(first + i, new DetectorMaps(scores, i, batch.grid(), detectors.concepts()), counts);
        }
        return counts;
    }

    private void count(int image, DetectorMaps maps, DissectionCounts counts) {
        LabelledPixels labels = images.labels(image);
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
}
