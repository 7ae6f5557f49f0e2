package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are ONNX but cannot be run here: every one is refused with a message that says why. */
class RefusedNetworksTest {
    @TempDir
    Path folder;

    private Network load(Model model) {
        Path file = folder.resolve("network.onnx");
        Model.write(file, model);
        return OnnxNetwork.load(file);
    }

    private void refused(Model model, String... parts) {
        assertThatThrownBy(() -> load(model).close())
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll(parts)
                .hasMessageContaining("network.onnx");
    }

    private static TinyOnnx plain() {
        return new TinyOnnx().conv(3, 4, 3, 2).node("Relu").head(4, 5);
    }

    private static Model plainModel() {
        return plain().model(13, -1, 16);
    }

    private static Model with(Model model, List<Node> nodes) {
        return model.with(model.graph().with(nodes, model.graph().initialisers()));
    }

    @Test
    void namesAllUnknownOperators() {
        TinyOnnx net = new TinyOnnx().conv(3, 4, 3, 2).node("NonMaxSuppression").node("Relu");
        net.node("Det").node("Det").head(4, 5);
        refused(net.model(13, -1, 16), "NonMaxSuppression", "Det", "and 1 more", "opset 13");
    }

    /** They would run graphs inside of graphs. */
    @Test
    void loopsAndBranchesAreRefused() {
        for (String operator : List.of("Loop", "If", "Scan")) {
            refused(new TinyOnnx().conv(3, 4, 3, 2).node(operator).head(4, 5).model(13, -1, 16), operator);
        }
    }

    @Test
    void namesOperatorsOfOtherDomains() {
        Model model = plainModel();
        List<Node> nodes = new ArrayList<>(model.graph().nodes());
        Node relu = nodes.get(1);
        nodes.set(
                1,
                new Node(
                        relu.name(),
                        relu.operator(),
                        "com.example",
                        relu.inputs(),
                        relu.outputs(),
                        List.of(),
                        new byte[0]));
        refused(with(model, nodes), "com.example.Relu");
    }

    @Test
    void explainsQuantisedOperatorsOfOthers() {
        TinyOnnx net = new TinyOnnx().conv(3, 4, 3, 2).node("QLinearSoftmax");
        refused(net.head(4, 5).model(13, -1, 16), "QLinearSoftmax", "QDQ", "single precision");
    }

    /** Statistics of a batch would make the result of an image depend on the others; those of weights are constant. */
    @Test
    void refusesTrainingModeOfImagesOnly() {
        Attribute training = Attribute.of("training_mode", 1);
        TinyOnnx images = new TinyOnnx().conv(3, 4, 3, 2);
        images.node(
                "BatchNormalization",
                List.of(images.positive(4), images.weight(4), images.weight(4), images.positive(4)),
                training);
        refused(images.head(4, 5).model(15, -1, 16), "BatchNormalization", "model.eval()");
        TinyOnnx weights = new TinyOnnx();
        weights.at(weights.weight(1, 4, 27));
        weights.node(
                "BatchNormalization",
                List.of(weights.positive(4), weights.weight(4), weights.weight(4), weights.positive(4)),
                training);
        weights.node("Reshape", List.of(weights.wholes(4, 3, 3, 3)));
        weights.nodeOf("Conv", List.of(TinyOnnx.IMAGE, weights.last())).head(4, 5);
        load(weights.model(15, -1, 16)).close();
    }

    @Test
    void refusesOpsetsOutside() {
        refused(plain().model(10, -1, 16), "opset 10", "11 to 23");
        refused(plain().model(24, -1, 16), "opset 24", "opset_version=23");
        Model model = plainModel();
        refused(new Model(8, "", List.of(), model.graph(), new byte[0]), "opset");
    }

    @Test
    void takesTheLongNameOfTheStandardOperators() {
        Model model = plainModel();
        load(new Model(8, "", List.of(new Model.Opset("ai.onnx", 13)), model.graph(), new byte[0]))
                .close();
    }

    @Test
    void refusesMissingWeights() {
        Model model = plainModel();
        Graph graph = model.graph();
        List<OnnxTensor> weights = graph.initialisers();
        refused(model.with(graph.with(graph.nodes(), weights.subList(1, weights.size()))), "w0", "Conv_0");
    }

    @Test
    void refusesCircles() {
        Model model = plainModel();
        List<Node> nodes = new ArrayList<>(model.graph().nodes());
        Node relu = nodes.get(1);
        nodes.set(
                1,
                Node.of(
                        relu.name(),
                        "Add",
                        List.of(relu.inputs().get(0), nodes.get(2).outputs().get(0)),
                        relu.outputs()));
        refused(with(model, nodes), "circles");
    }

    @Test
    void refusesValuesThatAreDefinedTwice() {
        Model model = plainModel();
        List<Node> nodes = new ArrayList<>(model.graph().nodes());
        nodes.add(nodes.get(1));
        refused(with(model, nodes), "twice");
    }

    @Test
    void sortsNodesThatAreOutOfOrder() {
        Model model = plainModel();
        List<Node> nodes = new ArrayList<>(model.graph().nodes());
        Collections.reverse(nodes);
        try (Network network = load(with(model, nodes))) {
            assertThat(network.classes()).isEqualTo(5);
        }
    }

    @Test
    void refusesMissingInputsOfOperators() {
        for (String operator : List.of("Conv", "Mul", "Reshape", "Pad", "Gemm", "MaxPool", "Where")) {
            TinyOnnx net = new TinyOnnx().node(operator);
            refused(net.head(3, 5).model(13, -1, 16), operator);
        }
    }

    @Test
    void refusesOtherInputsAndOutputs() {
        Model model = plainModel();
        Graph graph = model.graph();
        ValueInfo image = graph.inputs().get(0);
        ValueInfo output = graph.outputs().get(0);
        refused(model.with(withInputs(graph, List.of(image, ValueInfo.of("more", 1)))), "2 inputs", "more");
        refused(model.with(withInputs(graph, List.of())), "0 inputs");
        refused(model.with(withInputs(graph, List.of(ValueInfo.of("image", -1, 16, 16, 3)))), "channels last");
        refused(model.with(withInputs(graph, List.of(ValueInfo.of("image", 1, 3)))), "1 x 3", "height");
        ValueInfo shapeless = new ValueInfo("image", ElementType.FLOAT, null, new byte[0]);
        refused(model.with(withInputs(graph, List.of(shapeless))), "'image'", "unknown", "height");
        ValueInfo typeless = new ValueInfo("image", null, image.shape(), new byte[0]);
        refused(model.with(withInputs(graph, List.of(typeless))), "'image'", "does not take numbers");
        refused(model.with(withInputs(graph, List.of(ValueInfo.of("image", 1, 3, 1L << 40, 16)))), "1099511627776");
        ValueInfo second = ValueInfo.of(graph.nodes().get(1).outputs().get(0));
        Model two = model.with(Graph.of(graph.nodes(), graph.initialisers(), graph.inputs(), List.of(second, output)));
        refused(two, "2 outputs", output.name());
        try (Network network = OnnxNetwork.load(folder.resolve("network.onnx"), output.name())) {
            assertThat(network.classes()).isEqualTo(5);
        }
    }

    private static Graph withInputs(Graph graph, List<ValueInfo> inputs) {
        return Graph.of(graph.nodes(), graph.initialisers(), inputs, graph.outputs());
    }

    @Test
    void refusesWhatIsNoClassifier() {
        refused(new TinyOnnx().conv(3, 4, 3, 2).model(13, -1, 16), "one number per class", "[1, 4, 8, 8]");
        TinyOnnx constant = new TinyOnnx();
        constant.node("Shape").node("ConstantOfShape").node("GlobalAveragePool").node("Flatten");
        refused(constant.model(13, -1, 16), "one number per class");
    }

    @Test
    void namesTheNodeThatFails() {
        refused(new TinyOnnx().conv(3, 4, 3, 2).head(7, 5).model(13, -1, 16), "Gemm", "[1, 4]");
    }

    @Test
    void seesThroughIdentitiesBeforeTheSoftmax() {
        TinyOnnx net = plain().node("Softmax").node("Identity");
        try (Network network = load(net.model(13, -1, 16))) {
            assertThat(network.classes()).isEqualTo(5);
            assertThat(network.format()).isEqualTo("ONNX, opset 13, softmax at the end left out");
        }
        try (Network network = load(plain().model(13, -1, 16))) {
            assertThat(network.format()).isEqualTo("ONNX, opset 13");
        }
    }

    @Test
    void hugeSizesAreRefusedByNode() {
        long pad = 1 << 14;
        TinyOnnx padded = new TinyOnnx().conv(3, 64, 3, 1, new long[] {pad, pad, pad, pad}, 1);
        refused(padded.head(64, 5).model(13, -1, 16), "Conv_0", "[1, 3, 32784, 32784]", "elements");

        TinyOnnx channels = new TinyOnnx().conv(3, 300, 1, 1, new long[] {500, 500, 500, 500}, 1);
        refused(channels.head(300, 5).model(13, -1, 16), "Conv_0", "[1, 300, 1016, 1016]", "elements");

        TinyOnnx pads = new TinyOnnx();
        pads.node("Pad", List.of(pads.wholes(0, 0, 0, 1_000_000, 0, 0, 0, 1_000_000)));
        refused(pads.head(3, 5).model(13, -1, 512), "Pad_0", "[1, 3, 512, 2000512]", "elements");

        TinyOnnx sum = new TinyOnnx();
        sum.node("Reshape", List.of(sum.wholes(-1, 1)));
        String column = sum.last();
        sum.node("Reshape", List.of(sum.wholes(1, -1))).node("Add", List.of(column));
        refused(sum.node("Flatten").model(13, -1, 96), "Add_2", "[27648, 27648]", "elements");

        TinyOnnx product = new TinyOnnx();
        product.node("Reshape", List.of(product.wholes(1, -1)));
        String row = product.last();
        product.at(TinyOnnx.IMAGE)
                .node("Reshape", List.of(product.wholes(-1, 1)))
                .node("MatMul", List.of(row));
        refused(product.node("Flatten").model(13, -1, 96), "MatMul_2", "[27648, 27648]", "elements");
    }

    @Test
    void theFirstRunHasABudget() {
        GraphStep step =
                new GraphStep(Node.of("/block/Pad_7", "Pad", List.of(), List.of()), null, new int[0], new int[0]);
        TrialBudget memory = new TrialBudget(new TrialLimits(1000, 16));
        memory.check(step);
        try (Scope scope = Scope.open()) {
            Tensor.zeros(DType.FLOAT32, 16 << 20).plus(1);
            assertThatThrownBy(() -> memory.check(step))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContainingAll("/block/Pad_7", "more than 16 MB", "EDDP_TRIAL_MEGABYTES");
        }
        TrialBudget time = new TrialBudget(new TrialLimits(1, 100_000));
        assertThatThrownBy(() -> {
                    while (true) {
                        time.check(step);
                    }
                })
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll("/block/Pad_7", "within 1 seconds", "EDDP_TRIAL_SECONDS");
    }
}
