package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxBytes;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files as the exporter of current PyTorch writes them: opset 20, weights in a file beside it, modules only in the notes of
 * the nodes, shapes computed in the graph; and functions, as earlier versions of that exporter wrote them.
 */
class CurrentExportTest {
    private static final String SCOPES = "pkg.torch.onnx.name_scopes";
    private static final int SIZE = 16;

    @TempDir
    Path folder;

    /** Two blocks of convolutions; pooling is a mean over axes that are an input, and flattening asks for the batch. */
    private static Model exported() {
        TinyOnnx net = new TinyOnnx().conv(3, 8, 3, 2).node("Relu");
        String skip = net.conv(8, 8, 3, 1).node("Gelu").last();
        net.conv(8, 8, 3, 1).node("Add", List.of(skip)).node("Relu");
        net.node("ReduceMean", List.of(net.wholes(-1, -2)), Attribute.of("keepdims", 1));
        String pooled = net.last();
        String batch = net.at(TinyOnnx.IMAGE)
                .node("Shape", Attribute.of("start", 0), Attribute.of("end", 1))
                .last();
        String shape = net.nodeOf("Concat", List.of(batch, net.wholes(8)), Attribute.of("axis", 0))
                .last();
        net.at(pooled).node("Reshape", List.of(shape), Attribute.of("allowzero", 1));
        Model model = net.linear(8, 5).model(20, -1, SIZE);
        List<List<String>> modules = List.of(
                List.of("conv1"),
                List.of("relu"),
                List.of("layer1", "layer1.0", "layer1.0.conv1"),
                List.of("layer1", "layer1.0", "layer1.0.act"),
                List.of("layer1", "layer1.1", "layer1.1.conv2"),
                List.of("layer1", "layer1.1"),
                List.of("layer1", "layer1.1", "layer1.1.relu"));
        List<Node> nodes = new ArrayList<>();
        for (Node node : model.graph().nodes()) {
            int place = nodes.size();
            String own = "node_" + node.operator().toLowerCase(Locale.ROOT) + "_" + place;
            Node named =
                    new Node(own, node.operator(), "", node.inputs(), node.outputs(), node.attributes(), new byte[0]);
            List<String> inside = place < modules.size() ? modules.get(place) : List.of();
            nodes.add(named.withMetadata("namespace", "whatever")
                    .withMetadata(SCOPES, "['', " + String.join(", ", quoted(inside)) + "'" + own + "']"));
        }
        return new Model(
                10,
                "pytorch",
                model.opsets(),
                model.graph().with(nodes, model.graph().initialisers()),
                new byte[0]);
    }

    private static List<String> quoted(List<String> names) {
        List<String> quoted =
                new ArrayList<>(names.stream().map(name -> "'" + name + "'").toList());
        quoted.add(""); // ends with a comma before the node's own name
        return quoted;
    }

    private static float[] pixels(int images) {
        Random random = new Random(3);
        float[] values = new float[images * 3 * SIZE * SIZE];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    private static void agreesWithTheReference(Path file) {
        try (Network network = OnnxNetwork.load(file);
                OnnxRuntime reference = new OnnxRuntime(file);
                Scope scope = Scope.open()) {
            for (int count : new int[] {1, 3}) {
                OnnxTensor given = OnnxTensor.of(TinyOnnx.IMAGE, pixels(count), count, 3, SIZE, SIZE);
                double[] expected = reference.run(Map.of(TinyOnnx.IMAGE, given)).values();
                Tensor images = Tensor.of(pixels(count), count, 3, SIZE, SIZE);
                NumbersAgree.of(network.logits(images).toDoubles(), expected, 1e-5);
                for (Network.Layer layer : network.layers()) {
                    Network.Cut cut = network.cut(layer.name());
                    NumbersAgree.of(cut.upper(cut.lower(images)).toDoubles(), expected, 1e-5);
                }
            }
        }
    }

    @Test
    void readsWeightsBesideTheFile() throws IOException {
        Path file = folder.resolve("model.onnx");
        OnnxBytes.writeWithWeightsBeside(file, exported());
        assertThat(Model.weightFiles(file)).hasSize(1);
        agreesWithTheReference(file);
    }

    @Test
    void listsLayersByTheModulesPeopleKnow() throws IOException {
        Path file = folder.resolve("model.onnx");
        OnnxBytes.writeWithWeightsBeside(file, exported());
        try (Network network = OnnxNetwork.load(file)) {
            assertThat(network.layers()).extracting(Network.Layer::name).startsWith("conv1", "relu");
            assertThat(network.layers()).extracting(Network.Layer::name).contains("layer1", "layer1.0");
            Network.Layer block = network.cut("layer1").layer();
            assertThat(block.kind()).isEqualTo("Relu");
            assertThat(block.file())
                    .isEqualTo(
                            new Network.Layer.InFile("node_relu_6", "/Relu_6_output_0", LayerAddress.Channels.FIRST));
            for (String same : List.of("layer1.1", "layer1.1.relu", "node_relu_6", "/Relu_6_output_0")) {
                assertThat(network.cut(same).layer().name()).as(same).isEqualTo("layer1");
            }
            assertThatThrownBy(() -> network.cut("layer1.1.conv2"))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("'/Add_5_output_0'"); // the sum before the activation
        }
    }

    /** A function with an attribute of its own, called inside of another one. */
    private static Model withFunctions() {
        TinyOnnx net = new TinyOnnx().conv(3, 8, 3, 2).node("Act", Attribute.of("slope", 0.3f));
        Model model = net.node("Act").head(8, 5).model(18, -1, SIZE);
        List<Node> nodes = new ArrayList<>();
        for (Node node : model.graph().nodes()) {
            nodes.add(
                    node.operator().equals("Act")
                            ? new Node(
                                    "layer" + nodes.size(),
                                    "Act",
                                    "pkg.own",
                                    node.inputs(),
                                    node.outputs(),
                                    node.attributes(),
                                    new byte[0])
                            : node);
        }
        Graph graph = model.graph().with(nodes, model.graph().initialisers());
        List<Model.Opset> opsets = List.of(model.opsets().get(0), new Model.Opset("pkg.own", 1));
        Model calling = new Model(8, "", opsets, graph, new byte[0]);
        Node leaky =
                Node.of("leaky", "LeakyRelu", List.of("x"), List.of("y"), OnnxBytes.reference("alpha", "slope", 1));
        Node twice = new Node("twice", "Twice", "pkg.own", List.of("y"), List.of("z"), List.of(), new byte[0]);
        Node sum = Node.of("", "Add", List.of("a", "a"), List.of("b"));
        Model one = OnnxBytes.withFunction(calling, "pkg.own", "Twice", List.of("a"), List.of("b"), List.of(sum));
        return OnnxBytes.withFunction(one, "pkg.own", "Act", List.of("x"), List.of("z"), List.of(leaky, twice));
    }

    @Test
    void putsTheNodesOfFunctionsWhereTheyAreCalled() {
        Path file = folder.resolve("model.onnx");
        Model.write(file, withFunctions());
        Model read = Model.read(file);
        assertThat(read.graph().nodes())
                .extracting(Node::operator)
                .containsExactly(
                        "Conv", "LeakyRelu", "Add", "LeakyRelu", "Add", "GlobalAveragePool", "Flatten", "Gemm");
        assertThat(read.graph().nodes().get(1).attributes().get(0).value()).isEqualTo(0.3f);
        assertThat(read.graph().nodes().get(3).attributes()).isEmpty();
        assertThat(read.graph().nodes().get(2).name()).isEqualTo("/layer1/twice/Add");
        try (Network network = OnnxNetwork.load(file);
                Scope scope = Scope.open()) {
            assertThat(network.layers()).extracting(Network.Layer::name).contains("layer1", "layer2");
            Model.write(folder.resolve("flat.onnx"), read);
            try (OnnxRuntime reference = new OnnxRuntime(folder.resolve("flat.onnx"))) {
                OnnxTensor given = OnnxTensor.of(TinyOnnx.IMAGE, pixels(2), 2, 3, SIZE, SIZE);
                double[] expected = reference.run(Map.of(TinyOnnx.IMAGE, given)).values();
                double[] found =
                        network.logits(Tensor.of(pixels(2), 2, 3, SIZE, SIZE)).toDoubles();
                NumbersAgree.of(found, expected, 1e-5);
            }
        }
    }

    @Test
    void refusesFunctionsThatCallThemselves() {
        Model model = withFunctions();
        Node itself = new Node("again", "Twice", "pkg.own", List.of("a"), List.of("b"), List.of(), new byte[0]);
        Model circular = OnnxBytes.withFunction(model, "pkg.own", "Twice", List.of("a"), List.of("b"), List.of(itself));
        Path file = folder.resolve("model.onnx");
        Model.write(file, circular);
        assertThatThrownBy(() -> Model.read(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll("Twice", "calls itself");
    }

    @Test
    void refusesFunctionsThatAmountToTooMuch() {
        Model model = withFunctions();
        for (int depth = 0; depth < 20; depth++) { // 2^20 nodes from 20 short functions
            String inner = depth == 0 ? "Twice" : "F" + (depth - 1);
            List<Node> both = new ArrayList<>();
            for (String[] pair : new String[][] {{"a", "c"}, {"c", "b"}}) {
                both.add(new Node("", inner, "pkg.own", List.of(pair[0]), List.of(pair[1]), List.of(), new byte[0]));
            }
            String name = depth == 19 ? "Act" : "F" + depth;
            model = OnnxBytes.withFunction(model, "pkg.own", name, List.of("a"), List.of("b"), both);
        }
        Path file = folder.resolve("model.onnx");
        Model.write(file, model);
        assertThatThrownBy(() -> Model.read(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("nodes");
    }
}
