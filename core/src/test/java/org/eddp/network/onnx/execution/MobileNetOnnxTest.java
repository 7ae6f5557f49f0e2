package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eddp.MobileNetFiles;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A network as large as those in use, on pictures. */
class MobileNetOnnxTest {
    @TempDir
    private static Path folder;

    private static List<MobileNetFiles> networks;

    @BeforeAll
    static void write() {
        networks = MobileNetFiles.in(folder);
    }

    @ParameterizedTest
    @FieldSource("networks")
    void saysWhatIsInTheFile(MobileNetFiles files) {
        try (Network network = Networks.load(files.onnx())) {
            assertThat(network.format()).isEqualTo("ONNX, opset 13");
            assertThat(network.classes()).isEqualTo(files.classes());
            assertThat(network.input().name()).isEqualTo("image");
            Network.Layer last = network.cut("features").layer();
            assertThat(last.shape()).containsExactly(files.width(), 7, 7);
            assertThat(last.activation()).isEqualTo(Activation.RELU6);
            assertThat(network.cut(files.last()).layer()).isEqualTo(last);
            assertThat(network.layers()).extracting(Network.Layer::name).contains(last.name());
        }
    }

    @ParameterizedTest
    @FieldSource("networks")
    void givesTheLogitsOfTheReferenceOnPictures(MobileNetFiles files) {
        List<Path> pictures = files.files(20);
        float[] pixels = MobileNetFiles.pixels(pictures);
        long[] shape = {pictures.size(), 3, MobileNetFiles.SIZE, MobileNetFiles.SIZE};
        try (Network network = Networks.load(files.onnx());
                Scope scope = Scope.open();
                OnnxRuntime reference = new OnnxRuntime(files.onnx())) {
            double[] expected = reference
                    .run(Map.of("image", OnnxTensor.of("image", pixels, shape)))
                    .values();
            NumbersAgree.of(network.logits(Tensor.of(pixels, shape)).toDoubles(), expected, 1e-4);
        }
    }

    @ParameterizedTest
    @FieldSource("networks")
    void computesTheSameInHalves(MobileNetFiles files) {
        try (Network network = Networks.load(files.onnx());
                Scope scope = Scope.open()) {
            Tensor images = files.images(files.files(2));
            double[] whole = network.logits(images).toDoubles();
            for (int i = 0; i < network.layers().size(); i += 5) {
                Network.Cut cut = network.cut(network.layers().get(i).name());
                NumbersAgree.of(cut.upper(cut.lower(images)).toDoubles(), whole, 1e-4);
            }
        }
    }

    @ParameterizedTest
    @FieldSource("networks")
    void differentiatesToThePixels(MobileNetFiles files) {
        try (Network network = Networks.load(files.onnx());
                Scope scope = Scope.open()) {
            Tensor image = files.images(files.files(1));
            Tensor one = Tensor.indices(files.classes() - 1);
            Network.Cut cut = network.cut("features");
            double[] whole = Autograd.differentiate(x -> network.logits(x).select(1, one), image)
                    .gradient()
                    .toDoubles();
            double[] halves = Autograd.differentiate(
                            x -> cut.upper(cut.lower(x)).select(1, one), image)
                    .gradient()
                    .toDoubles();
            NumbersAgree.of(halves, whole, 1e-6);
            assertThat(Arrays.stream(whole).map(Math::abs).max().orElse(0)).isGreaterThan(1e-3);
        }
    }
}
