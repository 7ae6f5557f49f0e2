package org.eddp.images.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import org.eddp.files.json.Json;
import org.eddp.images.decode.Picture;
import org.eddp.images.decode.TestImages;
import org.eddp.images.input.Preprocessing.Channels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreprocessingTest {
    private static final Preprocessing RAW =
            InputPreset.PLAIN.preprocessing().withScale(1).withMean(0, 0, 0);

    /** The triangle filter written out: every input pixel weighs in on every output pixel. */
    private static double dense(Picture picture, int channel, Geometry g, int x, int y) {
        double sum = 0;
        double total = 0;
        double stepX = (double) picture.width() / g.width();
        double stepY = (double) picture.height() / g.height();
        for (int v = 0; v < picture.height(); v++) {
            for (int u = 0; u < picture.width(); u++) {
                double weight = triangle(u + 0.5 - (g.left() + x + 0.5) * stepX, Math.max(1, stepX))
                        * triangle(v + 0.5 - (g.top() + y + 0.5) * stepY, Math.max(1, stepY));
                sum += weight * picture.value(u, v, channel);
                total += weight;
            }
        }
        return sum / total;
    }

    private static double triangle(double distance, double halfWidth) {
        return Math.max(0, 1 - Math.abs(distance) / halfWidth);
    }

    @ParameterizedTest(name = "{0} x {1}, resize {2}, crop {3} x {4}")
    @CsvSource({
        "37, 23, 12, 11, 7",
        "23, 37, 12, 5, 12",
        "9, 5, 16, 13, 16",
        "40, 8, 8, 8, 8",
        "31, 17, 0, 6, 9",
        "6, 40, 0, 20, 20",
        "1, 1, 4, 4, 4",
        "200, 1, 3, 2, 3"
    })
    void resizesLikeTheTriangleFilterWrittenOut(int width, int height, int resize, int cropHeight, int cropWidth) {
        Picture picture = TestImages.noise(width, height, 7);
        Preprocessing options =
                new Preprocessing(resize, cropHeight, cropWidth, 1, RAW.mean(), RAW.deviation(), Channels.RGB);
        float[] out = options.apply(picture);
        Geometry g = Geometry.of(options, width, height);
        assertThat(out).hasSize(3 * cropHeight * cropWidth);
        for (int c = 0; c < 3; c++) {
            for (int y = 0; y < cropHeight; y++) {
                for (int x = 0; x < cropWidth; x++) {
                    assertThat((double) out[(c * cropHeight + y) * cropWidth + x])
                            .isCloseTo(dense(picture, c, g, x, y), within(1e-3));
                }
            }
        }
    }

    @Test
    void knownValuesOfBilinearResizing() {
        // 2 -> 4 interpolates at quarters; 4 -> 2 weighs by 3, 3, 1 sevenths.
        Picture edge = new Picture(2, 1, new byte[] {0, 0, 0, -1, -1, -1});
        assertThat(Arrays.copyOf(RAW.withResize(0).withCrop(1, 4).apply(edge), 4))
                .containsExactly(new float[] {0, 63.75f, 191.25f, 255}, within(1e-4f));
        Picture step = new Picture(4, 1, new byte[] {0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1});
        assertThat(Arrays.copyOf(RAW.withResize(0).withCrop(1, 2).apply(step), 2))
                .containsExactly(new float[] {255f / 7, 255f * 6 / 7}, within(1e-4f));
    }

    @Test
    void constantPicturesStayConstant() {
        Preprocessing options = RAW.withSize(24, 24);
        for (int[] size : new int[][] {{1000, 700}, {13, 29}, {24, 24}, {1, 500}}) {
            float[] out = options.apply(TestImages.uniform(size[0], size[1], 10, 200, 255));
            for (int i = 0; i < out.length; i++) {
                assertThat(out[i]).isCloseTo(new float[] {10, 200, 255}[i / (24 * 24)], within(1e-3f));
            }
        }
    }

    @Test
    void theSameSizeIsTheSamePicture() {
        Picture picture = TestImages.noise(19, 14, 3);
        float[] out = RAW.withResize(0).withCrop(14, 19).apply(picture);
        for (int i = 0; i < 14 * 19; i++) {
            assertThat(out[i]).isEqualTo((float) (picture.rgb()[3 * i] & 0xff));
        }
    }

    @Test
    void mirroringCommutesWithResizing() {
        Picture picture = TestImages.noise(50, 40, 5);
        Preprocessing options = RAW.withSize(16, 16);
        float[] plain = options.apply(picture);
        float[] mirrored = options.apply(mirrored(picture));
        // 50 -> 22 of which 16 are kept: 3 are cut off on either side
        for (int row = 0; row < 3 * 16; row++) {
            for (int x = 0; x < 16; x++) {
                assertThat(mirrored[row * 16 + x]).isCloseTo(plain[row * 16 + 15 - x], within(1e-3f));
            }
        }
    }

    private static Picture mirrored(Picture picture) {
        byte[] rgb = new byte[picture.rgb().length];
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < picture.width(); x++) {
                int from = Picture.CHANNELS * (y * picture.width() + x);
                int to = Picture.CHANNELS * (y * picture.width() + picture.width() - 1 - x);
                System.arraycopy(picture.rgb(), from, rgb, to, Picture.CHANNELS);
            }
        }
        return new Picture(picture.width(), picture.height(), rgb);
    }

    @Test
    void sizesAreRoundedAsTorchvisionRoundsThem() {
        Preprocessing options = InputPreset.TORCHVISION.preprocessing();
        Geometry g = Geometry.of(options, 500, 375);
        assertThat(g.width()).isEqualTo(341); // int(256 * 500 / 375 = 341.33)
        assertThat(g.height()).isEqualTo(256);
        assertThat(g.left()).isEqualTo(58); // round(58.5) to even
        assertThat(g.top()).isEqualTo(16);
        Geometry tall = Geometry.of(options, 375, 503);
        assertThat(tall.height()).isEqualTo(343);
        assertThat(tall.top()).isEqualTo(60); // round(59.5) to even
    }

    @Test
    void theBoxIsTheRectangleThatTheCropShows() {
        Preprocessing.CropBox box = InputPreset.TORCHVISION.preprocessing().box(512, 768);
        assertThat(box).isEqualTo(new Preprocessing.CropBox(32, 160, 448, 448));
        assertThat(box.cell(6, 0, 7, 7)).isEqualTo(new Preprocessing.CropBox(32, 160 + 6 * 64, 64, 64));
        assertThatThrownBy(() -> box.cell(7, 0, 7, 7)).hasMessageContaining("cell 7, 0");
        Preprocessing.CropBox stretched =
                InputPreset.PLAIN.preprocessing().withResize(0).box(100, 30);
        assertThat(stretched).isEqualTo(new Preprocessing.CropBox(0, 0, 100, 30));
    }

    @Test
    void theBoxFollowsThePixels() {
        // a white block that covers the box exactly, black around it: the crop is white up to a blurred rim
        Picture picture = Picture.black(512, 768);
        Preprocessing.CropBox box = InputPreset.PLAIN.preprocessing().box(512, 768);
        for (int y = (int) box.top(); y < box.top() + box.height(); y++) {
            int from = 3 * (y * 512 + (int) box.left());
            Arrays.fill(picture.rgb(), from, from + 3 * (int) box.width(), (byte) 255);
        }
        float[] out = InputPreset.PLAIN.preprocessing().apply(picture);
        assertThat(out[112 * 224 + 1]).isEqualTo(1);
        assertThat(out[112 * 224 + 222]).isEqualTo(1);
        assertThat(out[112 * 224]).isBetween(0.8f, 0.99f);
        assertThat(out[112]).isBetween(0.8f, 0.99f);
    }

    @ParameterizedTest
    @CsvSource({
        "torchvision, -2.117904, 1.1155462, -0.0440959",
        "keras, -1, 0.4117647, -0.2078431",
        "caffe, -103.939, 63.221, -22.68",
        "plain, 0, 0.7058824, 0.3960784"
    })
    void presets(String name, float first, float second, float third) {
        // red 0, green 180, blue 101; caffe's first channel is blue
        Preprocessing preset = InputPreset.named(name).preprocessing();
        boolean caffe = name.equals("caffe");
        float[] out = preset.apply(TestImages.uniform(300, 300, caffe ? 101 : 0, 180, caffe ? 0 : 101));
        int plane = 224 * 224;
        assertThat(out).hasSize(3 * plane);
        assertThat(out[plane / 2]).isCloseTo(first, within(1e-4f));
        assertThat(out[plane + plane / 2]).isCloseTo(second, within(1e-4f));
        assertThat(out[2 * plane + plane / 2]).isCloseTo(third, within(1e-4f));
    }

    @Test
    void greyIsLuminance() {
        Preprocessing grey = RAW.withChannels(Channels.GREY);
        float[] out = grey.apply(TestImages.uniform(300, 300, 100, 200, 50));
        assertThat(out).hasSize(224 * 224);
        assertThat(out[1000]).isCloseTo(0.299f * 100 + 0.587f * 200 + 0.114f * 50, within(1e-3f));
    }

    @Test
    void meansMoveWithTheirColours() {
        Preprocessing rgb = InputPreset.TORCHVISION.preprocessing();
        Preprocessing bgr = rgb.withChannels(Channels.BGR);
        assertThat(bgr.mean()).containsExactly(0.406, 0.456, 0.485);
        assertThat(bgr.withChannels(Channels.RGB)).isEqualTo(rgb).hasSameHashCodeAs(rgb);
        assertThat(rgb.withChannels(Channels.GREY).mean()[0]).isCloseTo(0.449, within(1e-12));
        assertThat(bgr).isNotEqualTo(rgb);
    }

    @Test
    void withSizeKeepsTheShareThatIsCutOff() {
        assertThat(InputPreset.KERAS.preprocessing().withSize(299, 299).resize())
                .isEqualTo(342);
        assertThat(InputPreset.KERAS
                        .preprocessing()
                        .withResize(0)
                        .withSize(299, 150)
                        .resize())
                .isZero();
        assertThat(InputPreset.KERAS
                        .preprocessing()
                        .withResize(224)
                        .withSize(96, 64)
                        .resize())
                .isEqualTo(96);
    }

    @Test
    void jsonKeepsEverything(@TempDir Path folder) {
        Preprocessing options =
                InputPreset.CAFFE.preprocessing().withSize(96, 128).withDeviation(1, 2, 3);
        Json.write(folder.resolve("p.json"), options);
        assertThat(Json.read(folder.resolve("p.json"), Preprocessing.class)).isEqualTo(options);
        assertThat(Json.toText(options)).contains("\"channels\": \"BGR\"", "\"cropWidth\": 128");
    }

    @Test
    void wrongOptionsAreNamed() {
        Preprocessing p = InputPreset.PLAIN.preprocessing();
        assertThatThrownBy(() -> InputPreset.named("tf"))
                .hasMessage("unknown preprocessing 'tf'; known are caffe, keras, plain, torchvision");
        assertThatThrownBy(() -> p.withResize(200))
                .hasMessageContaining("resize = 200")
                .hasMessageContaining("224");
        assertThatThrownBy(() -> p.withCrop(0, 5)).hasMessageContaining("crop height = 0");
        assertThatThrownBy(() -> p.withScale(Double.NaN)).hasMessageContaining("scale = NaN");
        assertThatThrownBy(() -> p.withMean(1, 2)).hasMessageContaining("mean has 2 values, but RGB has 3 channels");
        assertThatThrownBy(() -> p.withDeviation(1, 0, 1)).hasMessageContaining("deviation = 0.0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100_000})
    void extremeShapesNeedNoExtremeMemory(int width) {
        Picture line = TestImages.uniform(width, 100_001 - width, 255, 0, 0);
        assertThat(InputPreset.PLAIN.preprocessing().apply(line)[0]).isCloseTo(1f, within(1e-4f));
    }
}
