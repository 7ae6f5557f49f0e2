package org.eddp.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;

/** Networks small enough to write down. */
public final class TinyNetworks {
    public static final int SIZE = 16;
    public static final int WIDTH = 12;
    public static final int CLASSES = 3;

    private TinyNetworks() {}

    /** A network of pictures of 16 x 16. */
    public static Model network(boolean deep) {
        return network(deep, SIZE, 0.25);
    }

    /**
     * A convolution with ReLU called "maps", then pooling and a linear layer, or another convolution before them.
     *
     * @param size of pictures
     * @param scale of the linear layer's weights
     */
    public static Model network(boolean deep, int size, double scale) {
        return network(deep, size, scale, WIDTH);
    }

    /** The same with another number of features. */
    public static Model network(boolean deep, int size, double scale, int width) {
        SplittableRandom random = new SplittableRandom(5);
        List<Node> nodes = new ArrayList<>();
        List<OnnxTensor> weights = new ArrayList<>();
        weights.add(tensor(random, 0.25, "k1", width, 3, 4, 4));
        Attribute stride = Attribute.of("strides", new long[] {4, 4});
        nodes.add(Node.of("conv", "Conv", List.of("image", "k1"), List.of("c1"), stride));
        nodes.add(Node.of("relu", "Relu", List.of("c1"), List.of("maps")));
        String last = "maps";
        if (deep) {
            weights.add(tensor(random, 0.25, "k2", width, width, 2, 2));
            nodes.add(Node.of("conv2", "Conv", List.of("maps", "k2"), List.of("c2")));
            nodes.add(Node.of("relu2", "Relu", List.of("c2"), List.of("more")));
            last = "more";
        }
        weights.add(tensor(random, scale, "v", width, CLASSES));
        nodes.add(Node.of("pool", "GlobalAveragePool", List.of(last), List.of("pooled")));
        nodes.add(Node.of("flatten", "Flatten", List.of("pooled"), List.of("flat")));
        nodes.add(Node.of("fc", "MatMul", List.of("flat", "v"), List.of("logits")));
        return model(nodes, weights, size);
    }

    /**
     * A network of classes that takes pictures for each of them, given biases that even its logits out.
     *
     * @param biases one per class
     */
    public static Model undecided(int size, double scale, float... biases) {
        Graph graph = network(false, size, scale).graph();
        List<Node> nodes = new ArrayList<>(graph.nodes());
        nodes.add(Node.of("shift", "Add", List.of("logits", "b"), List.of("shifted")));
        List<OnnxTensor> weights = new ArrayList<>(graph.initialisers());
        weights.add(OnnxTensor.of("b", biases, biases.length));
        return Model.of(
                13, Graph.of(nodes, weights, graph.inputs(), List.of(ValueInfo.of("shifted", -1, biases.length))));
    }

    /**
     * A network whose outputs are independent labels: the same with a sigmoid at its end.
     *
     * @param biases one per label, at most as many as {@link #CLASSES}
     */
    public static Model labels(boolean deep, int size, double scale, float... biases) {
        Graph graph = network(deep, size, scale).graph();
        List<Node> nodes = new ArrayList<>(graph.nodes());
        nodes.add(Node.of("first", "Slice", List.of("logits", "zero", "count", "one"), List.of("some")));
        nodes.add(Node.of("shift", "Add", List.of("some", "b"), List.of("shifted")));
        nodes.add(Node.of("sigmoid", "Sigmoid", List.of("shifted"), List.of("probabilities")));
        List<OnnxTensor> weights = new ArrayList<>(graph.initialisers());
        weights.add(OnnxTensor.of("zero", new long[] {0}, 1));
        weights.add(OnnxTensor.of("one", new long[] {1}, 1));
        weights.add(OnnxTensor.of("count", new long[] {biases.length}, 1));
        weights.add(OnnxTensor.of("b", biases, biases.length));
        return Model.of(
                13,
                Graph.of(nodes, weights, graph.inputs(), List.of(ValueInfo.of("probabilities", -1, biases.length))));
    }

    /**
     * Patches as tokens behind a class token, called "maps"; the class token then looks at the patches and is read by a linear
     * layer.
     */
    public static Model transformer(int size) {
        SplittableRandom random = new SplittableRandom(6);
        Attribute stride = Attribute.of("strides", new long[] {4, 4});
        Attribute turned = Attribute.of("perm", new long[] {0, 2, 1});
        Attribute patches = Attribute.of("axes", new long[] {1});
        Attribute along = Attribute.of("axis", 1);
        List<Node> nodes = List.of(
                Node.of("embed", "Conv", List.of("image", "k"), List.of("grid"), stride),
                Node.of("list", "Reshape", List.of("grid", "shape"), List.of("listed")),
                Node.of("turn", "Transpose", List.of("listed"), List.of("patches"), turned),
                Node.of("mean", "ReduceMean", List.of("patches"), List.of("average"), patches),
                Node.of("class", "Add", List.of("average", "c"), List.of("first")),
                Node.of("join", "Concat", List.of("first", "patches"), List.of("tokens"), along),
                Node.of("relu", "Relu", List.of("tokens"), List.of("maps")),
                Node.of("keys", "Transpose", List.of("maps"), List.of("keys"), turned),
                Node.of("query", "MatMul", List.of("maps", "q"), List.of("queries")),
                Node.of("match", "MatMul", List.of("queries", "keys"), List.of("matches")),
                Node.of("weigh", "Softmax", List.of("matches"), List.of("weights"), Attribute.of("axis", -1)),
                Node.of("mix", "MatMul", List.of("weights", "maps"), List.of("mixed")),
                Node.of("pick", "Gather", List.of("mixed", "zero"), List.of("row"), along),
                Node.of("fc", "MatMul", List.of("row", "v"), List.of("logits")));
        List<OnnxTensor> weights = List.of(
                tensor(random, 0.25, "k", WIDTH, 3, 4, 4),
                OnnxTensor.of("shape", new long[] {0, WIDTH, -1}, 3),
                tensor(random, 0.5, "c", 1, 1, WIDTH),
                tensor(random, 0.25, "q", WIDTH, WIDTH),
                OnnxTensor.of("zero", new long[] {0}),
                tensor(random, 2, "v", WIDTH, CLASSES));
        return model(nodes, weights, size);
    }

    private static Model model(List<Node> nodes, List<OnnxTensor> weights, int size) {
        return Model.of(
                13,
                Graph.of(
                        nodes,
                        weights,
                        List.of(ValueInfo.of("image", -1, 3, size, size)),
                        List.of(ValueInfo.of("logits", -1, CLASSES))));
    }

    private static OnnxTensor tensor(SplittableRandom random, double scale, String name, long... shape) {
        int count = 1;
        for (long size : shape) {
            count *= (int) size;
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (random.nextGaussian() * scale);
        }
        return OnnxTensor.of(name, values, shape);
    }

    /** A text encoder: the mean of the rows of a table that tokens stand for. */
    public static Model textEncoder(float[] table, int tokens) {
        long width = table.length / tokens;
        return Model.of(
                18,
                Graph.of(
                        List.of(
                                Node.of("rows", "Gather", List.of("table", "input_ids"), List.of("rows")),
                                Node.of(
                                        "mean",
                                        "ReduceMean",
                                        List.of("rows", "axis"),
                                        List.of("text_embeds"),
                                        Attribute.of("keepdims", 0))),
                        List.of(OnnxTensor.of("table", table, tokens, width), OnnxTensor.of("axis", new long[] {1}, 1)),
                        List.of(ValueInfo.of("input_ids", OnnxTensor.ElementType.INT64, -1, -1)),
                        List.of(ValueInfo.of("text_embeds", -1, width))));
    }
}
