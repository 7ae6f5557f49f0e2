package org.eddp.network.torchscript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.SharedFiles;
import org.eddp.images.ImageReader;
import org.eddp.images.Preprocessing;
import org.eddp.network.Cut;
import org.eddp.network.Layer;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.script.ScriptModule;
import org.eddp.tensor.script.ScriptWriter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A network trained on ImageNet, with photographs. */
class SharedScriptTest {
    private static final int PHOTOS = 12;
    private static Path file;
    private static ScriptNetwork network;
    private static List<Path> photos;

    @BeforeAll
    static void load() throws IOException {
        Optional<Path> found = SharedFiles.find("networks/mobilenet_v1_025.pt");
        Optional<Path> folder = SharedFiles.find("photos");
        assumeTrue(found.isPresent() && folder.isPresent(), "no shared networks and photographs on this machine");
        file = found.get();
        network = ScriptNetwork.load(file);
        try (Stream<Path> files = Files.list(folder.get())) {
            photos = files.sorted().limit(PHOTOS).toList();
        }
    }

    @AfterAll
    static void close() {
        if (network != null) {
            network.close();
        }
    }

    private static Tensor images(int count) {
        Preprocessing keras = Preprocessing.preset("keras");
        ImageReader reader = new ImageReader();
        float[] pixels = new float[count * 3 * 224 * 224];
        for (int i = 0; i < count; i++) {
            float[] one = keras.apply(reader.read(photos.get(i)));
            System.arraycopy(one, 0, pixels, i * one.length, one.length);
        }
        return Tensor.of(pixels, count, 3, 224, 224);
    }

    @Test
    void classifiesPhotographs() {
        try (Scope scope = Scope.open()) {
            double[] logits = network.logits(images(PHOTOS)).toDoubles();
            long right = IntStream.range(0, PHOTOS)
                    .filter(i -> {
                        int truth = Integer.parseInt(
                                photos.get(i).getFileName().toString().substring(0, 3));
                        double own = logits[i * network.classes() + truth];
                        long better = IntStream.range(0, network.classes())
                                .filter(k -> logits[i * network.classes() + k] > own)
                                .count();
                        return better < 5;
                    })
                    .count();
            assertThat(network.classes()).isEqualTo(1000);
            assertThat(right)
                    .as("photographs whose class is among the top five")
                    .isGreaterThanOrEqualTo(9);
        }
    }

    @Test
    void listsLayersInOrder() {
        List<Layer> layers = network.layers();
        assertThat(layers).extracting(Layer::name).startsWith("features.0.pad", "features.0.conv", "features.0.bn");
        Layer last = layers.stream()
                .filter(l -> l.name().equals("features.26"))
                .findFirst()
                .orElseThrow();
        assertThat(last.kind()).isEqualTo("Block");
        assertThat(last.shape()).containsExactly(256, 7, 7);
        assertThat(last.activation()).isEqualTo(Activation.RELU6);
        assertThat(layers.stream().filter(l -> l.name().equals("features.26.bn")))
                .extracting(Layer::activation)
                .containsExactly(Activation.IDENTITY);
    }

    @Test
    void halvesAgreeWithTheWhole() {
        try (Scope scope = Scope.open()) {
            Tensor images = images(2);
            double[] expected = network.logits(images).toDoubles();
            for (String name : List.of("features.0.conv", "features.13", "features.26.bn", "features.26", "avgpool")) {
                Cut cut = network.cut(name);
                Tensor features = cut.lower(images);
                assertThat(features.shape()).endsWith(cut.layer().shape());
                assertThat(cut.upper(features).toDoubles()).as(name).containsExactly(expected, within(1e-5));
            }
        }
    }

    @Test
    void pixelGradientsAgreeWithTheWhole() {
        try (Scope scope = Scope.open()) {
            Tensor images = images(1);
            Cut cut = network.cut("features.26");
            double[] whole =
                    Autograd.differentiate(network::logits, images).gradient().toDoubles();
            double[] halves = Autograd.differentiate(x -> cut.upper(cut.lower(x)), images)
                    .gradient()
                    .toDoubles();
            assertThat(halves).containsExactly(whole, within(1e-5));
            assertThat(Arrays.stream(whole).map(Math::abs).max().orElse(0)).isGreaterThan(1e-3);
        }
    }

    @Test
    void agreesWithTheSameNetworkAsOnnx() {
        Path other = SharedFiles.find("networks/mobilenet_v1_025.onnx").orElseThrow();
        try (Scope scope = Scope.open();
                Network onnx = Networks.load(other)) {
            Tensor images = images(4);
            assertThat(network.logits(images).toDoubles())
                    .containsExactly(onnx.logits(images).toDoubles(), within(1e-4));
        }
    }

    /** What a corrected network file needs: another module behind a layer, everything else and its names kept. */
    @Test
    void moduleCanBePutBehindALayer(@TempDir Path folder) {
        Path changed = folder.resolve("changed.pt");
        try (Scope scope = Scope.open()) {
            Tensor images = images(2);
            Cut cut = network.cut("features.26");
            Tensor shift = cut.lower(images).narrow(0, 0, 1).times(0.2).copy();
            double[] expected =
                    cut.upper(cut.lower(images).minus(shift).clamp(0, 6)).toDoubles();
            ScriptWriter correction = new ScriptWriter("Correction")
                    .buffer("shift", shift)
                    .source("def forward(self, x):\n    return torch.hardtanh(x - self.shift, 0., 6.)\n");
            try (ScriptModule module = ScriptModule.load(file)) {
                module.saveWithInserted("features.26", "correction", correction, changed);
            }
            try (Network corrected = ScriptNetwork.load(changed, new ImageInput("x", 3, 224, 224))) {
                assertThat(corrected.logits(images).toDoubles()).containsExactly(expected, within(1e-4));
                assertThat(corrected.layers())
                        .extracting(Layer::name)
                        .contains("features.25.act", "features.26", "correction", "avgpool");
            }
        }
    }
}
