package org.eddp.features;

import java.util.Optional;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * Images whose features are looked at together. A patch is one row of {@link #width()} numbers; an image is
 * {@link #grid()} cells, consecutive rows.
 */
public interface Batch {
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

    /** The numbers of the images in their feature set, where there is one: by these another process finds them. */
    default Optional<int[]> numbers() {
        return Optional.empty();
    }

    /** Tokens of an image that stand for no patch (class token, registers) and are held beside its rows. */
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
