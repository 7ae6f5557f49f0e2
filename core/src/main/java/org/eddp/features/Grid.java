package org.eddp.features;

/** The spatial grid of a layer: an image has {@code height * width} patches, row by row. */
public record Grid(int height, int width) {
    public Grid {
        if (height < 1 || width < 1) {
            throw new IllegalArgumentException("grid " + height + " x " + width + " must be at least 1 x 1");
        }
    }

    /** Patches per image. */
    public int cells() {
        return height * width;
    }
}
