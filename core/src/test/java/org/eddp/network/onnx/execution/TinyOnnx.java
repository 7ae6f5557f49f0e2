package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;

/**
 * Builds small networks: every call adds a node that reads the value the call before it computed, {@link #at} goes back
 * to another one.
 */
public final class TinyOnnx {
    public static final String IMAGE = "image";

    private final Random random = new Random(5);
    private final List<Node> nodes = new ArrayList<>();
    private final List<OnnxTensor> weights = new ArrayList<>();
    private String last = IMAGE;
    private String scope = "";

    /** Name of the value computed last. */
    String last() {
        return last;
    }

    public TinyOnnx at(String value) {
        last = value;
        return this;
    }

    /** Nodes are named as if computed in this module from now on. */
    public TinyOnnx in(String module) {
        scope = module;
        return this;
    }

    /** A node with the last value as its first input. */
    public TinyOnnx node(String operator, List<String> more, Attribute... attributes) {
        List<String> inputs = new ArrayList<>(List.of(last));
        inputs.addAll(more);
        return nodeOf(operator, inputs, attributes);
    }

    public TinyOnnx node(String operator, Attribute... attributes) {
        return node(operator, List.of(), attributes);
    }

    public TinyOnnx nodeOf(String operator, List<String> inputs, Attribute... attributes) {
        String name = scope + "/" + operator + "_" + nodes.size();
        last = name + "_output_0";
        nodes.add(Node.of(name, operator, inputs, List.of(last), attributes));
        return this;
    }

    /** A random weight, scaled by the number of inputs it meets. */
    String weight(long... shape) {
        int count = (int) LongStream.of(shape).reduce(1, (a, b) -> a * b);
        double scale = shape.length < 2 ? 0.3 : Math.sqrt(2.0 * shape[0] / count);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (scale * random.nextGaussian());
        }
        return constant(values, shape);
    }

    String positive(long count) {
        float[] values = new float[(int) count];
        for (int i = 0; i < count; i++) {
            values[i] = 0.5f + random.nextFloat();
        }
        return constant(values, count);
    }

    String constant(float[] values, long... shape) {
        String name = "w" + weights.size();
        weights.add(OnnxTensor.of(name, values, shape));
        return name;
    }

    String number(float value) {
        return constant(new float[] {value});
    }

    String wholes(long... values) {
        String name = "w" + weights.size();
        weights.add(OnnxTensor.of(name, values, values.length));
        return name;
    }

    String whole(long value) {
        String name = "w" + weights.size();
        weights.add(OnnxTensor.of(name, new long[] {value}));
        return name;
    }

    public TinyOnnx conv(int from, int to, int kernel, int stride, long[] pads, int groups) {
        return node(
                "Conv",
                List.of(weight(to, from / groups, kernel, kernel), weight(to)),
                Attribute.of("strides", new long[] {stride, stride}),
                Attribute.of("pads", pads),
                Attribute.of("group", groups));
    }

    public TinyOnnx conv(int from, int to, int kernel, int stride) {
        long pad = kernel / 2;
        return conv(from, to, kernel, stride, new long[] {pad, pad, pad, pad}, 1);
    }

    public TinyOnnx linear(int from, int to) {
        return node("Gemm", List.of(weight(to, from), weight(to)), Attribute.of("transB", 1));
    }

    /** Pooling, flattening and a linear layer to the classes. */
    public TinyOnnx head(int from, int classes) {
        return in("").node("GlobalAveragePool").node("Flatten").linear(from, classes);
    }

    /** A model that takes images of 3 x size x size and gives the last value. */
    public Model model(int opset, long batch, long size) {
        return Model.of(
                opset,
                Graph.of(
                        nodes,
                        weights,
                        List.of(ValueInfo.of(IMAGE, batch, 3, size, size)),
                        List.of(new ValueInfo(last, ElementType.FLOAT, null, new byte[0]))));
    }

    // ---- architectures --------------------------------------------------------------------------------------------

    /** Convolutions with a skip connection around two of them. */
    public static TinyOnnx residual() {
        TinyOnnx net = new TinyOnnx().in("/stem").conv(3, 8, 3, 2).node("Relu");
        String skip = net.last();
        net.in("/layer1/layer1.0").conv(8, 8, 3, 1).node("Relu");
        net.conv(8, 8, 3, 1).node("Add", List.of(skip)).node("Relu");
        skip = net.last();
        net.in("/layer1/layer1.1").conv(8, 12, 3, 2).node("Relu").conv(12, 12, 3, 1);
        String branch = net.last();
        net.at(skip).conv(8, 12, 1, 2).node("Add", List.of(branch)).node("Relu");
        return net.head(12, 5);
    }

    /** Branches that are concatenated, and pooling that sticks out on one side. */
    public static TinyOnnx concatenating() {
        TinyOnnx net = new TinyOnnx().conv(3, 6, 3, 1).node("Relu");
        net.node(
                "MaxPool",
                Attribute.of("kernel_shape", new long[] {3, 3}),
                Attribute.of("strides", new long[] {2, 2}),
                Attribute.of("pads", new long[] {0, 0, 1, 1}));
        String stem = net.last();
        String left = net.conv(6, 4, 1, 1).node("Relu").last();
        String middle = net.at(stem).conv(6, 4, 3, 1).node("LeakyRelu").last();
        net.at(stem)
                .node(
                        "AveragePool",
                        Attribute.of("kernel_shape", new long[] {3, 3}),
                        Attribute.of("pads", new long[] {1, 1, 1, 1}),
                        Attribute.of("count_include_pad", 1));
        net.node("Concat", List.of(left, middle), Attribute.of("axis", 1));
        return net.head(14, 4).node("Softmax", Attribute.of("axis", 1));
    }

    /** Padding of its own and depthwise convolutions, with ReLU6. */
    public static TinyOnnx depthwise() {
        TinyOnnx net = new TinyOnnx();
        String pads = net.wholes(0, 0, 0, 0, 0, 0, 1, 1);
        net.node("Pad", List.of(pads, net.number(0))).conv(3, 8, 3, 2, new long[4], 1);
        net.node("Clip", List.of(net.number(0), net.number(6)));
        net.conv(8, 8, 3, 1, new long[] {1, 1, 1, 1}, 8);
        net.node("Clip", List.of(net.number(0), net.number(6))).conv(8, 12, 1, 1);
        net.node("BatchNormalization", List.of(net.weight(12), net.weight(12), net.weight(12), net.positive(12)));
        net.node("Clip", List.of(net.number(0), net.number(6)));
        return net.head(12, 6);
    }

    /** Channels weighted by what is in the whole image; x sigmoid(x) as activation. */
    public static TinyOnnx squeezeAndExcite() {
        TinyOnnx net = new TinyOnnx().conv(3, 8, 3, 2);
        String x = net.last();
        net.node("Sigmoid").node("Mul", List.of(x));
        x = net.last();
        net.node("GlobalAveragePool")
                .conv(8, 4, 1, 1)
                .node("Relu")
                .conv(4, 8, 1, 1)
                .node("HardSigmoid");
        net.node("Mul", List.of(x)).conv(8, 8, 3, 1).node("HardSwish");
        net.node("ReduceMean", Attribute.of("axes", new long[] {2, 3}), Attribute.of("keepdims", 0));
        return net.linear(8, 5).node("LogSoftmax", Attribute.of("axis", -1));
    }

    /** Patches as tokens with a class token, self-attention, and shapes computed from the image. */
    public static TinyOnnx transformer() {
        int width = 8;
        TinyOnnx net = new TinyOnnx();
        net.node("Shape").node("Gather", List.of(net.whole(0)), Attribute.of("axis", 0));
        String batch = net.node("Unsqueeze", List.of(net.wholes(0))).last();
        net.at(IMAGE).conv(3, width, 4, 4, new long[4], 1);
        String patches = net.last();
        String shape = net.nodeOf("Concat", List.of(batch, net.wholes(width, -1)), Attribute.of("axis", 0))
                .last();
        net.at(patches).node("Reshape", List.of(shape));
        net.node("Transpose", Attribute.of("perm", new long[] {0, 2, 1}));
        String tokens = net.last();
        shape = net.nodeOf("Concat", List.of(batch, net.wholes(1, width)), Attribute.of("axis", 0))
                .last();
        String first =
                net.nodeOf("Expand", List.of(net.weight(1, 1, width), shape)).last();
        net.nodeOf("Concat", List.of(first, tokens), Attribute.of("axis", 1));
        net.node("Add", List.of(net.weight(1, 17, width)));
        net.in("/encoder/layer_0");
        attention(net, batch, width);
        net.in("/encoder/layer_1");
        perceptron(net, width);
        net.in("").node("LayerNormalization", List.of(net.weight(width), net.weight(width)));
        net.node("Gather", List.of(net.whole(0)), Attribute.of("axis", 1));
        return net.linear(width, 5);
    }

    private static void attention(TinyOnnx net, String batch, int width) {
        int heads = 2;
        String skip = net.last();
        String x = net.node("LayerNormalization", List.of(net.weight(width), net.weight(width)))
                .last();
        String shape = net.nodeOf(
                        "Concat", List.of(batch, net.wholes(17, heads, width / heads)), Attribute.of("axis", 0))
                .last();
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long[] order = i == 1 ? new long[] {0, 2, 3, 1} : new long[] {0, 2, 1, 3};
            net.at(x).node("MatMul", List.of(net.weight(width, width))).node("Reshape", List.of(shape));
            parts.add(net.node("Transpose", Attribute.of("perm", order)).last());
        }
        net.nodeOf("MatMul", List.of(parts.get(0), parts.get(1))).node("Mul", List.of(net.number(0.5f)));
        net.node("Softmax", Attribute.of("axis", -1)).node("MatMul", List.of(parts.get(2)));
        net.node("Transpose", Attribute.of("perm", new long[] {0, 2, 1, 3}));
        net.node("Reshape", List.of(net.wholes(0, 0, width)));
        net.node("MatMul", List.of(net.weight(width, width))).node("Add", List.of(skip));
    }

    private static void perceptron(TinyOnnx net, int width) {
        String skip = net.last();
        net.node("LayerNormalization", List.of(net.weight(width), net.weight(width)));
        String x = net.node("MatMul", List.of(net.weight(width, 16))).last();
        net.node("Div", List.of(net.number((float) Math.sqrt(2)))).node("Erf").node("Add", List.of(net.number(1)));
        net.node("Mul", List.of(x)).node("Mul", List.of(net.number(0.5f)));
        net.node("MatMul", List.of(net.weight(16, width))).node("Add", List.of(skip));
    }
}
