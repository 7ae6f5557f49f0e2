package org.eddp.images.decode;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/**
 * A decoded picture: 8 bits per channel, red, green, blue interleaved, row by row from the top.
 *
 * @param width in pixels
 * @param height in pixels
 * @param rgb {@code 3 * width * height} bytes, unsigned; not copied
 */
public record Picture(int width, int height, byte[] rgb) {
    /** Bytes per pixel of {@link #rgb()}. */
    public static final int CHANNELS = 3;

    public Picture {
        if (width < 1 || height < 1) {
            throw new IllegalArgumentException("a picture of " + width + " x " + height + " pixels is empty");
        }
        if ((long) CHANNELS * width * height != rgb.length) {
            throw new IllegalArgumentException("a picture of " + width + " x " + height + " pixels needs "
                    + (long) CHANNELS * width * height + " bytes, not " + rgb.length);
        }
    }

    /** The picture of an image, without transparency. */
    public static Picture of(BufferedImage image) {
        Picture picture = black(image.getWidth(), image.getHeight());
        int[] row = new int[picture.width];
        int at = 0;
        for (int y = 0; y < picture.height; y++) {
            image.getRGB(0, y, row.length, 1, row, 0, row.length);
            for (int pixel : row) {
                picture.rgb[at++] = (byte) (pixel >> 16);
                picture.rgb[at++] = (byte) (pixel >> 8);
                picture.rgb[at++] = (byte) pixel;
            }
        }
        return picture;
    }

    /** A black picture. */
    public static Picture black(int width, int height) {
        return new Picture(width, height, new byte[Math.multiplyExact(CHANNELS, Math.multiplyExact(width, height))]);
    }

    /**
     * One value of a pixel.
     *
     * @param channel 0 red, 1 green, 2 blue
     * @return 0 .. 255
     */
    public int value(int x, int y, int channel) {
        return rgb[(y * width + x) * CHANNELS + channel] & 0xff;
    }

    /** The content of a PNG file of this picture, 8 bits per channel, without loss. */
    public byte[] png() {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        int[] row = new int[width];
        int at = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < row.length; x++, at += CHANNELS) {
                row[x] = (rgb[at] & 0xff) << 16 | (rgb[at + 1] & 0xff) << 8 | rgb[at + 2] & 0xff;
            }
            image.setRGB(0, y, row.length, 1, row, 0, row.length);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.setUseCache(false);
            if (!ImageIO.write(image, "png", out)) {
                throw new IllegalStateException("this Java runtime cannot write PNG");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written to a disk here
        }
        return out.toByteArray();
    }

    /**
     * How large a picture is.
     *
     * @param width in pixels
     * @param height in pixels
     */
    public record Size(int width, int height) {
        /** The size with rows and columns exchanged. */
        Size turned() {
            return new Size(height, width);
        }
    }
}
