package org.eddp.images.decode;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import javax.imageio.ImageIO;

/** Pictures and files made up for tests. */
public final class TestImages {
    private TestImages() {}

    public static Picture noise(int width, int height, long seed) {
        Picture picture = Picture.black(width, height);
        new Random(seed).nextBytes(picture.rgb());
        return picture;
    }

    public static Picture uniform(int width, int height, int red, int green, int blue) {
        Picture picture = Picture.black(width, height);
        for (int i = 0; i < width * height; i++) {
            picture.rgb()[3 * i] = (byte) red;
            picture.rgb()[3 * i + 1] = (byte) green;
            picture.rgb()[3 * i + 2] = (byte) blue;
        }
        return picture;
    }

    public static BufferedImage image(Picture picture) {
        BufferedImage image = new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < picture.width(); x++) {
                image.setRGB(x, y, picture.value(x, y, 0) << 16 | picture.value(x, y, 1) << 8 | picture.value(x, y, 2));
            }
        }
        return image;
    }

    public static byte[] encode(BufferedImage image, String format) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(image, format, out)) {
                throw new IllegalArgumentException("no writer for " + format);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    public static byte[] encode(Picture picture, String format) {
        return encode(image(picture), format);
    }

    /** Inserts a segment after the first two bytes of a JPEG file. */
    static byte[] withSegment(byte[] jpeg, int marker, byte[] content) {
        return ByteBuffer.allocate(jpeg.length + 4 + content.length)
                .put(jpeg, 0, 2)
                .put((byte) 0xff)
                .put((byte) marker)
                .putShort((short) (content.length + 2))
                .put(content)
                .put(jpeg, 2, jpeg.length - 2)
                .array();
    }

    /** A TIFF block whose only directory has one unrelated entry and the orientation. */
    static byte[] tiff(ByteOrder order, int orientation) {
        ByteBuffer block = ByteBuffer.allocate(8 + 2 + 2 * 12 + 4).order(order);
        block.put((order == ByteOrder.LITTLE_ENDIAN ? "II" : "MM").getBytes(StandardCharsets.US_ASCII));
        block.putShort((short) 42).putInt(8).putShort((short) 2);
        block.putShort((short) 0x0100).putShort((short) 4).putInt(1).putInt(99);
        block.putShort((short) 0x0112).putShort((short) 3).putInt(1).putShort((short) orientation);
        return block.array();
    }

    static byte[] exif(ByteOrder order, int orientation) {
        byte[] block = tiff(order, orientation);
        return ByteBuffer.allocate(6 + block.length)
                .put("Exif\0\0".getBytes(StandardCharsets.US_ASCII))
                .put(block)
                .array();
    }
}
