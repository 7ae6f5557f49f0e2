package org.eddp.images.input;

import org.eddp.images.input.Preprocessing.Interpolation;

/**
 * The sizes on the way from one picture to the input of a network: resized to {@code width x height}, of which the
 * rectangle {@code cropWidth x cropHeight} at {@code left, top} is kept. Rounds as torchvision does.
 */
record Geometry(
        int originalWidth,
        int originalHeight,
        long width,
        long height,
        long left,
        long top,
        int cropWidth,
        int cropHeight) {
    static Geometry of(Preprocessing options, int originalWidth, int originalHeight) {
        long width = options.cropWidth();
        long height = options.cropHeight();
        if (options.resize() > 0) {
            int shorter = Math.min(originalWidth, originalHeight);
            width = (long) options.resize() * originalWidth / shorter;
            height = (long) options.resize() * originalHeight / shorter;
        }
        return new Geometry(
                originalWidth,
                originalHeight,
                width,
                height,
                margin(width, options.cropWidth()),
                margin(height, options.cropHeight()),
                options.cropWidth(),
                options.cropHeight());
    }

    /** Half of the cropped length, rounded half to even. */
    private static long margin(long length, int crop) {
        return (long) Math.rint((length - crop) / 2.0);
    }

    Resizer resizer(Interpolation interpolation) {
        return new Resizer(
                Resampling.of(interpolation, originalWidth, width, left, cropWidth),
                Resampling.of(interpolation, originalHeight, height, top, cropHeight),
                interpolation.overshoots());
    }

    Preprocessing.CropBox box() {
        double across = (double) originalWidth / width;
        double down = (double) originalHeight / height;
        return new Preprocessing.CropBox(left * across, top * down, cropWidth * across, cropHeight * down);
    }
}
