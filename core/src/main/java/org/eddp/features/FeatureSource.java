package org.eddp.features;

import org.eddp.tensor.DType;

/** The features of all images of a concept dataset, read a batch at a time. */
public interface FeatureSource {
    /** Number of images. */
    int images();

    /** Spatial grid of an image. */
    Grid grid();

    /** Feature width D. */
    int width();

    /** Element type. */
    DType type();

    /** {@code count} consecutive images from {@code first} on; valid within the open scope. */
    Batch range(int first, int count);

    /** The named images, in the given order; valid within the open scope. */
    Batch select(int[] images);

    /** Number of patches. */
    default long patches() {
        return (long) images() * grid().cells();
    }
}
