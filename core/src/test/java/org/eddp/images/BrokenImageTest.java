package org.eddp.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.eddp.SharedFiles;
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
