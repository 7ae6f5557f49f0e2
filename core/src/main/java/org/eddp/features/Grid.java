package org.eddp.features;

import org.eddp.failure.InvalidInput;

/** The spatial grid of a layer: an image has {@code height * width} patches, row by row. */
public record Grid(int height, int width) {
    private static final long MOST_CELLS = 1L << 24;

    public Grid {
        if (height < 1 || width < 1) {
            throw new InvalidInput("grid " + height + " x " + width + " must be at least 1 x 1");
        }
        if ((long) height * width > MOST_CELLS) {
            throw new InvalidInput(
                    "grid " + height + " x " + width + " has more patches than the " + MOST_CELLS + " allowed");
        }
    }

    /** Patches per image. */
    public int cells() {
        return height * width;
    }
}
