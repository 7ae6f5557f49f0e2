package org.eddp.labels;

import java.util.List;
import java.util.function.IntFunction;
import org.eddp.features.FeatureSource;
import org.eddp.images.Preprocessing;

/**
 * Images of which both the features and the labels are known: image i of the features is the one whose labels
 * {@link #labels} gives. Reading labels is thread-safe.
 */
public interface LabelledImages {
    /** The features, in the order of the labels. */
    FeatureSource features();

    /** The labels of an image; may read files. */
    LabelledPixels labels(int image);

    /**
     * The part of the label maps over which the grid of features lies, in pixels of the label maps: all of them unless
     * the network saw a crop.
     */
    Preprocessing.CropBox visiblePart(int image);

    /** Name of a label. */
    String labelName(int number);

    /** Number of images. */
    default int images() {
        return features().images();
    }

    /**
     * Labelled images that are held in memory.
     *
     * @param features of the images
     * @param pixels labels of the images
     * @param boxes what the network saw of each image, in pixels of its label maps; null for all of every image
     * @param names of the labels by number
     */
    public record InMemory(
            FeatureSource features,
            List<LabelledPixels> pixels,
            List<Preprocessing.CropBox> boxes,
            IntFunction<String> names)
            implements LabelledImages {
        public InMemory {
            pixels = List.copyOf(pixels);
            if (features.images() != pixels.size()) {
                throw new IllegalArgumentException(
                        "features of " + features.images() + " images, but labels of " + pixels.size());
            }
        }

        @Override
        public LabelledPixels labels(int image) {
            return pixels.get(image);
        }

        @Override
        public Preprocessing.CropBox visiblePart(int image) {
            LabelledPixels maps = pixels.get(image);
            return boxes == null ? new Preprocessing.CropBox(0, 0, maps.width(), maps.height()) : boxes.get(image);
        }

        @Override
        public String labelName(int number) {
            return names.apply(number);
        }
    }
}
