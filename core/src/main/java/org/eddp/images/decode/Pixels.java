package org.eddp.images.decode;

import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.Raster;

/**
 * From the many layouts of decoded images to plain RGB.
 *
 * <p>Samples are used unchanged. Java's own conversion would treat grey as linear light and brighten it. Transparent
 * pixels are put on white.
 */
final class Pixels {
    private static final int WHITE = 255;

    private Pixels() {}

    static Picture of(BufferedImage image) {
        Picture picture = Picture.black(image.getWidth(), image.getHeight());
        ColorModel model = image.getColorModel();
        int colours = model.getNumColorComponents();
        if (model instanceof ComponentColorModel && (colours == 1 || colours == 3)) {
            copySamples(image.getRaster(), model, picture);
        } else {
            copyConverted(image, picture);
        }
        return picture;
    }

    private static void copySamples(Raster raster, ColorModel model, Picture picture) {
        int colours = model.getNumColorComponents();
        int bands = model.getNumComponents();
        long[] largest = new long[bands];
        for (int band = 0; band < bands; band++) {
            largest[band] = (1L << model.getComponentSize(band)) - 1;
        }
        int[] samples = null;
        int at = 0;
        for (int y = 0; y < picture.height(); y++) {
            samples = raster.getPixels(raster.getMinX(), raster.getMinY() + y, picture.width(), 1, samples);
            for (int x = 0; x < picture.width(); x++) {
                int pixel = x * bands;
                int alpha = model.hasAlpha() ? toByte(samples[pixel + colours], largest[colours]) : WHITE;
                for (int c = 0; c < Picture.CHANNELS; c++) {
                    int band = colours == 1 ? 0 : c;
                    picture.rgb()[at++] = (byte) onWhite(toByte(samples[pixel + band], largest[band]), alpha);
                }
            }
        }
    }

    private static void copyConverted(BufferedImage image, Picture picture) {
        int[] row = new int[picture.width()];
        int at = 0;
        for (int y = 0; y < picture.height(); y++) {
            image.getRGB(0, y, row.length, 1, row, 0, row.length);
            for (int argb : row) {
                int alpha = argb >>> 24;
                picture.rgb()[at++] = (byte) onWhite(argb >> 16 & 0xff, alpha);
                picture.rgb()[at++] = (byte) onWhite(argb >> 8 & 0xff, alpha);
                picture.rgb()[at++] = (byte) onWhite(argb & 0xff, alpha);
            }
        }
    }

    /** Scales 0 .. largest to 0 .. 255, rounded. */
    private static int toByte(int sample, long largest) {
        return largest == WHITE ? sample : (int) ((sample * (long) WHITE + largest / 2) / largest);
    }

    private static int onWhite(int value, int alpha) {
        return alpha == WHITE ? value : (value * alpha + WHITE * (WHITE - alpha) + WHITE / 2) / WHITE;
    }
}
