package org.eddp.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node.Attribute;

/** Networks that people use, with random weights, as PyTorch exports them: normalisations folded into convolutions. */
public enum Architecture {
    RESNET50(Architecture::resnet50),
    MOBILENET_V2(Architecture::mobilenet),
    CONVNEXT_TINY(Architecture::convnext),
    VIT_B_16(Architecture::vit);

    private final LongFunction<Model> maker;

    Architecture(LongFunction<Model> maker) {
        this.maker = maker;
    }

    /** The network with weights of a seed. */
    Model model(long seed) {
        return maker.apply(seed);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Model resnet50(long seed) {
        GeneratedGraph net = new GeneratedGraph(seed);
        String x = relu(net, net.convolution(GeneratedGraph.IMAGE, 3, 64, 7, 2, 1, 3));
        x = net.node(
                "MaxPool",
                List.of(x),
                Attribute.of("kernel_shape", new long[] {3, 3}),
                Attribute.of("strides", new long[] {2, 2}),
                Attribute.of("pads", new long[] {1, 1, 1, 1}));
        int[] blocks = {3, 4, 6, 3};
        int in = 64;
        for (int stage = 0; stage < blocks.length; stage++) {
            int width = 64 << stage;
            for (int i = 0; i < blocks[stage]; i++) {
                int stride = i == 0 && stage > 0 ? 2 : 1;
                String y = relu(net, net.convolution(x, in, width, 1, 1, 1, 0));
                y = relu(net, net.convolution(y, width, width, 3, stride, 1, 1));
                y = net.convolution(y, width, 4 * width, 1, 1, 1, 0);
                String skip = i == 0 ? net.convolution(x, in, 4 * width, 1, stride, 1, 0) : x;
                x = relu(net, net.node("Add", List.of(y, skip)));
                in = 4 * width;
            }
        }
        return net.pooledClassifier(x, in);
    }

    private static String relu(GeneratedGraph net, String value) {
        return net.node("Relu", List.of(value));
    }

    private static Model mobilenet(long seed) {
        GeneratedGraph net = new GeneratedGraph(seed);
        // expansion, channels, blocks, stride of the first
        int[][] stages = {
            {1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2}, {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}
        };
        String x = limited(net, net.convolution(GeneratedGraph.IMAGE, 3, 32, 3, 2, 1, 1));
        int in = 32;
        for (int[] stage : stages) {
            for (int i = 0; i < stage[2]; i++) {
                int stride = i == 0 ? stage[3] : 1;
                int wide = in * stage[0];
                String y = stage[0] == 1 ? x : limited(net, net.convolution(x, in, wide, 1, 1, 1, 0));
                y = limited(net, net.convolution(y, wide, wide, 3, stride, wide, 1));
                y = net.convolution(y, wide, stage[1], 1, 1, 1, 0);
                x = stride == 1 && in == stage[1] ? net.node("Add", List.of(x, y)) : y;
                in = stage[1];
            }
        }
        return net.pooledClassifier(limited(net, net.convolution(x, in, 1280, 1, 1, 1, 0)), 1280);
    }

    private static String limited(GeneratedGraph net, String value) {
        return net.node("Clip", List.of(value, net.number(0), net.number(6)));
    }

    private static Model convnext(long seed) {
        GeneratedGraph net = new GeneratedGraph(seed);
        int[] blocks = {3, 3, 9, 3};
        String x = channelsNormalised(net, net.convolution(GeneratedGraph.IMAGE, 3, 96, 4, 4, 1, 0), 96);
        int width = 96;
        for (int stage = 0; stage < blocks.length; stage++) {
            if (stage > 0) {
                x = net.convolution(channelsNormalised(net, x, width), width, 2 * width, 2, 2, 1, 0);
                width *= 2;
            }
            for (int i = 0; i < blocks[stage]; i++) {
                String y = net.transpose(net.convolution(x, width, width, 7, 1, width, 3), 0, 2, 3, 1);
                y = net.linear(net.normalise(y, width), width, 4 * width);
                y = net.transpose(net.linear(net.gelu(y), 4 * width, width), 0, 3, 1, 2);
                y = net.node("Mul", List.of(net.weight(0.1, width, 1, 1), y));
                x = net.node("Add", List.of(y, x));
            }
        }
        return net.pooledClassifier(x, width);
    }

    private static String channelsNormalised(GeneratedGraph net, String value, int width) {
        return net.transpose(net.normalise(net.transpose(value, 0, 2, 3, 1), width), 0, 3, 1, 2);
    }

    private static Model vit(long seed) {
        GeneratedGraph net = new GeneratedGraph(seed);
        int width = 768;
        int tokens = 197;
        String patches = net.convolution(GeneratedGraph.IMAGE, 3, width, 16, 16, 1, 0);
        patches = net.transpose(net.reshape(patches, 0, width, tokens - 1), 0, 2, 1);
        String first = net.node("Slice", List.of(patches, net.wholes(0), net.wholes(1), net.wholes(1)));
        first = net.node("Mul", List.of(first, net.number(0))); // one per image of the batch
        first = net.node("Add", List.of(first, net.weight(1, 1, 1, width)));
        String x = net.node("Concat", List.of(first, patches), Attribute.of("axis", 1));
        x = net.node("Add", List.of(x, net.weight(0.02, 1, tokens, width)));
        for (int i = 0; i < 12; i++) {
            String attended = attention(net, net.normalise(x, width), tokens, width);
            x = net.node("Add", List.of(attended, x));
            String wide = net.gelu(net.linear(net.normalise(x, width), width, 4 * width));
            x = net.node("Add", List.of(x, net.linear(wide, 4 * width, width)));
        }
        String last = net.normalise(x, width);
        String token = net.node("Slice", List.of(last, net.wholes(0), net.wholes(1), net.wholes(1)));
        return net.classifier(net.reshape(token, 0, width), width);
    }

    /** With the tokens first, as PyTorch's own attention has it. */
    private static String attention(GeneratedGraph net, String value, int tokens, int width) {
        int heads = 12;
        List<String> parts = net.split(net.linear(net.transpose(value, 1, 0, 2), width, 3 * width), 3);
        String[] perHead = parts.stream()
                .map(part -> net.transpose(net.reshape(part, tokens, -1, width / heads), 1, 0, 2))
                .toArray(String[]::new);
        String query = net.node("Mul", List.of(perHead[0], net.number(1 / Math.sqrt(width / (double) heads))));
        String scores = net.node("MatMul", List.of(query, net.transpose(perHead[1], 0, 2, 1)));
        String shares = net.node("Softmax", List.of(scores), Attribute.of("axis", -1));
        String mixed = net.transpose(net.node("MatMul", List.of(shares, perHead[2])), 1, 0, 2);
        String rows = net.linear(net.reshape(mixed, -1, width), width, width);
        return net.transpose(net.reshape(rows, tokens, -1, width), 1, 0, 2);
    }
}
