package org.eddp.images.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.eddp.files.json.Json;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.Channels;
import org.eddp.images.input.Preprocessing.Interpolation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bicubic resizing as in Python's image library. The numbers were printed by Pillow 12.3 for the picture below, by
 * {@code Image.fromarray(...).resize((width, height), Image.BICUBIC)}: of floats (mode F, each channel alone) where nothing overshoots,
 * of bytes (mode RGB) where it does.
 */
class InterpolationTest {
    private static final Preprocessing LEVELS = new Preprocessing(
            0, 1, 1, 1, new double[] {0, 0, 0}, new double[] {1, 1, 1}, Channels.RGB, Interpolation.BICUBIC);

    /** Channels x 3 x 4, out of 9 x 7 pixels. */
    private static final double[] SMALLER = {
        80.905, 148.411, 145.959, 97.987, 168.942, 134.765, 114.458, 125.278, 124.004, 143.85, 162.169, 100.803,
                136.939,
        141.057, 117.685, 112.354, 92.979, 128.527, 135.194, 139.65, 128.233, 146.347, 129.894, 160.307, 133.584,
                109.917,
        103.458, 132.021, 127.857, 127.2, 133.755, 140.826, 119.342, 138.785, 123.583, 137.393
    };

    /** Channels x 5 x 7, out of 4 x 3 pixels. */
    private static final double[] LARGER = {
        0, 5, 29, 50, 71, 94, 107, 17, 29, 55, 78, 103, 136, 155, 55, 72, 103, 131, 159, 190, 207, 95, 115, 152, 194,
        208, 136, 92, 117, 139, 178, 230, 234, 94, 9, 76, 88, 112, 132, 155, 191, 211, 97, 115, 149, 180, 192, 152, 128,
        138, 155, 186, 230, 230, 95, 14, 192, 147, 75, 96, 127, 98, 79, 223, 138, 0, 2, 55, 107, 136, 157, 177, 213,
        254, 243, 88, 0, 200, 176, 136, 159, 171, 89, 39, 241, 160, 25, 25, 69, 100, 117, 103, 84, 55, 75, 114, 158,
        182, 7, 35, 87, 124, 156, 196, 217
    };

    /** Value of channel c at x, y: 37 x + 59 y + 11 x y + 83 c, modulo 256. */
    private static Picture picture(int width, int height) {
        byte[] rgb = new byte[width * height * Picture.CHANNELS];
        for (int i = 0; i < rgb.length; i++) {
            int x = i / Picture.CHANNELS % width;
            int y = i / Picture.CHANNELS / width;
            rgb[i] = (byte) (37 * x + 59 * y + 11 * x * y + 83 * (i % Picture.CHANNELS));
        }
        return new Picture(width, height, rgb);
    }

    private static double[] resized(Picture picture, int height, int width) {
        float[] values = LEVELS.withCrop(height, width).apply(picture);
        double[] doubles = new double[values.length];
        Arrays.setAll(doubles, i -> values[i]);
        return doubles;
    }

    @Test
    void shrinksLikePillow() {
        assertThat(resized(picture(9, 7), 3, 4)).containsExactly(SMALLER, within(1e-3));
    }

    /** Pillow rounds to bytes after each axis, we do not: a level apart at most. What overshoots is cut off after each. */
    @Test
    void enlargesLikePillow() {
        double[] found = resized(picture(4, 3), 5, 7);
        assertThat(found).containsExactly(LARGER, within(1.0));
        double sum = 0;
        for (int i = 0; i < found.length; i++) {
            sum += Math.abs(found[i] - LARGER[i]);
        }
        assertThat(sum / found.length).isLessThan(0.3);
        assertThat(Arrays.stream(found)).allMatch(value -> value >= 0 && value <= 255);
    }

    @Test
    void theSameSizeIsTheSamePicture() {
        Picture picture = picture(6, 5);
        double[] found = resized(picture, 5, 6);
        for (int i = 0; i < 30; i++) {
            assertThat(found[i]).isEqualTo(picture.rgb()[3 * i] & 0xff);
        }
    }

    @Test
    void filesSayOnlyWhatIsUnusual(@TempDir Path folder) throws IOException {
        Preprocessing usual = InputPreset.TORCHVISION.preprocessing();
        Preprocessing cubic = usual.withInterpolation(Interpolation.BICUBIC);
        Path file = folder.resolve("input.json");
        Json.write(file, cubic);
        assertThat(Files.readString(file)).contains("\"interpolation\": \"BICUBIC\"");
        assertThat(Json.read(file, Preprocessing.class)).isEqualTo(cubic).isNotEqualTo(usual);
        Json.write(file, usual);
        assertThat(Files.readString(file)).doesNotContain("interpolation");
        assertThat(Json.read(file, Preprocessing.class)).isEqualTo(usual);
    }
}
