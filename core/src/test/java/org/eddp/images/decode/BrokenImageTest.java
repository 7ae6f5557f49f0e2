package org.eddp.images.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.eddp.SharedFiles;
import org.eddp.images.source.ImageContent;
import org.eddp.images.source.ImageFailure;
import org.eddp.images.source.ImageList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokenImageTest {
    private final ImageReader reader = new ImageReader();

    private static byte[] file(String format) {
        if (format.equals("webp")) {
            boolean[] bright = new boolean[60 * 40];
            return TinyWebp.encode(60, 40, new int[] {255, 1, 2, 3}, 4, bright);
        }
        return TestImages.encode(TestImages.noise(60, 40, 1), format);
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpeg", "gif", "bmp", "webp"})
    void truncatedFilesFail(String format) {
        byte[] whole = file(format);
        assertThat(reader.decode(whole, "whole").width()).isEqualTo(60);
        for (double part : new double[] {0.02, 0.2, 0.5, 0.9}) {
            byte[] cut = Arrays.copyOf(whole, Math.max(8, (int) (part * whole.length)));
            assertThatThrownBy(() -> reader.decode(cut, "cut." + format))
                    .as("%s of the file", part)
                    .isInstanceOf(ImageFailure.class)
                    .hasMessageStartingWith("cannot decode cut." + format);
        }
    }

    @Test
    void progressiveFilesThatLackLaterPassesFail() throws IOException {
        byte[] whole = progressive(TestImages.noise(60, 40, 1));
        assertThat(reader.decode(whole, "whole").width()).isEqualTo(60);
        int lastScan = 0;
        for (int i = 0; i < whole.length - 1; i++) {
            lastScan = (whole[i] & 0xff) == 0xff && (whole[i + 1] & 0xff) == 0xda ? i : lastScan;
        }
        byte[] cut = Arrays.copyOf(whole, lastScan);
        assertThatThrownBy(() -> reader.decode(cut, "cut")).hasMessageContaining("truncated");
    }

    private static byte[] progressive(Picture picture) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ImageWriteParam options = writer.getDefaultWriteParam();
        options.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ImageOutputStream stream = ImageIO.createImageOutputStream(out)) {
            writer.setOutput(stream);
            writer.write(null, new IIOImage(TestImages.image(picture), null, null), options);
        }
        return out.toByteArray();
    }

    @Test
    void aJpegThatOnlyLacksItsEndMarkerIsComplete() {
        byte[] whole = file("jpeg");
        assertThat(reader.decode(Arrays.copyOf(whole, whole.length - 2), "end").rgb())
                .isEqualTo(reader.decode(whole, "whole").rgb());
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpeg", "gif", "bmp", "webp"})
    void damageNeverGivesAnotherException(String format) {
        byte[] whole = file(format);
        Random random = new Random(11);
        for (int round = 0; round < 60; round++) {
            byte[] damaged = whole.clone();
            // the beginning holds sizes and tables, where damage does most harm
            for (int i = 0; i < 3; i++) {
                damaged[random.nextInt(Math.min(200, damaged.length))] = (byte) random.nextInt(256);
            }
            try {
                new ImageReader(20_000).decode(damaged, "damaged");
            } catch (ImageFailure e) {
                assertThat(e).hasMessageStartingWith("cannot decode damaged: ");
            }
        }
    }

    @Test
    void aPictureOfAbsurdSizeIsRefusedBeforeItIsDecoded() {
        byte[] png = file("png");
        ByteBuffer bytes = ByteBuffer.wrap(png);
        bytes.putInt(16, 100_000).putInt(20, 90_000);
        CRC32 crc = new CRC32();
        crc.update(png, 12, 17);
        bytes.putInt(29, (int) crc.getValue());
        assertThatThrownBy(() -> reader.decode(png, "bomb.png"))
                .isInstanceOf(ImageFailure.class)
                .hasMessage("cannot decode bomb.png: 100000 x 90000 pixels are more than the 200000000 allowed;"
                        + " shrink the picture or take it off the list");
        assertThatThrownBy(() -> new ImageReader(2399).decode(file("bmp"), "big"))
                .hasMessageContaining("2399 allowed");
        assertThat(new ImageReader(2400).decode(file("bmp"), "fits").width()).isEqualTo(60);
    }

    /** A file whose sizes all agree, but whose pixels end early. */
    private static byte[] shortened(byte[] webp, int bytes) {
        ByteBuffer cut =
                ByteBuffer.wrap(Arrays.copyOf(webp, (20 + bytes + 1) / 2 * 2)).order(ByteOrder.LITTLE_ENDIAN);
        cut.putInt(4, cut.capacity() - 8).putInt(16, bytes);
        return cut.array();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.5, 0.9, 0.99})
    void losslessPixelsThatEndEarlyAreNotMadeUp(double part) {
        SplittableRandom random = new SplittableRandom(3);
        boolean[] bright = new boolean[60 * 40];
        for (int i = 0; i < bright.length; i++) {
            bright[i] = random.nextBoolean();
        }
        byte[] whole = TinyWebp.encode(60, 40, new int[] {255, 1, 2, 3}, 4, bright);
        assertThat(reader.decode(whole, "whole").width()).isEqualTo(60);
        byte[] cut = shortened(whole, (int) (part * (whole.length - 20)));
        assertThatThrownBy(() -> reader.decode(cut, "cut.webp"))
                .isInstanceOf(ImageFailure.class)
                .hasMessage("cannot decode cut.webp: the WebP data ends early: the file is truncated;"
                        + " replace the file or take it off the list");
        byte[] followed = TinyWebp.extend(cut, 60, 40, new byte[4], new byte[4000]);
        assertThatThrownBy(() -> reader.decode(followed, "cut.webp")).hasMessageContaining("truncated");
    }

    /** Pixels of one colour take no bits at all: a file of a few bytes may be a large picture. */
    @Test
    void losslessPixelsOfOneColourNeedNoData() {
        byte[] whole = TinyWebp.encode(600, 400, new int[] {255, 1, 2, 3}, 2, new boolean[0]);
        assertThat(reader.decode(whole, "plain").value(599, 399, 1)).isEqualTo(2);
    }

    @Test
    void aFileThatIsTooLargeIsNotRead(@TempDir Path folder) throws IOException {
        Path huge = folder.resolve("huge.jpg");
        try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(3L << 30); // sparse: takes no room on the disk
        }
        assertThatThrownBy(() -> reader.read(huge))
                .isInstanceOf(ImageFailure.class)
                .hasMessage(
                        "cannot read " + huge + ": 3221225472 bytes are more than the 268435456 allowed for a picture;"
                                + " replace the file or take it off the list");
        assertThatThrownBy(() -> reader.size(huge)).hasMessageContaining("268435456 allowed");
        Path fits = Files.write(folder.resolve("fits.bmp"), file("bmp"));
        long size = Files.size(fits);
        assertThat(new ImageReader(2400, size, ImageReader.USUAL_TIME)
                        .read(fits)
                        .width())
                .isEqualTo(60);
        assertThatThrownBy(() -> new ImageReader(2400, size - 1, ImageReader.USUAL_TIME).read(fits))
                .hasMessageContaining(size + " bytes are more than the " + (size - 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpeg", "gif", "bmp", "webp"})
    void aPictureThatTakesTooLongIsGivenUp(String format) {
        ImageReader hasty = new ImageReader(ImageReader.USUAL_LIMIT, ImageContent.MOST_BYTES, Duration.ZERO);
        assertThatThrownBy(() -> hasty.decode(file(format), "slow"))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining("slow: it takes longer than 0 s to decode");
    }

    @Test
    void whatDoesNotFitIntoMemoryIsRefusedBeforeItIsDecoded() {
        DecodingMemory room = new DecodingMemory(100L << 20);
        assertThatThrownBy(() -> room.take(10_000, 9_000, "wide.png"))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining("wide.png: 10000 x 9000 pixels need about 687 MB of memory, and there are 100");
        for (int i = 0; i < 3; i++) {
            room.take(4000, 3000, "fits.png").close(); // 92 MB each, given back each time
        }
    }

    @Test
    void aFileThatIsGoneIsNamed(@TempDir Path folder) {
        assertThatThrownBy(() -> reader.read(folder.resolve("gone.png")))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining("gone.png: no such file");
        assertThatThrownBy(() -> reader.read(folder)).isInstanceOf(ImageFailure.class);
    }

    @Test
    void wholePicturesOfAllFormatsDecode(@TempDir Path folder) throws IOException {
        for (String format : new String[] {"png", "jpeg", "gif", "bmp", "webp"}) {
            Files.write(folder.resolve("picture." + format), file(format));
        }
        for (ImageList.Entry entry : ImageList.of(folder).entries()) {
            assertThat(reader.read(entry.path()).width()).as(entry.name()).isEqualTo(60);
        }
        assertThat(ImageList.of(folder).entries()).hasSize(5);
        if (SharedFiles.find("photos").isPresent()) {
            for (ImageList.Entry entry :
                    ImageList.of(SharedFiles.find("photos").get()).entries()) {
                assertThat(reader.read(entry.path()).width()).as(entry.name()).isPositive();
            }
        }
    }
}
