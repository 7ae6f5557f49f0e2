package org.eddp.images;

/**
 * How large a picture is.
 *
 * @param width in pixels
 * @param height in pixels
 */
public record PictureSize(int width, int height) {
    /** The size with rows and columns exchanged. */
    PictureSize turned() {
        return new PictureSize(height, width);
    }
}
