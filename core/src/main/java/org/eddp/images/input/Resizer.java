package org.eddp.images.input;

import org.eddp.images.decode.Picture;

/**
 * Resizes a picture and keeps a rectangle of the result, computing that rectangle only. Works in single precision without
 * rounding to whole pixel values, and gives the same numbers on every machine.
 */
final class Resizer {
    private final Resampling across;
    private final Resampling down;
    private final boolean limited;

    /** @param limited whether values are kept within 0 .. 255 after each axis, as in pictures of bytes */
    Resizer(Resampling across, Resampling down, boolean limited) {
        this.across = across;
        this.down = down;
        this.limited = limited;
    }

    /** Values 0 .. 255, row by row, red, green, blue interleaved. */
    float[] apply(Picture picture) {
        int rowLength = Picture.CHANNELS * across.count();
        float[] out = new float[rowLength * down.count()];
        float[] row = new float[rowLength];
        // Rows are read once, from top to bottom, and added to all output rows they contribute to, so that a large
        // picture needs no more memory than a small one. Both ends of the runs only ever move downwards.
        int first = 0;
        for (int y = down.start()[0]; first < down.count(); y++) {
            squeeze(picture, y, row);
            limit(row);
            for (int i = first; i < down.count() && down.start()[i] <= y; i++) {
                if (y < down.end(i)) {
                    add(row, down.weights()[i][y - down.start()[i]], out, i * rowLength);
                }
            }
            while (first < down.count() && down.end(first) <= y + 1) {
                first++;
            }
        }
        limit(out);
        return out;
    }

    private void limit(float[] values) {
        for (int i = 0; limited && i < values.length; i++) {
            values[i] = Math.min(255, Math.max(0, values[i]));
        }
    }

    private void squeeze(Picture picture, int y, float[] row) {
        byte[] rgb = picture.rgb();
        int line = y * picture.width();
        for (int i = 0; i < across.count(); i++) {
            float red = 0;
            float green = 0;
            float blue = 0;
            int at = (line + across.start()[i]) * Picture.CHANNELS;
            for (float weight : across.weights()[i]) {
                red += weight * (rgb[at] & 0xff);
                green += weight * (rgb[at + 1] & 0xff);
                blue += weight * (rgb[at + 2] & 0xff);
                at += Picture.CHANNELS;
            }
            row[Picture.CHANNELS * i] = red;
            row[Picture.CHANNELS * i + 1] = green;
            row[Picture.CHANNELS * i + 2] = blue;
        }
    }

    private static void add(float[] row, float weight, float[] out, int offset) {
        for (int i = 0; i < row.length; i++) {
            out[offset + i] += weight * row[i];
        }
    }
}
