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

/** A network of the shape of MobileNet v1 with random weights, as exporters write it: normalisations folded, Conv and Clip. */
final class GeneratedMobileNet {
    static final int SIZE = 224;
    private static final int CLASSES = 1000;
    /** Channels behind the first convolution and behind every block, at full width; and the blocks' strides. */
    private static final int[] CHANNELS = {32, 64, 128, 128, 256, 256, 512, 512, 512, 512, 512, 512, 1024, 1024};

    private static final int[] STRIDES = {2, 1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1};

    private final List<Node> nodes = new ArrayList<>();
    private final List<OnnxTensor> weights = new ArrayList<>();
    private final SplittableRandom random;

    private GeneratedMobileNet(long seed) {
        random = new SplittableRandom(seed);
        weights.add(OnnxTensor.of("zero", new float[] {0}));
        weights.add(OnnxTensor.of("six", new float[] {6}));
    }

    /** A network whose layers have this share of MobileNet's channels. */
    static Model of(double width, long seed) {
        return new GeneratedMobileNet(seed).model(width);
    }

    private Model model(double width) {
        String value = "image";
        int in = 3;
        for (int i = 0; i < CHANNELS.length; i++) {
            int out = (int) (CHANNELS[i] * width);
            if (i > 0) {
                value = convolution("block" + i + ".depthwise", value, in, in, 3, STRIDES[i], in);
            }
            boolean first = i == 0;
            value = convolution("block" + i, value, in, out, first ? 3 : 1, first ? STRIDES[0] : 1, 1);
            in = out;
        }
        nodes.add(Node.of("pool", "GlobalAveragePool", List.of(value), List.of("pooled")));
        nodes.add(Node.of("flatten", "Flatten", List.of("pooled"), List.of("flat"), Attribute.of("axis", 1)));
        weights.add(gaussian("head.weight", 0.05, CLASSES, in));
        weights.add(gaussian("head.bias", 0.05, CLASSES));
        nodes.add(Node.of(
                "head",
                "Gemm",
                List.of("flat", "head.weight", "head.bias"),
                List.of("logits"),
                Attribute.of("transB", 1)));
        return Model.of(
                13,
                Graph.of(
                        nodes,
                        weights,
                        List.of(ValueInfo.of("image", -1, 3, SIZE, SIZE)),
                        List.of(ValueInfo.of("logits", -1, CLASSES))));
    }

    private String convolution(String name, String from, int in, int out, int kernel, int stride, int groups) {
        int inputs = in / groups;
        weights.add(
                gaussian(name + ".weight", Math.sqrt(2.0 / (inputs * kernel * kernel)), out, inputs, kernel, kernel));
        weights.add(gaussian(name + ".bias", 0.1, out));
        long pad = kernel / 2;
        nodes.add(Node.of(
                name,
                "Conv",
                List.of(from, name + ".weight", name + ".bias"),
                List.of(name + ".conv"),
                Attribute.of("kernel_shape", new long[] {kernel, kernel}),
                Attribute.of("strides", new long[] {stride, stride}),
                Attribute.of("pads", new long[] {pad, pad, pad, pad}),
                Attribute.of("group", groups)));
        nodes.add(Node.of(name + ".act", "Clip", List.of(name + ".conv", "zero", "six"), List.of(name + ".out")));
        return name + ".out";
    }

    private OnnxTensor gaussian(String name, double deviation, long... shape) {
        return GeneratedGraph.gaussian(random, name, deviation, shape);
    }
}
