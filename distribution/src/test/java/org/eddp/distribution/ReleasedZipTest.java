package org.eddp.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The zip runs the commands of the README on a machine with nothing but a JRE. */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS)
class ReleasedZipTest {
    private static final int SIZE = 32;

    @TempDir
    private static Path folder;

    private static CleanMachine machine;

    @BeforeAll
    static void unpack() throws IOException {
        machine = CleanMachine.with(Path.of(System.getProperty("eddp.zip")), folder);
    }

    /** What a command printed that must succeed. */
    private static String ok(String... arguments) throws Exception {
        CleanMachine.Outcome outcome = machine.eddp(arguments);
        assertThat(outcome.code())
                .as(String.join(" ", arguments) + "\n" + outcome.err())
                .isZero();
        return outcome.out();
    }

    @Test
    void holdsWhatBelongsToARelease() throws Exception {
        assertThat(ok("--version")).contains("eddp " + System.getProperty("eddp.version"));
        for (String file : List.of(
                "LICENSE",
                "README.md",
                "CHANGELOG.md",
                "docs/release.md",
                "docs/third-party.md",
                "share/man/man1/eddp.1",
                "share/man/man1/eddp-learn.1",
                "share/completion/eddp")) {
            assertThat(machine.home().resolve(file)).isNotEmptyFile();
        }
        try (Stream<Path> jars = Files.list(machine.home().resolve("lib"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString()))
                    .anyMatch(
                            name -> name.startsWith("pytorch-") && name.contains("-x86_64") || name.contains("-arm64"))
                    .noneMatch(name -> name.contains("junit") || name.contains("onnxruntime"));
        }
        CleanMachine.Outcome test = machine.eddp("test");
        assertThat(test.code()).isEqualTo(1);
        assertThat(test.err()).contains("this is a release");
    }

    @Test
    void runsTheProof() throws Exception {
        assertThat(ok("synthetic", "--out", "runs/synthetic")).contains("Recovered: every detector has IoU 1");
        assertThat(folder.resolve("runs/synthetic/report.html")).isNotEmptyFile();
        try (Stream<Path> files = Files.walk(folder.resolve("native"))) {
            assertThat(files.map(Path::toString)).as("extracted here").anyMatch(name -> name.contains("libtorch_cpu"));
        }
        String golden = machine.home()
                .resolve("core/src/test/resources/golden/losses.json")
                .toString();
        assertThat(ok("verify", golden)).contains(": reproduced");
    }

    @Test
    void goesFromANetworkAndPicturesToAnExplanation() throws Exception {
        Model.write(folder.resolve("model.onnx"), network());
        for (int n = 0; n < 24; n++) {
            draw(folder.resolve("photos/" + n + ".png"), n);
        }
        assertThat(ok("network", "model.onnx")).contains("last layer with patches: maps");
        ok("features", "--network", "model.onnx", "--layer", "maps", "--images", "photos", "--out", "features/photos");
        ok("learn", "--features", "features/photos", "--concepts", "6", "--epochs", "20,20,20", "--out", "runs/photos");
        assertThat(ok("health", "--run", "runs/photos")).isNotBlank();
        assertThat(ok("explain", "--run", "runs/photos", "--image", "photos/3.png"))
                .contains("Page: ");
        assertThat(ok("look", "model.onnx", "photos", "--concepts", "6", "--epochs", "20,20,20"))
                .contains("Page: ");
        assertThat(folder.resolve("look/model-photos/index.html")).isNotEmptyFile();
    }

    /** A convolution with ReLU called "maps", pooling and a linear layer. */
    private static Model network() {
        SplittableRandom random = new SplittableRandom(5);
        Attribute stride = Attribute.of("strides", new long[] {4, 4});
        return Model.of(
                13,
                Graph.of(
                        List.of(
                                Node.of("conv", "Conv", List.of("image", "k"), List.of("c"), stride),
                                Node.of("relu", "Relu", List.of("c"), List.of("maps")),
                                Node.of("pool", "GlobalAveragePool", List.of("maps"), List.of("pooled")),
                                Node.of("flatten", "Flatten", List.of("pooled"), List.of("flat")),
                                Node.of("fc", "MatMul", List.of("flat", "v"), List.of("logits"))),
                        List.of(weights(random, 0.25, "k", 12, 3, 4, 4), weights(random, 2, "v", 12, 3)),
                        List.of(ValueInfo.of("image", -1, 3, SIZE, SIZE)),
                        List.of(ValueInfo.of("logits", -1, 3))));
    }

    private static OnnxTensor weights(SplittableRandom random, double scale, String name, long... shape) {
        int count = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        float[] values = new float[count];
        for (int k = 0; k < count; k++) {
            values[k] = (float) (random.nextGaussian() * scale);
        }
        return OnnxTensor.of(name, values, shape);
    }

    /** Squares of four colours. */
    private static void draw(Path file, int seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        int[] colours = {0xD04020, 0x20C040, 0x3050D0, 0xE0D060};
        for (int cell = 0; cell < 64; cell++) {
            int colour = colours[random.nextInt(4)];
            for (int p = 0; p < 16; p++) {
                image.setRGB(cell % 8 * 4 + p % 4, cell / 8 * 4 + p / 4, colour + random.nextInt(16) * 0x010101);
            }
        }
        Files.createDirectories(file.getParent());
        ImageIO.write(image, "png", file.toFile());
    }
}
