package org.eddp.network.torch.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.MobileNetFiles;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.script.ScriptModule;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A network as large as those in use, on pictures. */
class MobileNetScriptTest {
    @TempDir
    private static Path folder;

    private static List<MobileNetFiles> networks;

    @BeforeAll
    static void write() {
        networks = MobileNetFiles.in(folder);
    }

    @ParameterizedTest
    @FieldSource("networks")
    void recognisesPictures(MobileNetFiles files) {
        List<Path> pictures = files.files(12);
        try (Scope scope = Scope.open();
                Network network = ScriptNetwork.load(files.script())) {
            double[] logits = network.logits(files.images(pictures)).toDoubles();
            long right = IntStream.range(0, pictures.size())
                    .filter(i -> files.recognised(pictures.get(i).getFileName().toString(), logits, i))
                    .count();
            assertThat(network.classes()).isEqualTo(files.classes());
            assertThat(right).isGreaterThanOrEqualTo(9);
        }
    }

    @ParameterizedTest
    @FieldSource("networks")
    void listsLayersInOrder(MobileNetFiles files) {
        try (Network network = ScriptNetwork.load(files.script())) {
            List<Network.Layer> layers = network.layers();
            assertThat(layers)
                    .extracting(Network.Layer::name)
                    .startsWith("features.0.pad", "features.0.conv", "features.0.bn");
            Network.Layer last = network.cut(files.last()).layer();
            assertThat(layers).extracting(Network.Layer::name).contains(last.name());
            assertThat(last.kind()).isEqualTo("Block");
            assertThat(last.shape()).containsExactly(files.width(), 7, 7);
            assertThat(last.activation()).isEqualTo(Activation.RELU6);
            assertThat(layers.stream().filter(l -> l.name().equals(files.last() + ".bn")))
                    .extracting(Network.Layer::activation)
                    .containsExactly(Activation.IDENTITY);
        }
    }

    @ParameterizedTest
    @FieldSource("networks")
    void halvesAgreeWithTheWhole(MobileNetFiles files) {
        try (Scope scope = Scope.open();
                Network network = ScriptNetwork.load(files.script())) {
            Tensor images = files.images(files.files(2));
            double[] expected = network.logits(images).toDoubles();
            for (String name :
                    List.of("features.0.conv", "features.5", files.last() + ".bn", files.last(), "avgpool")) {
                Network.Cut cut = network.cut(name);
                Tensor features = cut.lower(images);
                assertThat(features.shape()).endsWith(cut.layer().shape());
                assertThat(cut.upper(features).toDoubles()).as(name).containsExactly(expected, within(1e-5));
            }
        }
    }

    @ParameterizedTest
    @FieldSource("networks")
    void pixelGradientsAgreeWithTheWhole(MobileNetFiles files) {
        try (Scope scope = Scope.open();
                Network network = ScriptNetwork.load(files.script())) {
            Tensor images = files.images(files.files(1));
            Network.Cut cut = network.cut(files.last());
            Tensor one = Tensor.indices(0);
            double[] whole = Autograd.differentiate(x -> network.logits(x).select(1, one), images)
                    .gradient()
                    .toDoubles();
            double[] halves = Autograd.differentiate(
                            x -> cut.upper(cut.lower(x)).select(1, one), images)
                    .gradient()
                    .toDoubles();
            assertThat(halves).containsExactly(whole, within(1e-5));
            assertThat(Arrays.stream(whole).map(Math::abs).max().orElse(0)).isGreaterThan(1e-3);
        }
    }

    @ParameterizedTest
    @FieldSource("networks")
    void agreesWithTheSameNetworkAsOnnx(MobileNetFiles files) {
        try (Scope scope = Scope.open();
                Network network = ScriptNetwork.load(files.script());
                Network onnx = Networks.load(files.onnx())) {
            Tensor images = files.images(files.files(4));
            assertThat(network.logits(images).toDoubles())
                    .containsExactly(onnx.logits(images).toDoubles(), within(1e-4));
        }
    }

    /** What a corrected network file needs: another module behind a layer, everything else and its names kept. */
    @ParameterizedTest
    @FieldSource("networks")
    void moduleCanBePutBehindALayer(MobileNetFiles files) {
        Path changed = folder.resolve("changed.pt");
        try (Scope scope = Scope.open();
                Network network = ScriptNetwork.load(files.script())) {
            Tensor images = files.images(files.files(2));
            Network.Cut cut = network.cut(files.last());
            Tensor shift = cut.lower(images).narrow(0, 0, 1).times(0.2).copy();
            double[] expected =
                    cut.upper(cut.lower(images).minus(shift).clamp(0, 6)).toDoubles();
            ScriptWriter correction = new ScriptWriter("Correction")
                    .buffer("shift", shift)
                    .source("def forward(self, x):\n    return torch.hardtanh(x - self.shift, 0., 6.)\n");
            try (ScriptModule module = ScriptModule.load(files.script())) {
                module.saveWithInserted(files.last(), "correction", correction, changed);
            }
            try (Network corrected = ScriptNetwork.load(changed, new ImageInput("x", 3, 224, 224))) {
                assertThat(corrected.logits(images).toDoubles()).containsExactly(expected, within(1e-4));
                assertThat(corrected.layers())
                        .extracting(Network.Layer::name)
                        .contains("features.1.act", files.last(), "correction", "avgpool");
            }
        }
    }
}
