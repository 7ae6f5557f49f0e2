package org.eddp.features;

import org.eddp.tensor.Activation;
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

    /** The activation function of the layer the features were read from; the identity where nothing is known of it. */
    default Activation activation() {
        return Activation.IDENTITY;
    }

    /** Number of patches. */
    default long patches() {
        return (long) images() * grid().cells();
    }

    /**
     * Some of the images, in the given order.
     *
     * @param chosen indices of images
     */
    default FeatureSource subset(int... chosen) {
        return new Subset(this, chosen);
    }
}
