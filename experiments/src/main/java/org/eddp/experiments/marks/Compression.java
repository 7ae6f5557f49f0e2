package org.eddp.experiments.marks;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SplittableRandom;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.eddp.experiments.BufferedPictures;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.CropBox;

/**
 * Blocks and rings of a strong JPEG compression, all over the picture: a property of the file, not of the object. The quality differs from
 * picture to picture.
 *
 * @param quality 0 .. 1, of the encoder
 */
record Compression(double quality) implements Mark {
    private static final double WORST = 0.03;
    private static final double BEST = 0.08;

    static Compression random(SplittableRandom random) {
        return new Compression(random.nextDouble(WORST, BEST));
    }

    /** Not drawn: {@link #on} changes the whole picture. */
    @Override
    public void draw(Graphics2D graphics, double width, double height) {
        throw new UnsupportedOperationException("a compression changes the picture, it is not drawn on it");
    }

    @Override
    public Picture on(Picture picture, CropBox seen) {
        BufferedImage image = BufferedPictures.image(picture);
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ImageWriteParam how = writer.getDefaultWriteParam();
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            how.setCompressionQuality((float) quality);
            try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
                writer.setOutput(out);
                writer.write(null, new IIOImage(image, null, null), how);
            }
            return Picture.of(ImageIO.read(new ByteArrayInputStream(bytes.toByteArray())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
    }

    @Override
    public boolean covers(double across, double down) {
        return true;
    }
}
