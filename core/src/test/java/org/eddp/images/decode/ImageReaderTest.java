package org.eddp.images.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.zip.CRC32;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.eddp.images.source.ImageFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageReaderTest {
    private final ImageReader reader = new ImageReader();

    private static void assertPixel(Picture picture, int x, int y, int tolerance, int... rgb) {
        for (int c = 0; c < 3; c++) {
            assertThat(picture.value(x, y, c)).as("channel %d", c).isCloseTo(rgb[c], within(tolerance));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "bmp"})
    void losslessFormatsGiveTheirPixels(String format) {
        Picture picture = TestImages.noise(21, 13, 1);
        Picture read = reader.decode(TestImages.encode(picture, format), format);
        assertThat(read.width()).isEqualTo(21);
        assertThat(read.height()).isEqualTo(13);
        assertThat(read.rgb()).isEqualTo(picture.rgb());
    }

    @Test
    void jpeg() {
        Picture read = reader.decode(TestImages.encode(TestImages.uniform(40, 30, 200, 100, 50), "jpeg"), "x");
        assertThat(read.width()).isEqualTo(40);
        assertPixel(read, 17, 11, 3, 200, 100, 50);
    }

    @Test
    void greyIsNotBrightened() {
        BufferedImage grey = new BufferedImage(16, 16, BufferedImage.TYPE_BYTE_GRAY);
        for (int i = 0; i < 256; i++) {
            grey.getRaster().setSample(i % 16, i / 16, 0, i);
        }
        Picture png = reader.decode(TestImages.encode(grey, "png"), "grey");
        for (int i = 0; i < 256; i++) {
            assertPixel(png, i % 16, i / 16, 0, i, i, i);
        }
        assertPixel(reader.decode(TestImages.encode(grey, "jpeg"), "grey"), 3, 8, 4, 131, 131, 131);
    }

    @Test
    void sixteenBitsAreRoundedToEight() {
        BufferedImage grey = new BufferedImage(3, 1, BufferedImage.TYPE_USHORT_GRAY);
        grey.getRaster().setPixels(0, 0, 3, 1, new int[] {65535, 257 * 100 + 128, 257 * 100 + 129});
        Picture read = reader.decode(TestImages.encode(grey, "png"), "grey16");
        assertPixel(read, 0, 0, 0, 255, 255, 255);
        assertPixel(read, 1, 0, 0, 100, 100, 100);
        assertPixel(read, 2, 0, 0, 101, 101, 101);

        ComponentColorModel model = new ComponentColorModel(
                ColorSpace.getInstance(ColorSpace.CS_sRGB), true, false, 3, DataBuffer.TYPE_USHORT);
        WritableRaster raster = model.createCompatibleWritableRaster(1, 1);
        raster.setPixel(0, 0, new int[] {257 * 10, 257 * 20, 257 * 30, 257 * 51});
        Picture colour =
                reader.decode(TestImages.encode(new BufferedImage(model, raster, false, null), "png"), "rgba16");
        assertPixel(colour, 0, 0, 0, 206, 208, 210);
    }

    @Test
    void transparencyIsLaidOnWhite() {
        BufferedImage image = new BufferedImage(3, 1, BufferedImage.TYPE_INT_ARGB);
        image.setRGB(0, 0, 0x00123456);
        image.setRGB(1, 0, 0x80ff0000);
        image.setRGB(2, 0, 0xff00ff00);
        Picture read = reader.decode(TestImages.encode(image, "png"), "alpha");
        assertPixel(read, 0, 0, 0, 255, 255, 255);
        assertPixel(read, 1, 0, 0, 255, 127, 127);
        assertPixel(read, 2, 0, 0, 0, 255, 0);
    }

    @ParameterizedTest
    @CsvSource({"1, png", "2, png", "4, png", "8, png", "8, gif", "1, bmp"})
    void palettes(int bits, String format) {
        byte[] ramp = new byte[1 << bits];
        byte[] fixed = new byte[1 << bits];
        for (int i = 0; i < ramp.length; i++) {
            ramp[i] = (byte) (10 + i * 200 / ramp.length);
            fixed[i] = 77;
        }
        IndexColorModel palette = new IndexColorModel(bits, ramp.length, ramp, fixed, ramp);
        BufferedImage image = new BufferedImage(
                9, 8, bits == 8 ? BufferedImage.TYPE_BYTE_INDEXED : BufferedImage.TYPE_BYTE_BINARY, palette);
        image.getRaster().setSample(5, 2, 0, ramp.length - 1);
        Picture read = reader.decode(TestImages.encode(image, format), "palette");
        int last = ramp[ramp.length - 1] & 0xff;
        assertPixel(read, 0, 0, 0, 10, 77, 10);
        assertPixel(read, 5, 2, 0, last, 77, last);
    }

    @Test
    void packedGrey() {
        BufferedImage image = new BufferedImage(5, 1, BufferedImage.TYPE_BYTE_BINARY);
        image.setRGB(3, 0, 0xffffff);
        Picture read = reader.decode(TestImages.encode(image, "png"), "bits");
        assertPixel(read, 2, 0, 0, 0, 0, 0);
        assertPixel(read, 3, 0, 0, 255, 255, 255);
    }

    @Test
    void webp() {
        boolean[] bright = new boolean[7 * 5];
        bright[2 * 7 + 4] = true;
        Picture read = reader.decode(TinyWebp.encode(7, 5, new int[] {255, 30, 60, 90}, 200, bright), "webp");
        assertThat(read.width()).isEqualTo(7);
        assertThat(read.height()).isEqualTo(5);
        assertPixel(read, 0, 0, 0, 30, 60, 90);
        assertPixel(read, 4, 2, 0, 30, 200, 90);
        Picture clear = reader.decode(TinyWebp.encode(7, 5, new int[] {51, 0, 0, 0}, 1, bright), "webp");
        assertPixel(clear, 0, 0, 0, 204, 204, 204);
    }

    @Test
    void webpIsTurnedUprightAndItsProfileIgnored() {
        boolean[] bright = new boolean[7 * 5];
        bright[2 * 7 + 4] = true;
        byte[] simple = TinyWebp.encode(7, 5, new int[] {255, 30, 60, 90}, 200, bright);
        byte[] profile = ICC_Profile.getInstance(ColorSpace.CS_LINEAR_RGB).getData();
        byte[] file = TinyWebp.extend(simple, 7, 5, profile, TestImages.exif(ByteOrder.LITTLE_ENDIAN, 3));
        Picture read = reader.decode(file, "webp");
        assertThat(read.width()).isEqualTo(7);
        assertPixel(read, 0, 0, 0, 30, 60, 90);
        assertPixel(read, 2, 2, 0, 30, 200, 90);
    }

    @Test
    void aColourDeclaredTransparentIsWhite() {
        Picture picture = TestImages.uniform(4, 4, 1, 2, 3);
        picture.rgb()[0] = 9;
        byte[] file = withChunk(TestImages.encode(picture, "png"), "tRNS", new byte[] {0, 1, 0, 2, 0, 3});
        Picture read = reader.decode(file, "key");
        assertPixel(read, 0, 0, 0, 9, 2, 3);
        assertPixel(read, 1, 0, 0, 255, 255, 255);
    }

    /** Inserts a chunk after the header of a PNG file. */
    private static byte[] withChunk(byte[] png, String name, byte[] content) {
        int header = 33;
        CRC32 crc = new CRC32();
        crc.update(name.getBytes(StandardCharsets.US_ASCII));
        crc.update(content);
        return ByteBuffer.allocate(png.length + 12 + content.length)
                .put(png, 0, header)
                .putInt(content.length)
                .put(name.getBytes(StandardCharsets.US_ASCII))
                .put(content)
                .putInt((int) crc.getValue())
                .put(png, header, png.length - header)
                .array();
    }

    /** Where EXIF says that the first stored row and the first stored column are on the upright picture. */
    @ParameterizedTest
    @CsvSource({
        "1, top, left",
        "2, top, right",
        "3, bottom, right",
        "4, bottom, left",
        "5, left, top",
        "6, right, top",
        "7, right, bottom",
        "8, left, bottom"
    })
    void picturesAreTurnedUpright(int orientation, String firstRow, String firstColumn) {
        int width = 64;
        int height = 32;
        Picture stored = Picture.black(width, height);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                stored.rgb()[3 * (y * width + x)] = (byte) (y < height / 2 ? 200 : 50);
                stored.rgb()[3 * (y * width + x) + 1] = (byte) (x < width / 2 ? 200 : 50);
            }
        }
        ByteOrder order = orientation % 2 == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        byte[] file =
                TestImages.withSegment(TestImages.encode(stored, "jpeg"), 0xe1, TestImages.exif(order, orientation));
        Picture seen = reader.decode(file, "turned");
        assertThat(seen.width()).isEqualTo(orientation < 5 ? width : height);
        assertThat(seen.height()).isEqualTo(orientation < 5 ? height : width);
        assertThat(ImageReader.size(file, "turned")).isEqualTo(new Picture.Size(seen.width(), seen.height()));
        int rowSide = seen.value(nearX(seen, firstRow), nearY(seen, firstRow), 0);
        int columnSide = seen.value(nearX(seen, firstColumn), nearY(seen, firstColumn), 1);
        assertThat(rowSide).isGreaterThan(150);
        assertThat(columnSide).isGreaterThan(150);
    }

    private static int nearX(Picture picture, String side) {
        return side.equals("left") ? 2 : side.equals("right") ? picture.width() - 3 : picture.width() / 2;
    }

    private static int nearY(Picture picture, String side) {
        return side.equals("top") ? 2 : side.equals("bottom") ? picture.height() - 3 : picture.height() / 2;
    }

    @Test
    void damagedExifBlocksAreIgnored() {
        byte[] jpeg = TestImages.encode(TestImages.uniform(16, 8, 9, 9, 9), "jpeg");
        byte[] block = TestImages.exif(ByteOrder.BIG_ENDIAN, 6);
        for (int length = 0; length < block.length - 4; length++) {
            byte[] cut = Arrays.copyOf(block, length);
            assertThat(reader.decode(TestImages.withSegment(jpeg, 0xe1, cut), "cut")
                            .height())
                    .isIn(8, 16);
        }
        byte[] wild = block.clone();
        wild[6 + 4] = 127; // the directory lies far outside
        assertThat(reader.decode(TestImages.withSegment(jpeg, 0xe1, wild), "wild")
                        .height())
                .isEqualTo(8);
    }

    @Test
    void pngMayHaveAnOrientationToo() {
        byte[] png = TestImages.encode(TestImages.noise(6, 4, 2), "png");
        byte[] file = withChunk(png, "eXIf", TestImages.tiff(ByteOrder.LITTLE_ENDIAN, 8));
        assertThat(reader.decode(file, "turned").width()).isEqualTo(4);
        assertThat(ImageReader.size(file, "turned")).isEqualTo(new Picture.Size(4, 6));
    }

    @Test
    void colourProfilesDoNotChangeTheNumbers() {
        byte[] jpeg = TestImages.encode(TestImages.uniform(16, 16, 180, 60, 20), "jpeg");
        byte[] profile = ICC_Profile.getInstance(ColorSpace.CS_LINEAR_RGB).getData();
        byte[] content = ByteBuffer.allocate(14 + profile.length)
                .put("ICC_PROFILE\0\1\1".getBytes(StandardCharsets.ISO_8859_1))
                .put(profile)
                .array();
        Picture with = reader.decode(TestImages.withSegment(jpeg, 0xe2, content), "profile");
        assertThat(with.rgb()).isEqualTo(reader.decode(jpeg, "none").rgb());
    }

    @Test
    void cmyk() throws IOException {
        // Adobe's programs store inks inverted: 255 is none
        WritableRaster inks = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, 16, 16, 4, null);
        for (int i = 0; i < 256; i++) {
            inks.setPixel(i % 16, i / 16, new int[] {255, 128, 64, 200});
        }
        byte[] adobe = "Adobe\0\144\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
        Picture read = reader.decode(TestImages.withSegment(writeRaster(inks), 0xee, adobe), "cmyk");
        assertPixel(read, 8, 8, 4, 200, 128 * 200 / 255, 64 * 200 / 255);
    }

    private static byte[] writeRaster(Raster raster) throws IOException {
        Iterator<ImageWriter> writers = ImageIO.getImageWritersByFormatName("jpeg");
        while (writers.hasNext()) {
            ImageWriter writer = writers.next();
            if (writer.getClass().getName().startsWith("com.sun.") && writer.canWriteRasters()) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                try (ImageOutputStream stream = ImageIO.createImageOutputStream(out)) {
                    writer.setOutput(stream);
                    writer.write(null, new IIOImage(raster, null, null), null);
                }
                return out.toByteArray();
            }
        }
        throw new AssertionError("the JDK's own JPEG writer is gone");
    }

    @Test
    void anUnknownFileIsNamed() {
        assertThatThrownBy(() -> reader.decode("<html>".getBytes(StandardCharsets.US_ASCII), "a/page.jpg"))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining("a/page.jpg")
                .hasMessageContaining("JPEG, PNG, WebP, GIF, BMP");
        assertThatThrownBy(() -> reader.decode(new byte[0], "none.png"))
                .hasMessageContaining("none.png: the file is empty");
    }
}
