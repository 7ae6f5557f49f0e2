package org.eddp.images.input;

import java.util.Arrays;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.Channels;

/** Turns interleaved RGB into the planes that a network takes. */
final class PixelPlanes {
    /** Luminance of red, green and blue in ITU-R BT.601, as image libraries convert to grey. */
    private static final float[] LUMINANCE = {0.299f, 0.587f, 0.114f};

    private PixelPlanes() {}

    /** Writes normalised planes. */
    static void write(float[] rgb, Preprocessing options, float[] out, int offset) {
        double[] mean = options.mean();
        double[] deviation = options.deviation();
        int pixels = rgb.length / Picture.CHANNELS;
        for (int c = 0; c < mean.length; c++) {
            // One multiplication and one addition per value; the two numbers are rounded once.
            float factor = (float) (options.scale() / deviation[c]);
            float shift = (float) (-mean[c] / deviation[c]);
            int plane = offset + c * pixels;
            for (int i = 0; i < pixels; i++) {
                out[plane + i] = value(rgb, Picture.CHANNELS * i, c, options.channels()) * factor + shift;
            }
        }
    }

    private static float value(float[] rgb, int at, int channel, Channels order) {
        return switch (order) {
            case RGB -> rgb[at + channel];
            case BGR -> rgb[at + 2 - channel];
            case GREY -> LUMINANCE[0] * rgb[at] + LUMINANCE[1] * rgb[at + 1] + LUMINANCE[2] * rgb[at + 2];
        };
    }

    /** Numbers per channel, moved along with their colours. */
    static double[] convert(double[] values, Channels from, Channels to) {
        if (from == to) {
            return values;
        }
        if (from == Channels.GREY) {
            return new double[] {values[0], values[0], values[0]};
        }
        if (to == Channels.GREY) {
            return new double[] {Arrays.stream(values).average().orElseThrow()};
        }
        return new double[] {values[2], values[1], values[0]};
    }
}
