package org.eddp.images.input;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import org.eddp.failure.InvalidInput;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;

/** A small copy of the part of a picture that a network sees, stored with a result and shown on pages. */
public final class Snapshot {
    /** Longer side in pixels. */
    public static final int SIDE = 224;

    /** Largest side accepted when reading, larger than the one written now. */
    private static final int LONGEST = 8 * SIDE;

    private static final String PREFIX = "data:image/jpeg;base64,";
    private static final float QUALITY = 0.85f;

    private final BufferedImage image;

    private Snapshot(BufferedImage image) {
        this.image = image;
    }

    /** The part {@code box} of a picture. */
    public static Snapshot of(Picture picture, Preprocessing.CropBox box) {
        return of(picture, box, SIDE);
    }

    /**
     * The same in another size.
     *
     * @param side the longer one, in pixels
     */
    public static Snapshot of(Picture picture, Preprocessing.CropBox box, int side) {
        BufferedImage whole = new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < picture.width(); x++) {
                whole.setRGB(x, y, picture.value(x, y, 0) << 16 | picture.value(x, y, 1) << 8 | picture.value(x, y, 2));
            }
        }
        double factor = side / Math.max(box.width(), box.height());
        int width = Math.max(1, (int) Math.round(box.width() * factor));
        int height = Math.max(1, (int) Math.round(box.height() * factor));
        BufferedImage small = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = small.createGraphics();
        canvas.setRenderingHint(
                RenderingHints.KEY_INTERPOLATION,
                factor > 3
                        ? RenderingHints.VALUE_INTERPOLATION_NEAREST_NEIGHBOR
                        : RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        canvas.setColor(Color.BLACK);
        canvas.fillRect(0, 0, width, height);
        canvas.translate(-box.left() * factor, -box.top() * factor);
        canvas.drawImage(
                reduced(whole, factor),
                0,
                0,
                scaled(whole.getWidth(), factor),
                scaled(whole.getHeight(), factor),
                null);
        canvas.dispose();
        return new Snapshot(small);
    }

    /** Halved until less than a halving remains, because interpolation looks at four neighbours only. */
    private static BufferedImage reduced(BufferedImage image, double factor) {
        BufferedImage result = image;
        while (result.getWidth() > 2 * scaled(image.getWidth(), factor) && result.getHeight() > 1) {
            int width = Math.max(1, result.getWidth() / 2);
            int height = Math.max(1, result.getHeight() / 2);
            BufferedImage half = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
            Graphics2D canvas = half.createGraphics();
            canvas.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
            canvas.drawImage(result, 0, 0, width, height, null);
            canvas.dispose();
            result = half;
        }
        return result;
    }

    private static int scaled(int length, double factor) {
        return Math.max(1, (int) Math.round(length * factor));
    }

    /**
     * A picture in the form that a network takes.
     *
     * @param input channels x height x width, as {@link Preprocessing#apply} gives it; values outside of 0 .. 255 are
     *     clipped
     */
    public static Snapshot of(float[] input, Preprocessing preprocessing) {
        int height = preprocessing.cropHeight();
        int width = preprocessing.cropWidth();
        Preprocessing.Channels channels = preprocessing.channels();
        double[] mean = preprocessing.mean();
        double[] deviation = preprocessing.deviation();
        byte[] rgb = new byte[3 * height * width];
        for (int p = 0; p < height * width; p++) {
            for (int c = 0; c < 3; c++) {
                int source = channels == Preprocessing.Channels.GREY
                        ? 0
                        : channels == Preprocessing.Channels.BGR ? 2 - c : c;
                double value =
                        (input[source * height * width + p] * deviation[source] + mean[source]) / preprocessing.scale();
                rgb[3 * p + c] = (byte) Math.round(Math.max(0, Math.min(255, value)));
            }
        }
        return of(new Picture(width, height, rgb), new Preprocessing.CropBox(0, 0, width, height));
    }

    /**
     * Reads {@link #address}.
     *
     * @throws InvalidInput if it is not valid
     */
    public static Snapshot parse(String address) {
        if (address == null || !address.startsWith(PREFIX)) {
            throw new InvalidInput("a picture is kept as " + PREFIX + "..., this is something else");
        }
        try {
            byte[] jpeg = Base64.getDecoder().decode(address.substring(PREFIX.length()));
            checkSize(ImageReader.size(jpeg, "the kept picture"));
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(jpeg));
            if (image == null) {
                throw new InvalidInput("it is not a JPEG");
            }
            return new Snapshot(image);
        } catch (IOException | RuntimeException e) { // decoders fail in many ways
            throw new InvalidInput("a kept picture is damaged: " + e.getMessage(), e);
        }
    }

    /** A short text can claim any size. */
    private static void checkSize(Picture.Size size) {
        if (Math.max(size.width(), size.height()) > LONGEST) {
            throw new InvalidInput("it claims " + size.width() + " x " + size.height()
                    + " pixels; what is kept has at most " + LONGEST + " on a side");
        }
    }

    /** The picture as a data URL for pages. */
    public String address() {
        return address(image);
    }

    public static String address(BufferedImage image) {
        return address(image, QUALITY);
    }

    /**
     * The same, smaller or larger.
     *
     * @param quality of the JPEG, from 0 to 1
     */
    public static String address(BufferedImage image, float quality) {
        return PREFIX + Base64.getEncoder().encodeToString(jpeg(image, quality));
    }

    /** The picture as the content of a JPEG file. */
    public byte[] jpeg() {
        return jpeg(image, QUALITY);
    }

    private static byte[] jpeg(BufferedImage image, float quality) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (var out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            ImageWriteParam options = writer.getDefaultWriteParam();
            options.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            options.setCompressionQuality(quality);
            writer.write(null, new IIOImage(image, null, null), options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    public BufferedImage image() {
        return image;
    }
}
