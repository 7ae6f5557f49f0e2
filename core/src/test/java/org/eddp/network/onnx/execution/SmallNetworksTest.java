package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.eddp.failure.InvalidInput;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.OnnxBytes;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole networks of every kind of connection: logits, halves and gradients. */
class SmallNetworksTest {
    private static final int SIZE = 16;

    @TempDir
    Path folder;

    static Stream<Arguments> networks() {
        return Stream.of(
                Arguments.of("residual", TinyOnnx.residual().model(13, -1, SIZE)),
                Arguments.of("concatenating", TinyOnnx.concatenating().model(11, -1, SIZE)),
                Arguments.of("depthwise", TinyOnnx.depthwise().model(12, -1, SIZE)),
                Arguments.of("squeeze and excite", TinyOnnx.squeezeAndExcite().model(14, -1, SIZE)),
                Arguments.of("transformer", TinyOnnx.transformer().model(17, -1, SIZE)));
    }

    private Path write(Model model) {
        Path file = folder.resolve("network.onnx");
        Model.write(file, model);
        return file;
    }

    private static float[] pixels(int images) {
        Random random = new Random(3);
        float[] values = new float[images * 3 * SIZE * SIZE];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    private static Tensor images(int count, DType type) {
        return Tensor.of(pixels(count), count, 3, SIZE, SIZE).to(type);
    }

    /** What goes into a softmax at the end, if there is one. */
    private static Model withLogits(Model model) {
        Signature signature = Signature.of(model, null);
        Graph graph = model.graph();
        ValueInfo output = new ValueInfo(signature.logits(), ElementType.FLOAT, null, new byte[0]);
        return model.with(Graph.of(graph.nodes(), graph.initialisers(), graph.inputs(), List.of(output)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("networks")
    void givesTheLogitsOfTheReference(String name, Model model) {
        try (Network network = OnnxNetwork.load(write(model));
                OnnxRuntime reference = new OnnxRuntime(OnnxBytes.of(withLogits(model)));
                Scope scope = Scope.open()) {
            for (int count : new int[] {1, 3}) {
                OnnxTensor given = OnnxTensor.of(TinyOnnx.IMAGE, pixels(count), count, 3, SIZE, SIZE);
                OnnxRuntime.Numbers expected = reference.run(Map.of(TinyOnnx.IMAGE, given));
                Tensor logits = network.logits(images(count, DType.FLOAT32));
                assertThat(logits.shape()).isEqualTo(expected.shape());
                NumbersAgree.of(logits.toDoubles(), expected.values(), 1e-5);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("networks")
    void isTheSameInHalvesAtEveryLayer(String name, Model model) {
        try (Network network = OnnxNetwork.load(write(model), null, DType.FLOAT64);
                Scope scope = Scope.open()) {
            Tensor images = images(3, DType.FLOAT64);
            Autograd.Differentiated whole = Autograd.differentiate(x -> weighted(network.logits(x)), images);
            double[] logits = network.logits(images).toDoubles();
            assertThat(network.layers()).isNotEmpty();
            for (Network.Layer layer : network.layers()) {
                Network.Cut cut = network.cut(layer.name());
                Tensor features = cut.lower(images);
                assertThat(features.shape()).as(layer.name()).startsWith(3).endsWith(layer.shape());
                double[] before = features.toDoubles();
                NumbersAgree.of(cut.upper(features).toDoubles(), logits, 1e-12);
                assertThat(features.toDoubles())
                        .as("features are left as they were")
                        .isEqualTo(before);
                Autograd.Differentiated halves = Autograd.differentiate(x -> weighted(cut.upper(cut.lower(x))), images);
                NumbersAgree.of(halves.gradient().toDoubles(), whole.gradient().toDoubles(), 1e-11);
            }
        }
    }

    /** A sum in which every logit counts differently. */
    private static Tensor weighted(Tensor logits) {
        double[] weights = new double[logits.size(1)];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = 1 + i;
        }
        return logits.times(Tensor.of(weights, logits.type(), 1, weights.length));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("networks")
    void differentiatesAsFiniteDifferencesDo(String name, Model model) {
        try (Network network = OnnxNetwork.load(write(model), null, DType.FLOAT64);
                Scope scope = Scope.open()) {
            Tensor image = images(1, DType.FLOAT64);
            checkGradient(x -> weighted(network.logits(x)), image);
            Network.Layer layer = network.layers().get(network.layers().size() / 2);
            Network.Cut cut = network.cut(layer.name());
            checkGradient(x -> weighted(cut.upper(x)), cut.lower(image));
        }
    }

    private static void checkGradient(UnaryOperator<Tensor> function, Tensor point) {
        double[] at = point.toDoubles();
        double[] gradient = Autograd.differentiate(function, point).gradient().toDoubles();
        Random random = new Random(7);
        double step = 1e-6;
        for (int i = 0; i < 12; i++) {
            int index = random.nextInt(at.length);
            double difference = (valueAt(function, at, index, step, point) - valueAt(function, at, index, -step, point))
                    / (2 * step);
            NumbersAgree.of(new double[] {gradient[index]}, new double[] {difference}, 1e-6);
        }
    }

    private static double valueAt(UnaryOperator<Tensor> function, double[] at, int index, double step, Tensor like) {
        double[] moved = at.clone();
        moved[index] += step;
        return function.apply(Tensor.of(moved, DType.FLOAT64, like.shape()))
                .sum()
                .item();
    }

    @Test
    void findsLayersByValueNodeAndModule() {
        try (Network network = OnnxNetwork.load(write(TinyOnnx.residual().model(13, -1, SIZE)))) {
            Network.Layer last = network.cut("layer1").layer();
            assertThat(last.kind()).isEqualTo("Relu");
            assertThat(last.activation()).isEqualTo(Activation.RELU);
            assertThat(last.shape()).containsExactly(12, 4, 4);
            assertThat(network.cut("layer1.1").layer()).isSameAs(last);
            assertThat(network.cut(last.name()).layer()).isSameAs(last);
            assertThat(network.cut(last.name().replace("_output_0", "")).layer())
                    .isSameAs(last);
            assertThat(network.cut("layer1.0").layer().shape()).containsExactly(8, 8, 8);
        }
    }

    @Test
    void offersNearNamesAndSaysWhyItCannotCut() {
        try (Network network = OnnxNetwork.load(write(TinyOnnx.residual().model(13, -1, SIZE)))) {
            assertThatThrownBy(() -> network.cut("layer2"))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("layer1");
            assertThatThrownBy(() -> network.cut("/layer1/layer1.0/Conv_2_output_0"))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("also reads '/stem/Relu_1_output_0'")
                    .hasMessageContaining("next place to cut");
        }
    }

    @Test
    void recognisesActivations() {
        try (Network silu = OnnxNetwork.load(write(TinyOnnx.squeezeAndExcite().model(14, -1, SIZE)))) {
            assertThat(silu.layers())
                    .extracting(Network.Layer::activation)
                    .contains(Activation.SILU, Activation.IDENTITY);
        }
        try (Network relu6 = OnnxNetwork.load(write(TinyOnnx.depthwise().model(12, -1, SIZE)))) {
            assertThat(relu6.layers()).extracting(Network.Layer::activation).contains(Activation.RELU6);
        }
    }

    @Test
    void listsTokensOfATransformer() {
        try (Network network = OnnxNetwork.load(write(TinyOnnx.transformer().model(17, -1, SIZE)))) {
            Network.Layer layer = network.cut("encoder.layer_0").layer();
            assertThat(layer.shape()).containsExactly(17, 8);
            assertThat(layer.hasPatches()).isTrue();
        }
    }

    @Test
    void runsImageByImageWhereOneImageIsBakedIn() {
        TinyOnnx net = new TinyOnnx().conv(3, 4, 3, 2).node("Relu").node("GlobalAveragePool");
        net.node("Reshape", List.of(net.wholes(1, -1))).linear(4, 5);
        Model model = net.model(13, 1, SIZE);
        try (Network network = OnnxNetwork.load(write(model));
                Scope scope = Scope.open()) {
            Tensor images = images(3, DType.FLOAT32);
            Tensor logits = network.logits(images);
            assertThat(logits.shape()).containsExactly(3, 5);
            NumbersAgree.of(
                    logits.narrow(0, 2, 1).toDoubles(),
                    network.logits(images.narrow(0, 2, 1)).toDoubles(),
                    1e-6);
            Network.Cut cut = network.cut(network.layers().get(1).name());
            NumbersAgree.of(cut.upper(cut.lower(images)).toDoubles(), logits.toDoubles(), 1e-6);
        }
    }

    @Test
    void leavesTheSizeOpenWhereTheFileDoes() {
        try (Network network = OnnxNetwork.load(write(TinyOnnx.residual().model(13, -1, -1)));
                Scope scope = Scope.open()) {
            assertThat(network.input().height()).isZero();
            Tensor images = images(2, DType.FLOAT32);
            Network.Cut cut = network.cut("layer1");
            NumbersAgree.of(
                    cut.upper(cut.lower(images)).toDoubles(),
                    network.logits(images).toDoubles(),
                    1e-6);
        }
    }

    @Test
    void givesTheSameOnManyThreads() {
        try (Network network =
                        OnnxNetwork.load(write(TinyOnnx.squeezeAndExcite().model(14, -1, SIZE)));
                Workers workers = new Workers(4);
                Scope scope = Scope.open()) {
            Tensor images = images(8, DType.FLOAT32);
            double[] expected = network.logits(images.narrow(0, 5, 1)).toDoubles();
            workers.forEach(
                    40,
                    i -> network.logits(images.narrow(0, 5, 1)).toDoubles(),
                    logits -> assertThat(logits).isEqualTo(expected));
        }
    }

    /** A convolution that limits its values itself would make zeros of them. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsNoNumberIsNotHiddenByAnActivationBehindIt(boolean inTheKernels) {
        TinyOnnx net = new TinyOnnx();
        if (!inTheKernels) {
            String variance = net.constant(new float[] {-1, 1, 1}, 3);
            net.node("BatchNormalization", List.of(net.weight(3), net.weight(3), net.weight(3), variance));
        }
        String kernels = net.constant(new float[] {inTheKernels ? Float.NaN : 1, 1, 1, 1, 1, 1}, 2, 3, 1, 1);
        Model model = net.node("Conv", List.of(kernels)).node("Relu").head(2, 2).model(13, -1, SIZE);
        try (Network network = OnnxNetwork.load(write(model));
                Scope scope = Scope.open()) {
            assertThat(network.logits(images(2, DType.FLOAT32)).toDoubles()).containsOnly(Double.NaN);
        }
    }

    @Test
    void refusesImagesThatDoNotFit() {
        try (Network network = OnnxNetwork.load(write(TinyOnnx.residual().model(13, -1, SIZE)));
                Scope scope = Scope.open()) {
            assertThatThrownBy(() -> network.logits(Tensor.zeros(DType.FLOAT32, 1, 1, SIZE, SIZE)))
                    .isInstanceOf(InvalidInput.class)
                    .hasMessageContaining("n x 3 x 16 x 16");
            assertThatThrownBy(() -> network.cut("layer1").upper(Tensor.zeros(DType.FLOAT32, 1, 3, 4, 4)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
