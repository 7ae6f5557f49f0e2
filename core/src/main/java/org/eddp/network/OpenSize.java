package org.eddp.network;

/**
 * Size of the images of a network whose file leaves it open.
 *
 * @param height in pixels
 * @param width in pixels
 * @param binding whether images have this size; otherwise the network is tried on images of this size first, and takes others as well
 */
public record OpenSize(int height, int width, boolean binding) {
    public OpenSize {
        if (height < 1 || width < 1) {
            throw new IllegalArgumentException(
                    "images of " + height + " x " + width + " pixels; both must be at least 1");
        }
    }

    /** Images that have this size. */
    public static OpenSize of(int height, int width) {
        return new OpenSize(height, width, true);
    }
}
