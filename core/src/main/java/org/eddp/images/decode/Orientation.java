package org.eddp.images.decode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.eddp.images.source.ImageFormat;

/**
 * How a camera was held, as EXIF numbers it: 1 upright, 2 mirrored, 3 upside down, 4 mirrored and upside down, 5 to 8 the
 * same with rows and columns exchanged.
 */
final class Orientation {
    static final int UPRIGHT = 1;
    private static final int TAG = 0x0112;
    private static final int SHORT = 3;
    private static final int ENTRY = 12;

    private Orientation() {}

    /** The orientation that an EXIF block gives; upright if it gives none that makes sense. */
    static int of(byte[] tiff) {
        ByteBuffer block = ByteBuffer.wrap(tiff);
        if (ImageFormat.startsWith(tiff, 0, "II*\0")) {
            block.order(ByteOrder.LITTLE_ENDIAN);
        } else if (!ImageFormat.startsWith(tiff, 0, "MM\0*")) {
            return UPRIGHT;
        }
        if (tiff.length < 10) {
            return UPRIGHT;
        }
        int directory = block.getInt(4);
        if (directory < 8 || directory > tiff.length - 2) {
            return UPRIGHT;
        }
        int entries = block.getShort(directory) & 0xffff;
        for (int at = directory + 2; entries-- > 0 && at <= tiff.length - ENTRY; at += ENTRY) {
            if ((block.getShort(at) & 0xffff) == TAG && block.getShort(at + 2) == SHORT) {
                int value = block.getShort(at + 8);
                return value >= 1 && value <= 8 ? value : UPRIGHT;
            }
        }
        return UPRIGHT;
    }

    /** Whether rows become columns. */
    static boolean exchangesSides(int orientation) {
        return orientation >= 5;
    }

    /** The picture as it was seen. */
    static Picture apply(Picture picture, int orientation) {
        if (orientation == UPRIGHT) {
            return picture;
        }
        boolean exchanged = exchangesSides(orientation);
        int width = exchanged ? picture.height() : picture.width();
        int height = exchanged ? picture.width() : picture.height();
        boolean fromRight = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
        boolean fromBelow = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
        byte[] from = picture.rgb();
        byte[] to = new byte[from.length];
        int at = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int column = exchanged ? y : x;
                int row = exchanged ? x : y;
                column = fromRight ? picture.width() - 1 - column : column;
                row = fromBelow ? picture.height() - 1 - row : row;
                int source = (row * picture.width() + column) * Picture.CHANNELS;
                to[at++] = from[source];
                to[at++] = from[source + 1];
                to[at++] = from[source + 2];
            }
        }
        return new Picture(width, height, to);
    }
}
