package org.eddp.images.decode;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

/** Headers, EXIF blocks and decoders of every format. Few pixels are allowed, so that what a header claims cannot be the reason. */
class ImageFuzz {
    private static final ImageReader READER = new ImageReader(1 << 16, 1 << 20, Duration.ofSeconds(4));

    /** 16 x 16 pixels with a macro block of each prediction and coefficients, from {@link Random} as lossy WebP reads it. */
    private static byte[] lossyWebp(int bytes) {
        byte[] frame = new byte[10 + bytes];
        new Random(3).nextBytes(frame);
        int first = Math.max(1, bytes / 2);
        int tag = 1 << 4 | first << 5; // a key frame that is shown, and the length of its first partition
        ByteBuffer.wrap(frame)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) tag)
                .put((byte) (tag >> 8))
                .put((byte) (tag >> 16))
                .put(new byte[] {(byte) 0x9d, 0x01, 0x2a})
                .putShort((short) 16)
                .putShort((short) 16);
        return ByteBuffer.allocate(20 + frame.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("RIFF".getBytes(StandardCharsets.US_ASCII))
                .putInt(12 + frame.length)
                .put("WEBPVP8 ".getBytes(StandardCharsets.US_ASCII))
                .putInt(frame.length)
                .put(frame)
                .array();
    }

    private static byte[] cut(byte[] file) {
        return Arrays.copyOf(file, file.length * 2 / 3);
    }

    private static BufferedImage picture(int type) {
        BufferedImage image = new BufferedImage(9, 7, type);
        image.createGraphics().drawImage(TestImages.image(TestImages.noise(9, 7, 1)), 0, 0, null);
        return image;
    }

    static Stream<byte[]> jpegs() {
        byte[] plain = TestImages.encode(picture(BufferedImage.TYPE_INT_RGB), "jpg");
        byte[] turned = TestImages.withSegment(plain, 0xe1, TestImages.exif(ByteOrder.LITTLE_ENDIAN, 6));
        return Stream.of(
                plain,
                turned,
                TestImages.withSegment(plain, 0xe1, TestImages.exif(ByteOrder.BIG_ENDIAN, 99)),
                TestImages.withSegment(plain, 0xe2, "ICC_PROFILE\0\1\1rest".getBytes(StandardCharsets.ISO_8859_1)),
                TestImages.encode(picture(BufferedImage.TYPE_BYTE_GRAY), "jpg"),
                cut(plain));
    }

    static Stream<byte[]> pngs() {
        byte[] plain = TestImages.encode(picture(BufferedImage.TYPE_INT_ARGB), "png");
        return Stream.of(
                plain,
                withExif(plain, TestImages.tiff(ByteOrder.BIG_ENDIAN, 8)),
                TestImages.encode(picture(BufferedImage.TYPE_BYTE_INDEXED), "png"),
                TestImages.encode(picture(BufferedImage.TYPE_BYTE_BINARY), "png"),
                TestImages.encode(picture(BufferedImage.TYPE_USHORT_GRAY), "png"),
                cut(plain));
    }

    /** Inserts an EXIF chunk behind the header of a PNG file. */
    private static byte[] withExif(byte[] png, byte[] exif) {
        byte[] named = ByteBuffer.allocate(4 + exif.length)
                .put("eXIf".getBytes(StandardCharsets.US_ASCII))
                .put(exif)
                .array();
        CRC32 sum = new CRC32();
        sum.update(named);
        return ByteBuffer.allocate(png.length + named.length + 8)
                .put(png, 0, 33)
                .putInt(exif.length)
                .put(named)
                .putInt((int) sum.getValue())
                .put(png, 33, png.length - 33)
                .array();
    }

    static Stream<byte[]> webps() {
        boolean[] bright = new boolean[8 * 4];
        bright[3] = true;
        byte[] lossless = TinyWebp.encode(8, 4, new int[] {255, 10, 20, 30}, 200, bright);
        return Stream.of(
                lossless,
                TinyWebp.encode(8, 4, new int[] {100, 10, 20, 30}, 20, new boolean[0]),
                TinyWebp.extend(lossless, 8, 4, new byte[12], TestImages.exif(ByteOrder.LITTLE_ENDIAN, 5)),
                cut(lossless),
                lossyWebp(200),
                lossyWebp(2000));
    }

    static Stream<byte[]> gifs() {
        byte[] plain = TestImages.encode(picture(BufferedImage.TYPE_BYTE_INDEXED), "gif");
        byte[] tiny = Base64.getDecoder().decode("R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=");
        return Stream.of(plain, tiny, cut(plain));
    }

    static Stream<byte[]> bmps() {
        byte[] plain = TestImages.encode(picture(BufferedImage.TYPE_INT_RGB), "bmp");
        byte[] packed = TestImages.encode(picture(BufferedImage.TYPE_BYTE_INDEXED), "bmp");
        byte[] huge = plain.clone();
        ByteBuffer.wrap(huge).order(ByteOrder.LITTLE_ENDIAN).putInt(18, 1 << 30).putInt(22, 1 << 30);
        return Stream.of(plain, packed, huge, cut(plain));
    }

    @MethodSource("jpegs")
    @FuzzTest
    void jpeg(byte[] content) {
        check(content);
    }

    @MethodSource("pngs")
    @FuzzTest
    void png(byte[] content) {
        check(content);
    }

    @MethodSource("webps")
    @FuzzTest
    void webp(byte[] content) {
        check(content);
    }

    @MethodSource("gifs")
    @FuzzTest
    void gif(byte[] content) {
        check(content);
    }

    @MethodSource("bmps")
    @FuzzTest
    void bmp(byte[] content) {
        check(content);
    }

    private static void check(byte[] content) {
        FuzzedFile.check("fuzzed.image", content, READER::size);
        FuzzedFile.check("fuzzed.image", content, ImageFuzz::read);
    }

    private static void read(Path file) {
        Picture picture = READER.read(file);
        Picture.Size size = READER.size(file);
        if (size.width() != picture.width() || size.height() != picture.height()) {
            throw new AssertionError("said to be " + size + ", is " + picture.width() + " x " + picture.height());
        }
    }
}
