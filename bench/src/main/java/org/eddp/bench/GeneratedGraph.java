package org.eddp.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;

/** Builds a network with random weights, node by node; every method adds nodes and returns the name of their output. */
final class GeneratedGraph {
    static final String IMAGE = "image";
    static final int SIZE = 224;
    private static final int CLASSES = 1000;

    private final List<Node> nodes = new ArrayList<>();
    private final List<OnnxTensor> weights = new ArrayList<>();
    private final SplittableRandom random;

    GeneratedGraph(long seed) {
        random = new SplittableRandom(seed);
    }

    String node(String operator, List<String> inputs, Attribute... attributes) {
        String name = operator + nodes.size();
        nodes.add(Node.of(name, operator, inputs, List.of(name + ".out"), attributes));
        return name + ".out";
    }

    List<String> split(String value, int parts) {
        String name = "Split" + nodes.size();
        List<String> outputs = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            outputs.add(name + ".out" + i);
        }
        nodes.add(Node.of(name, "Split", List.of(value), outputs, Attribute.of("axis", -1)));
        return outputs;
    }

    String weight(double deviation, long... shape) {
        return add(gaussian(random, "weight" + weights.size(), deviation, shape));
    }

    /** Normally distributed numbers. */
    static OnnxTensor gaussian(SplittableRandom random, String name, double deviation, long... shape) {
        int count = 1;
        for (long length : shape) {
            count *= (int) length;
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (deviation * random.nextGaussian());
        }
        return OnnxTensor.of(name, values, shape);
    }

    String number(double value) {
        return add(OnnxTensor.of("weight" + weights.size(), new float[] {(float) value}));
    }

    String wholes(long... values) {
        return add(OnnxTensor.of("weight" + weights.size(), values, values.length));
    }

    private String add(OnnxTensor tensor) {
        weights.add(tensor);
        return tensor.name();
    }

    String convolution(String from, int in, int out, int kernel, int stride, int groups, int pad) {
        int inputs = in / groups;
        return node(
                "Conv",
                List.of(
                        from,
                        weight(Math.sqrt(1.0 / (inputs * kernel * kernel)), out, inputs, kernel, kernel),
                        weight(0.1, out)),
                Attribute.of("kernel_shape", new long[] {kernel, kernel}),
                Attribute.of("strides", new long[] {stride, stride}),
                Attribute.of("pads", new long[] {pad, pad, pad, pad}),
                Attribute.of("group", groups));
    }

    String transpose(String value, long... order) {
        return node("Transpose", List.of(value), Attribute.of("perm", order));
    }

    String reshape(String value, long... shape) {
        return node("Reshape", List.of(value, wholes(shape)));
    }

    String normalise(String value, int width) {
        return node(
                "LayerNormalization",
                List.of(value, weight(1, width), weight(0.1, width)),
                Attribute.of("axis", -1),
                Attribute.of("epsilon", 1e-6f));
    }

    String linear(String value, int in, int out) {
        String product = node("MatMul", List.of(value, weight(Math.sqrt(1.0 / in), in, out)));
        return node("Add", List.of(weight(0.1, out), product));
    }

    /** Spelled out with the error function, as exporters do before opset 20. */
    String gelu(String x) {
        String share = node("Erf", List.of(node("Div", List.of(x, number(Math.sqrt(2))))));
        String product = node("Mul", List.of(x, node("Add", List.of(share, number(1)))));
        return node("Mul", List.of(product, number(0.5)));
    }

    /** The model, with a linear layer from {@code flat} features to classes. */
    Model classifier(String flat, int width) {
        String logits = node(
                "Gemm", List.of(flat, weight(0.05, CLASSES, width), weight(0.05, CLASSES)), Attribute.of("transB", 1));
        return Model.of(
                17,
                Graph.of(
                        nodes,
                        weights,
                        List.of(ValueInfo.of(IMAGE, -1, 3, SIZE, SIZE)),
                        List.of(ValueInfo.of(logits, -1, CLASSES))));
    }

    /** The model, with pooling in front of that. */
    Model pooledClassifier(String maps, int width) {
        String pooled = node("GlobalAveragePool", List.of(maps));
        return classifier(node("Flatten", List.of(pooled), Attribute.of("axis", 1)), width);
    }
}
