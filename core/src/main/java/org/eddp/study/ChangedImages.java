package org.eddp.study;

import java.util.ArrayList;
import java.util.List;
import org.eddp.images.ImageList;
import org.eddp.names.ClassNames;
import org.eddp.names.Named;

/**
 * Labelled images that a network takes for another class than before.
 *
 * @param righted how many it took for a wrong class and now takes for the right one
 * @param wronged how many the other way round
 * @param confused how many go from one wrong class to another
 * @param examples the first of each, never more than a page can show
 */
public record ChangedImages(int righted, int wronged, int confused, List<Example> examples) {
    private static final int SHOWN = 24;

    public ChangedImages {
        examples = List.copyOf(examples);
    }

    /**
     * An image.
     *
     * @param label its class
     * @param before what it was taken for
     * @param after what it is taken for
     */
    public record Example(ImageList.Entry image, Named label, Named before, Named after) {}

    /** Number of images. */
    public int count() {
        return righted + wronged + confused;
    }

    /** Takes images one by one, and keeps few of them however many there are. */
    static final class Collector {
        private final ClassNames names;
        private final List<Example> examples = new ArrayList<>();
        private int righted;
        private int wronged;
        private int confused;

        Collector(ClassNames names) {
            this.names = names;
        }

        void add(ImageList.Entry image, int label, int before, int after) {
            if (before == after) {
                return;
            }
            int known;
            if (after == label) {
                known = righted++;
            } else if (before == label) {
                known = wronged++;
            } else {
                known = confused++;
            }
            if (known < SHOWN) {
                examples.add(new Example(image, names.of(label), names.of(before), names.of(after)));
            }
        }

        ChangedImages found() {
            return new ChangedImages(righted, wronged, confused, examples);
        }
    }
}
