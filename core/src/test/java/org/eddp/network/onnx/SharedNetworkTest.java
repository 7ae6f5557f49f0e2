package org.eddp.network.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.eddp.SharedFiles;
import org.eddp.network.Cut;
import org.eddp.network.Layer;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A trained network on photographs, where they are at hand. */
class SharedNetworkTest {
    private static final int SIZE = 224;

    private Path file;
    private Network network;
    private Scope scope;

    @BeforeEach
    void load() {
        file = SharedFiles.find("networks/mobilenet_v1_025.onnx").orElse(null);
        assumeTrue(file != null, "shared/networks/mobilenet_v1_025.onnx is not here");
        network = Networks.load(file);
        scope = Scope.open();
    }

    @AfterEach
    void close() {
        if (network != null) {
            scope.close();
            network.close();
        }
    }

    @Test
    void says_what_is_in_the_file() {
        assertThat(network.format()).isEqualTo("ONNX, opset 13");
        assertThat(network.classes()).isEqualTo(1000);
        assertThat(network.input().name()).isEqualTo("image");
        Layer last = network.cut("features").layer();
        assertThat(last.shape()).containsExactly(256, 7, 7);
        assertThat(last.activation()).isEqualTo(Activation.RELU6);
        assertThat(network.cut("features.26").layer()).isEqualTo(last);
        assertThat(network.layers()).extracting(Layer::name).contains(last.name());
    }

    @Test
    void gives_the_logits_of_the_reference_on_photographs() throws IOException {
        float[] pixels = photographs(20);
        long[] shape = {20, 3, SIZE, SIZE};
        double[] logits = network.logits(Tensor.of(pixels, shape)).toDoubles();
        try (Reference reference = new Reference(file)) {
            double[] expected = reference
                    .run(Map.of("image", OnnxTensor.of("image", pixels, shape)))
                    .values();
            Agreement.of(logits, expected, 1e-4);
        }
    }

    @Test
    void computes_the_same_in_halves() throws IOException {
        Tensor images = Tensor.of(photographs(2), 2, 3, SIZE, SIZE);
        double[] whole = network.logits(images).toDoubles();
        for (int i = 0; i < network.layers().size(); i += 5) {
            Cut cut = network.cut(network.layers().get(i).name());
            Agreement.of(cut.upper(cut.lower(images)).toDoubles(), whole, 1e-4);
        }
    }

    @Test
    void differentiates_to_the_pixels() throws IOException {
        Tensor image = Tensor.of(photographs(1), 1, 3, SIZE, SIZE);
        Cut cut = network.cut("features");
        double[] whole = Autograd.differentiate(x -> network.logits(x).select(1, Tensor.indices(7)), image)
                .gradient()
                .toDoubles();
        double[] halves = Autograd.differentiate(x -> cut.upper(cut.lower(x)).select(1, Tensor.indices(7)), image)
                .gradient()
                .toDoubles();
        Agreement.of(halves, whole, 1e-6);
        assertThat(Arrays.stream(whole).anyMatch(value -> Math.abs(value) > 1e-3))
                .isTrue();
    }

    private static float[] photographs(int count) throws IOException {
        Path folder = SharedFiles.find("photos").orElse(null);
        assumeTrue(folder != null, "shared/photos is not here");
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(path -> path.toString().endsWith(".jpg"))
                    .sorted()
                    .limit(count)
                    .toList();
        }
        float[] pixels = new float[count * 3 * SIZE * SIZE];
        for (int n = 0; n < count; n++) {
            BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = image.createGraphics();
            graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
            graphics.drawImage(ImageIO.read(files.get(n).toFile()), 0, 0, SIZE, SIZE, null);
            graphics.dispose();
            for (int i = 0; i < SIZE * SIZE; i++) {
                int rgb = image.getRGB(i % SIZE, i / SIZE);
                for (int c = 0; c < 3; c++) {
                    int value = rgb >> (16 - 8 * c) & 0xff;
                    pixels[(n * 3 + c) * SIZE * SIZE + i] = value / 127.5f - 1;
                }
            }
        }
        return pixels;
    }
}
