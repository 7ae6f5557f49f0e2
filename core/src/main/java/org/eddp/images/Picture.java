package org.eddp.images;

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
