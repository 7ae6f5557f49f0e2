package org.eddp.images;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.eddp.files.AtomicFile;

/** Writes pictures as PNG. */
public final class PictureFile {
    private PictureFile() {}

    /**
     * Writes a file, atomically.
     *
     * @throws org.eddp.files.FileFailure if it cannot be written
     */
    public static void writePng(Path file, Picture picture) {
        byte[] png = png(picture);
        AtomicFile.write(file, out -> out.write(png));
    }

    /** The content of a PNG file, 8 bits per channel, without loss. */
    public static byte[] png(Picture picture) {
        BufferedImage image = new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_3BYTE_BGR);
        byte[] rgb = picture.rgb();
        int[] row = new int[picture.width()];
        int at = 0;
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < row.length; x++, at += Picture.CHANNELS) {
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
}
