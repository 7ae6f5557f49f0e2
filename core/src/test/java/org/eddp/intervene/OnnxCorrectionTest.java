package org.eddp.intervene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eddp.MobileNetFiles;
import org.eddp.features.Grid;
import org.eddp.features.PatchLayer;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Corrected files run in ONNX Runtime and predict what the correction in the process predicts. */
class OnnxCorrectionTest {
    private static final int WIDTH = 6;
    private static final int CLASSES = 4;

    @TempDir
    private static Path pictures;

    @TempDir
    private Path folder;

    private static float[] numbers(int count, long seed) {
        double[] values = gaussian(1, count, seed).values();
        float[] single = new float[count];
        for (int i = 0; i < count; i++) {
            single[i] = (float) (0.5 * values[i]);
        }
        return single;
    }

    /** Images to maps by a convolution and an activation, pooled and read by a linear layer; the maps are read twice. */
    private Path maps(Activation activation, int opset) {
        Node conv = Node.of(
                "conv", "Conv", List.of("image", "kernel"), List.of("before"), Attribute.of("kernel_shape", new long[] {
                    3, 3
                }));
        Node gate = Node.of("gate", "Sigmoid", List.of("before"), List.of("gated"));
        List<Node> activated = switch (activation) {
            case IDENTITY -> List.of(conv, Node.of("layer", "Add", List.of("before", "nought"), List.of("layer")));
            case RELU -> List.of(conv, Node.of("layer", "Relu", List.of("before"), List.of("layer")));
            case RELU6 -> List.of(conv, Node.of("layer", "Clip", List.of("before", "nought", "six"), List.of("layer")));
            case SILU -> List.of(conv, gate, Node.of("layer", "Mul", List.of("before", "gated"), List.of("layer")));
        };
        List<Node> nodes = new ArrayList<>(activated);
        nodes.add(Node.of("double", "Add", List.of("layer", "layer"), List.of("doubled")));
        nodes.add(Node.of("pool", "GlobalAveragePool", List.of("doubled"), List.of("pooled")));
        nodes.add(Node.of("flat", "Flatten", List.of("pooled"), List.of("row")));
        nodes.add(Node.of("fc", "Gemm", List.of("row", "weights", "biases"), List.of("logits")));
        List<OnnxTensor> weights = List.of(
                OnnxTensor.of("kernel", numbers(WIDTH * 3 * 9, 1), WIDTH, 3, 3, 3),
                OnnxTensor.of("nought", new float[] {0}),
                OnnxTensor.of("six", new float[] {6}),
                OnnxTensor.of("weights", numbers(WIDTH * CLASSES, 2), WIDTH, CLASSES),
                OnnxTensor.of("biases", numbers(CLASSES, 3), CLASSES));
        return write(nodes, weights, opset);
    }

    /** Images cut into four tokens, of which the first stands for no patch. */
    private Path tokens() {
        List<Node> nodes = List.of(
                Node.of("cut", "Reshape", List.of("image", "cut"), List.of("pieces")),
                Node.of("embed", "MatMul", List.of("pieces", "embedding"), List.of("embedded")),
                Node.of("layer", "Relu", List.of("embedded"), List.of("layer")),
                Node.of(
                        "mix",
                        "ReduceMean",
                        List.of("layer"),
                        List.of("row"),
                        Attribute.of("axes", new long[] {1}),
                        Attribute.of("keepdims", 0)),
                Node.of("fc", "Gemm", List.of("row", "weights", "biases"), List.of("logits")));
        List<OnnxTensor> weights = List.of(
                OnnxTensor.of("cut", new long[] {-1, 4, 3 * 7 * 8 / 4}, 3),
                OnnxTensor.of("embedding", numbers(42 * WIDTH, 1), 42, WIDTH),
                OnnxTensor.of("weights", numbers(WIDTH * CLASSES, 2), WIDTH, CLASSES),
                OnnxTensor.of("biases", numbers(CLASSES, 3), CLASSES));
        return write(nodes, weights, 13);
    }

    /** Tokens of another type than the images and the logits, as converters to half precision write networks. */
    private Path tokensOf(ElementType type) {
        String layer = type == ElementType.BFLOAT16 ? "Identity" : "Relu"; // ONNX Runtime lacks the other
        List<Node> nodes = List.of(
                Node.of("cut", "Reshape", List.of("image", "cut"), List.of("pieces")),
                Node.of("embed", "MatMul", List.of("pieces", "embedding"), List.of("embedded")),
                Node.of("narrow", "Cast", List.of("embedded"), List.of("narrow"), Attribute.of("to", type.code())),
                Node.of("layer", layer, List.of("narrow"), List.of("layer")),
                Node.of("turn", "Transpose", List.of("layer"), List.of("turned"), Attribute.of("perm", new long[] {
                    0, 2, 1
                })),
                Node.of(
                        "wide",
                        "Cast",
                        List.of("turned"),
                        List.of("wide"),
                        Attribute.of("to", ElementType.FLOAT.code())),
                Node.of(
                        "mix",
                        "ReduceMean",
                        List.of("wide"),
                        List.of("row"),
                        Attribute.of("axes", new long[] {2}),
                        Attribute.of("keepdims", 0)),
                Node.of("fc", "Gemm", List.of("row", "weights", "biases"), List.of("logits")));
        List<OnnxTensor> weights = List.of(
                OnnxTensor.of("cut", new long[] {-1, 4, 3 * 7 * 8 / 4}, 3),
                OnnxTensor.of("embedding", numbers(42 * WIDTH, 1), 42, WIDTH),
                OnnxTensor.of("weights", numbers(WIDTH * CLASSES, 2), WIDTH, CLASSES),
                OnnxTensor.of("biases", numbers(CLASSES, 3), CLASSES));
        return write(nodes, weights, 13);
    }

    private Path write(List<Node> nodes, List<OnnxTensor> weights, int opset) {
        return write(nodes, weights, opset, ValueInfo.of("image", -1, 3, 7, 8));
    }

    private Path write(List<Node> nodes, List<OnnxTensor> weights, int opset, ValueInfo image) {
        Graph graph = Graph.of(nodes, weights, List.of(image), List.of(ValueInfo.of("logits", -1, CLASSES)));
        Path file = folder.resolve("network.onnx");
        Model.write(file, Model.of(opset, graph));
        return file;
    }

    /**
     * Images with the channels last, turned before the convolution, as tf2onnx writes networks of Keras; a softmax at the end, as there.
     */
    private Path channelsLast(boolean layerToo) {
        List<Node> nodes = new ArrayList<>();
        nodes.add(turned("turn", "image", "first", 0, 3, 1, 2));
        nodes.add(Node.of(
                "conv",
                "Conv",
                List.of("first", "kernel", "shift"),
                List.of("before"),
                Attribute.of("kernel_shape", new long[] {3, 3}),
                Attribute.of("strides", new long[] {2, 2}),
                Attribute.of("pads", new long[] {0, 0, 1, 1})));
        if (layerToo) {
            nodes.add(turned("back", "before", "last", 0, 2, 3, 1));
            nodes.add(Node.of("layer", "Clip", List.of("last", "nought", "six"), List.of("layer")));
            nodes.add(turned("again", "layer", "maps", 0, 3, 1, 2));
        } else {
            nodes.add(Node.of("layer", "Clip", List.of("before", "nought", "six"), List.of("layer")));
        }
        nodes.add(Node.of("pool", "GlobalAveragePool", List.of(layerToo ? "maps" : "layer"), List.of("pooled")));
        nodes.add(Node.of("squeeze", "Squeeze", List.of("pooled", "axes"), List.of("row")));
        nodes.add(Node.of("product", "MatMul", List.of("row", "weights"), List.of("product")));
        nodes.add(Node.of("sum", "Add", List.of("product", "biases"), List.of("sums")));
        nodes.add(Node.of("softmax", "Softmax", List.of("sums"), List.of("logits"), Attribute.of("axis", -1)));
        List<OnnxTensor> weights = List.of(
                OnnxTensor.of("kernel", numbers(WIDTH * 3 * 9, 1), WIDTH, 3, 3, 3),
                OnnxTensor.of("shift", numbers(WIDTH, 4), WIDTH),
                OnnxTensor.of("nought", new float[] {0}),
                OnnxTensor.of("six", new float[] {6}),
                OnnxTensor.of("axes", new long[] {2, 3}, 2),
                OnnxTensor.of("weights", numbers(WIDTH * CLASSES, 2), WIDTH, CLASSES),
                OnnxTensor.of("biases", numbers(CLASSES, 3), CLASSES));
        return write(nodes, weights, 17, ValueInfo.of("image", -1, 7, 8, 3));
    }

    private static Node turned(String name, String from, String to, long... order) {
        return Node.of(name, "Transpose", List.of(from), List.of(to), Attribute.of("perm", order));
    }

    private void corrects(Path file, Grid grid, Activation activation) throws OrtException {
        corrects(file, grid, activation, 1e-5);
    }

    private void corrects(Path file, Grid grid, Activation activation, double tolerance) throws OrtException {
        try (Network network = Networks.load(file);
                Scope scope = Scope.open()) {
            PatchLayer layer = PatchLayer.of(network.cut("layer"), grid);
            Correction correction = RandomCorrections.correction(WIDTH, activation);
            Path fixed = folder.resolve("fixed.onnx");
            Model.write(fixed, OnnxCorrection.insert(Model.read(file), layer, correction));
            float[] images = numbers(5 * 3 * 7 * 8, 9);
            double[] inProcess = new Correction.CorrectedCut(layer, correction)
                    .logits(Tensor.of(images, 5, 3, 7, 8))
                    .toDoubles();
            double[] before = network.logits(Tensor.of(images, 5, 3, 7, 8)).toDoubles();
            double[] runtime = run(fixed, "image", images, 5, 3, 7, 8);
            assertThat(runtime).containsExactly(inProcess, within(tolerance));
            assertThat(difference(before, inProcess)).isGreaterThan(0.01);
            // and our own engine reads the file too
            try (Network again = Networks.load(fixed)) {
                assertThat(again.logits(Tensor.of(images, 5, 3, 7, 8)).toDoubles())
                        .containsExactly(inProcess, within(1e-5));
            }
        }
    }

    private static double difference(double[] a, double[] b) {
        double largest = 0;
        for (int i = 0; i < a.length; i++) {
            largest = Math.max(largest, Math.abs(a[i] - b[i]));
        }
        return largest;
    }

    private static double[] run(Path file, String input, float[] images, long... shape) throws OrtException {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
                OrtSession session = environment.createSession(file.toString(), single(options));
                ai.onnxruntime.OnnxTensor given =
                        ai.onnxruntime.OnnxTensor.createTensor(environment, FloatBuffer.wrap(images), shape);
                OrtSession.Result result = session.run(Map.of(input, given))) {
            float[][] logits = (float[][]) result.get(0).getValue();
            return Arrays.stream(logits)
                    .flatMapToDouble(row -> {
                        double[] wide = new double[row.length];
                        for (int k = 0; k < wide.length; k++) {
                            wide[k] = row[k];
                        }
                        return Arrays.stream(wide);
                    })
                    .toArray();
        }
    }

    private static OrtSession.SessionOptions single(OrtSession.SessionOptions options) throws OrtException {
        options.setIntraOpNumThreads(1);
        options.setInterOpNumThreads(1);
        return options;
    }

    @ParameterizedTest
    @EnumSource(Activation.class)
    void mapsWithAnyActivation(Activation activation) throws OrtException {
        corrects(maps(activation, 13), null, activation);
    }

    @Test
    void tokensOfWhichOneIsNoPatch() throws OrtException {
        corrects(tokens(), new Grid(1, 3), Activation.RELU);
    }

    /** ONNX Runtime refuses files in which types are mixed. */
    @ParameterizedTest
    @CsvSource({"FLOAT16, 2e-3", "BFLOAT16, 2e-2", "DOUBLE, 1e-5"})
    void aLayerOfAnotherType(ElementType type, double rounding) throws OrtException {
        Activation activation = type == ElementType.BFLOAT16 ? Activation.IDENTITY : Activation.RELU;
        corrects(tokensOf(type), new Grid(1, 3), activation, rounding);
    }

    /** The corrected file takes images as the original does, and ends in probabilities as it does. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNetworkOfKeras(boolean layerToo) throws OrtException {
        Path file = channelsLast(layerToo);
        try (Network network = Networks.load(file);
                Scope scope = Scope.open()) {
            PatchLayer layer = PatchLayer.of(network.cut("layer"), null);
            Correction correction = RandomCorrections.correction(WIDTH, Activation.RELU6);
            Path fixed = folder.resolve("fixed.onnx");
            correction.writeInto(file, null, layer, fixed);
            float[] images = numbers(5 * 7 * 8 * 3, 9);
            Tensor turned = Tensor.of(images, 5, 7, 8, 3).permute(0, 3, 1, 2).contiguous();
            double[] inProcess = new Correction.CorrectedCut(layer, correction)
                    .logits(turned)
                    .softmax(1)
                    .toDoubles();
            double[] runtime = run(fixed, "image", images, 5, 7, 8, 3);
            assertThat(runtime).containsExactly(inProcess, within(1e-5));
            assertThat(difference(run(file, "image", images, 5, 7, 8, 3), runtime))
                    .isGreaterThan(0.01);
            try (Network again = Networks.load(fixed)) {
                assertThat(again.logits(turned).softmax(1).toDoubles()).containsExactly(inProcess, within(1e-5));
            }
        }
    }

    @Test
    void aCorrectedFileCanBeCorrectedAgain() {
        Path file = maps(Activation.RELU, 11);
        try (Network network = Networks.load(file)) {
            PatchLayer layer = PatchLayer.of(network.cut("layer"), null);
            Model once = OnnxCorrection.insert(
                    Model.read(file), layer, RandomCorrections.correction(WIDTH, Activation.RELU));
            Model twice = OnnxCorrection.insert(once, layer, RandomCorrections.correction(WIDTH, Activation.RELU));
            List<String> names = twice.graph().nodes().stream()
                    .flatMap(node -> node.outputs().stream())
                    .toList();
            assertThat(names).doesNotHaveDuplicates();
        }
    }

    @Test
    void refusesAFileThatLacksTheLayer() {
        Path file = maps(Activation.RELU, 13);
        try (Network network = Networks.load(file)) {
            PatchLayer layer = PatchLayer.of(network.cut("layer"), null);
            Model other = Model.read(tokens());
            Model renamed = other.with(other.graph()
                    .with(
                            other.graph().nodes().stream()
                                    .filter(node -> !node.outputs().contains("layer"))
                                    .toList(),
                            other.graph().initialisers()));
            Correction correction = RandomCorrections.correction(WIDTH, Activation.RELU);
            assertThatThrownBy(() -> OnnxCorrection.insert(renamed, layer, correction))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("'layer'");
        }
    }

    private static List<MobileNetFiles> networks() {
        return MobileNetFiles.in(pictures);
    }

    @ParameterizedTest
    @MethodSource("networks")
    void aNetworkAsLargeAsThoseInUse(MobileNetFiles files) throws OrtException {
        try (Network network = Networks.load(files.onnx());
                Scope scope = Scope.open()) {
            PatchLayer layer = PatchLayer.of(network.cut("features"), null);
            Correction correction = RandomCorrections.correction(
                    layer.width(), layer.cut().layer().activation());
            Path fixed = folder.resolve("fixed.onnx");
            Model.write(fixed, OnnxCorrection.insert(Model.read(files.onnx()), layer, correction));
            float[] images = numbers(2 * 3 * 224 * 224, 9);
            double[] inProcess = new Correction.CorrectedCut(layer, correction)
                    .logits(Tensor.of(images, 2, 3, 224, 224))
                    .toDoubles();
            double[] runtime = run(fixed, network.input().name(), images, 2, 3, 224, 224);
            double largest = Arrays.stream(inProcess).map(Math::abs).max().orElse(0);
            assertThat(difference(runtime, inProcess)).isLessThan(1e-5 * largest);
            assertThat(layer.rows(layer.cut().lower(Tensor.of(images, 2, 3, 224, 224)))
                            .type())
                    .isEqualTo(DType.FLOAT32);
        }
    }
}
