package org.eddp.images.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eddp.files.FileFailure;
import org.eddp.images.input.Preprocessing.Interpolation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreprocessingConfigTest {
    static final String VIT = "{\"do_normalize\": true, \"do_resize\": true, \"image_mean\": [0.5, 0.5, 0.5],"
            + " \"image_std\": [0.25, 0.25, 0.25], \"resample\": 2, \"size\": 224}";
    static final String CONVNEXT = "{\"crop_pct\": 0.875, \"do_normalize\": true, \"do_resize\": true,"
            + " \"image_mean\": [0.485, 0.456, 0.406], \"image_std\": [0.229, 0.224, 0.225], \"resample\": 3,"
            + " \"size\": {\"shortest_edge\": 224}}";
    static final String CLIP =
            "{\"crop_size\": 224, \"do_center_crop\": true, \"do_normalize\": true, \"do_resize\": true,"
                    + " \"image_mean\": [0.48, 0.45, 0.4], \"image_std\": [0.26, 0.26, 0.27], \"resample\": 3, \"size\":"
                    + " 224}";
    static final String TIMM =
            "{\"architecture\": \"resnet50\", \"num_classes\": 1000, \"pretrained_cfg\": {\"input_size\": [3, 160,"
                    + " 160], \"crop_pct\": 0.95, \"interpolation\": \"bilinear\", \"mean\": [0.1, 0.2, 0.3], \"std\":"
                    + " [0.4, 0.5, 0.6], \"crop_mode\": \"center\"}}";

    @TempDir
    private Path folder;

    private Optional<PreprocessingConfig> read(String text) {
        try {
            return PreprocessingConfig.read(Files.writeString(folder.resolve("told.json"), text));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Preprocessing usual(int resize, int side, double[] mean, double[] deviation) {
        return new Preprocessing(resize, side, side, 1 / 255.0, mean, deviation, Preprocessing.Channels.RGB);
    }

    @Test
    void vitIsSquashed() {
        PreprocessingConfig config = read(VIT).orElseThrow();
        assertThat(config.preprocessing())
                .isEqualTo(usual(0, 224, new double[] {0.5, 0.5, 0.5}, new double[] {0.25, 0.25, 0.25}));
        assertThat(config.differences()).isEmpty();
    }

    @Test
    void convNextIsResizedByWhatIsCut() {
        PreprocessingConfig config = read(CONVNEXT).orElseThrow();
        assertThat(config.preprocessing())
                .isEqualTo(InputPreset.TORCHVISION.preprocessing().withInterpolation(Interpolation.BICUBIC));
        assertThat(config.differences()).isEmpty();
        PreprocessingConfig other =
                read(CONVNEXT.replace("\"resample\": 3", "\"resample\": 1")).orElseThrow();
        assertThat(other.preprocessing()).isEqualTo(InputPreset.TORCHVISION.preprocessing());
        assertThat(other.differences()).singleElement().asString().contains("lanczos");
        assertThat(read(CONVNEXT.replace("224}", "384}"))
                        .orElseThrow()
                        .preprocessing()
                        .resize())
                .isZero();
    }

    @Test
    void clipIsCut() {
        assertThat(read(CLIP).orElseThrow().preprocessing())
                .isEqualTo(usual(224, 224, new double[] {0.48, 0.45, 0.4}, new double[] {0.26, 0.26, 0.27})
                        .withInterpolation(Interpolation.BICUBIC));
        String squashed = CLIP.replace("\"size\": 224", "\"size\": {\"height\": 256, \"width\": 256}");
        PreprocessingConfig config = read(squashed).orElseThrow();
        assertThat(config.preprocessing().resize()).isEqualTo(256);
        assertThat(config.differences()).anyMatch(text -> text.contains("256 x 256"));
    }

    @Test
    void timmCutsAShareOfThePicture() {
        Preprocessing expected = usual(168, 160, new double[] {0.1, 0.2, 0.3}, new double[] {0.4, 0.5, 0.6});
        assertThat(read(TIMM).orElseThrow()).isEqualTo(new PreprocessingConfig(expected, List.of()));
        String older = "{\"mean\": [0.1, 0.2, 0.3], \"std\": [0.4, 0.5, 0.6], \"input_size\": [3, 160, 160],"
                + " \"crop_pct\": 0.95}";
        // timm resizes by bicubic interpolation unless told otherwise
        assertThat(read(older).orElseThrow().preprocessing())
                .isEqualTo(expected.withInterpolation(Interpolation.BICUBIC));
        assertThat(read(TIMM.replace("center", "squash"))
                        .orElseThrow()
                        .preprocessing()
                        .resize())
                .isZero();
        assertThat(read(TIMM.replace("center", "border")).orElseThrow().differences())
                .singleElement()
                .asString()
                .contains("border");
    }

    /** EfficientNet scales to [-1, 1] before the mean is subtracted; MobileViT wants blue first. */
    @Test
    void offsetsAndColoursMove() {
        Preprocessing efficient = read("{\"do_rescale\": true, \"rescale_factor\": 0.01, \"rescale_offset\": true,"
                        + " \"do_normalize\": true, \"image_mean\": [0.5, 0.25, 0], \"image_std\": [1, 1, 1], \"size\": 64}")
                .orElseThrow()
                .preprocessing();
        assertThat(efficient.mean()).containsExactly(new double[] {1.5, 1.25, 1}, within(1e-12));
        Preprocessing turned =
                read("{\"do_rescale\": true, \"do_flip_channel_order\": true, \"size\": 288, \"crop_size\":"
                                + " {\"height\": 256, \"width\": 256}}")
                        .orElseThrow()
                        .preprocessing();
        assertThat(turned.channels()).isEqualTo(Preprocessing.Channels.BGR);
        assertThat(turned.resize()).isEqualTo(288);
        assertThat(turned.mean()).containsOnly(0);
    }

    @Test
    void otherFilesSayNothing() {
        assertThat(read("{\"architectures\": [\"ViTForImageClassification\"], \"hidden_size\": 768}"))
                .isEmpty();
        assertThat(read("[1, 2]")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"size\": 224; \"size\": 22.5; size",
                "\"size\": 224; \"size\": 99999999; size",
                "\"size\": 224; \"size\": {\"height\": 3}; size",
                "\"resample\": 2; \"resample\": 17; resample",
                "\"do_resize\": true; \"do_resize\": 1; do_resize",
                "[0.5, 0.5, 0.5]; [0.5, 0.5]; image_mean",
                "[0.5, 0.5, 0.5]; \"grey\"; image_mean",
                "[0.25, 0.25, 0.25]; [0.25, 0, 0.25]; deviation",
                "[0.25, 0.25, 0.25]; [0.25, 1e999, 0.25]; image_std",
            })
    void whatMakesNoSenseIsNamed(String part, String damaged, String field) {
        assertThat(VIT).contains(part);
        assertThatThrownBy(() -> read(VIT.replace(part, damaged)))
                .isInstanceOf(FileFailure.class)
                .hasMessageContainingAll("told.json", field);
    }

    @Test
    void cutShortIsSaid() {
        for (int length = 1; length < TIMM.length(); length += 7) {
            String part = TIMM.substring(0, length);
            assertThatThrownBy(() -> read(part)).isInstanceOf(FileFailure.class).hasMessageContaining("told.json");
        }
    }
}
