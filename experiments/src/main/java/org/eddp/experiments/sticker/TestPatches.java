package org.eddp.experiments.sticker;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.eddp.directions.Detectors;
import org.eddp.experiments.marks.Mark;
import org.eddp.experiments.marks.MarkDetectors;
import org.eddp.experiments.marks.PictureFeatures;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.LabelledImages;
import org.eddp.labels.LabelledImages.Pixels;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * Detectors on pictures that nothing was learned from: the test pictures with a card, and the same without, on which a detector
 * of the card should be silent.
 */
final class TestPatches {
    private static final int SIZE = 112;
    private static final int LABEL = 1;
    private static final Concept CARD = new Concept("mark", LABEL, "card");

    private final StickerData data;
    private final Workers workers;

    TestPatches(StickerData data, Workers workers) {
        this.data = data;
        this.workers = workers;
    }

    /** Patches that show the card; pictures with a card come first. */
    BitSet truth() {
        return data.stamped().truth();
    }

    /** Patches on which detectors fire. */
    MarkDetectors fired(Detectors detectors) {
        MarkDetectors with = MarkDetectors.of(data.stamped().features(), detectors, workers);
        MarkDetectors without = MarkDetectors.of(data.clean().features(), detectors, workers);
        int first = Math.toIntExact(data.stamped().features().patches());
        for (int i = 0; i < detectors.concepts(); i++) {
            BitSet all = with.firing().get(i);
            without.firing().get(i).stream().forEach(p -> all.set(first + p));
        }
        return with;
    }

    /** IoU of a single detector with the card. */
    double iou(Detectors single) {
        return MarkDetectors.iou(fired(single).together(0), truth());
    }

    /** IoU of a group of detectors with the card, pixel by pixel. */
    double pixelIou(Detectors detectors, int... group) {
        long common = 0;
        long active = 0;
        long labelled = 0;
        for (PictureFeatures pictures : List.of(data.stamped(), data.clean())) {
            Dissection.Counts counts = Dissection.run(
                    new LabelledImages.InMemory(pictures.features(), pixels(pictures), null, number -> CARD.name()),
                    detectors,
                    new DetectorGroups(List.of(group)),
                    workers,
                    Monitor.NONE);
            common += counts.common(0, CARD);
            active += counts.active(0);
            labelled += counts.labelled(CARD);
        }
        return common / (double) Math.max(1, active + labelled - common);
    }

    private static List<Pixels> pixels(PictureFeatures pictures) {
        Pixels none = of(new int[SIZE * SIZE]);
        List<Pixels> pixels = new ArrayList<>();
        for (Mark card : pictures.marks()) {
            pixels.add(card == null ? none : of(card.map(SIZE, LABEL)));
        }
        return pixels;
    }

    private static Pixels of(int... map) {
        return new Pixels(SIZE, SIZE, List.of(Pixels.Layer.map(CARD.category(), map)));
    }
}
