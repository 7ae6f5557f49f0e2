package org.eddp.experiments.training;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.training.TrainedNetwork.Architecture;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;

/**
 * The network as an ONNX file. A value is called after the layer that computes it, and nodes are named as exporters name
 * them ({@code /block1/conv1/Conv}), so that a block, too, is a layer with a name.
 */
final class OnnxExport implements Backend<String> {
    private static final int OPSET = 17;

    private final Architecture architecture;
    private final FoldedWeights weights;
    private final List<Node> nodes = new ArrayList<>();
    private final List<OnnxTensor> tensors = new ArrayList<>();

    OnnxExport(Architecture architecture, FoldedWeights weights) {
        this.architecture = architecture;
        this.weights = weights;
    }

    void write(Path file) {
        String logits = architecture.apply(this, "image");
        ValueInfo input =
                ValueInfo.of("image", -1, architecture.channels(), architecture.height(), architecture.width());
        ValueInfo output = ValueInfo.of(logits, -1, architecture.classes());
        Model.write(file, Model.of(OPSET, Graph.of(nodes, tensors, List.of(input), List.of(output))));
    }

    private String node(String name, String operator, List<String> inputs, Attribute... attributes) {
        nodes.add(Node.of("/" + name.replace('.', '/') + "/" + operator, operator, inputs, List.of(name), attributes));
        return name;
    }

    /** Adds the weights of a layer and returns its inputs. */
    private List<String> inputs(String layer, String input) {
        FoldedWeights.Kernel kernel = weights.kernels().get(layer);
        float[] bias = weights.biases().get(layer);
        tensors.add(OnnxTensor.of(layer + ".weight", kernel.values(), kernel.shape()));
        tensors.add(OnnxTensor.of(layer + ".bias", bias, bias.length));
        return List.of(input, layer + ".weight", layer + ".bias");
    }

    @Override
    public String convolution(Stage.Convolution c, String input) {
        return node(
                c.name(),
                "Conv",
                inputs(c.name(), input),
                Attribute.of("kernel_shape", new long[] {c.kernel(), c.kernel()}),
                Attribute.of("strides", new long[] {c.stride(), c.stride()}),
                Attribute.of("pads", new long[] {c.padding(), c.padding(), c.padding(), c.padding()}));
    }

    @Override
    public String relu(String name, String input) {
        return node(name, "Relu", List.of(input));
    }

    @Override
    public String add(String name, String left, String right) {
        return node(name, "Add", List.of(left, right));
    }

    @Override
    public String maxPool(Stage.MaxPool p, String input) {
        return node(
                p.name(),
                "MaxPool",
                List.of(input),
                Attribute.of("kernel_shape", new long[] {p.kernel(), p.kernel()}),
                Attribute.of("strides", new long[] {p.stride(), p.stride()}));
    }

    @Override
    public String averagePool(String name, String input) {
        String pooled = node(name, "GlobalAveragePool", List.of(input));
        return node(name + ".flat", "Flatten", List.of(pooled), Attribute.of("axis", 1L));
    }

    @Override
    public String linear(Stage.Linear linear, String input) {
        return node(linear.name(), "Gemm", inputs(linear.name(), input), Attribute.of("transB", 1L));
    }
}
