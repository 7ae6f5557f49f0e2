package org.eddp.experiments;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import org.eddp.images.decode.Picture;

/** Converts between pictures and Java's images. */
public final class BufferedPictures {
    private BufferedPictures() {}

    /** A graphics context with smooth edges, the same on every machine. */
    public static Graphics2D graphics(BufferedImage image) {
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        return graphics;
    }

    /** A copy of a picture to draw on. */
    public static BufferedImage image(Picture picture) {
        BufferedImage image = new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < picture.width(); x++) {
                image.setRGB(x, y, picture.value(x, y, 0) << 16 | picture.value(x, y, 1) << 8 | picture.value(x, y, 2));
            }
        }
        return image;
    }

    /** A copy of the drawing. */
    public static Picture picture(BufferedImage image) {
        Picture picture = Picture.black(image.getWidth(), image.getHeight());
        int at = 0;
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < picture.width(); x++) {
                int rgb = image.getRGB(x, y);
                picture.rgb()[at++] = (byte) (rgb >> 16);
                picture.rgb()[at++] = (byte) (rgb >> 8);
                picture.rgb()[at++] = (byte) rgb;
            }
        }
        return picture;
    }
}
