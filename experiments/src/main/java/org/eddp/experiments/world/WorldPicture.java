package org.eddp.experiments.world;

/**
 * A finished picture and the labels of its pixels, row by row; 0 is "unlabelled" in every plane.
 *
 * @param size in pixels, both ways
 * @param rgb three bytes per pixel
 * @param objects numbers of {@link ObjectKind}
 * @param parts numbers of {@link ObjectPart}
 * @param materials numbers of {@link Material}, from 1
 * @param patterns numbers of {@link Pattern}
 */
record WorldPicture(int size, byte[] rgb, byte[] objects, byte[] parts, byte[] materials, byte[] patterns) {
    /** Brightness from 0 to 1 of one colour of a pixel. */
    double level(int x, int y, int channel) {
        return (rgb[3 * (y * size + x) + channel] & 0xFF) / 255.0;
    }
}
