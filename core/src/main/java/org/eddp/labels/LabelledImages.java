package org.eddp.labels;

import org.eddp.features.FeatureSource;
import org.eddp.images.CropBox;

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
    CropBox visiblePart(int image);

    /** Name of a label. */
    String labelName(int number);

    /** Number of images. */
    default int images() {
        return features().images();
    }
}
