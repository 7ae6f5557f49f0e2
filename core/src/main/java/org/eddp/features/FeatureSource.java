package org.eddp.features;

import java.util.Optional;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

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

    /** The activation function of the layer the features were read from; the identity if unknown. */
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

    /**
     * Images whose features are processed together. A patch is one row of {@link #width()} numbers; an image is
     * {@link #grid()} cells, consecutive rows.
     */
    interface Batch {
        /** Number of images. */
        int images();

        /** Spatial grid of an image. */
        Grid grid();

        /** Feature width D. */
        int width();

        /** Element type of the rows. */
        DType type();

        /**
         * The patches of {@code count} images from {@code first} on, (count * cells) x width. Thread-safe; the tensor
         * belongs to the open scope and must not be modified.
         */
        Tensor rows(int first, int count);

        /** The numbers of the images in their feature set, if there is one; another process finds them by number. */
        default Optional<int[]> numbers() {
            return Optional.empty();
        }

        /** Tokens of an image that are not patches (class token, registers) and are held beside its rows. */
        default int extraTokens() {
            return 0;
        }

        /**
         * The extra tokens of {@code count} images from {@code first} on, (count * {@link #extraTokens}) x width. Thread-safe; the
         * tensor belongs to the open scope and must not be modified.
         */
        default Tensor extra(int first, int count) {
            return Tensor.empty(type(), 0, width());
        }
    }
}
