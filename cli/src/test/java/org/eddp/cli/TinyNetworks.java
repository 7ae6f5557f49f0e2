package org.eddp.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.network.onnx.Attribute;
import org.eddp.network.onnx.Graph;
import org.eddp.network.onnx.Model;
import org.eddp.network.onnx.Node;
import org.eddp.network.onnx.OnnxTensor;
import org.eddp.network.onnx.ValueInfo;
import picocli.CommandLine;

/** Networks small enough to write down, and a way to run commands on them. */
final class TinyNetworks {
    static final int SIZE = 16;
    static final int WIDTH = 12;
    static final int CLASSES = 3;

    private TinyNetworks() {}

    /** How a command ended and what it printed. */
    record Outcome(int code, String out, String err) {}

    static Outcome run(String... args) {
        PrintStream standard = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringWriter err = new StringWriter();
        try {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            CommandLine line = Main.commandLine();
            line.setErr(new PrintWriter(err, true));
            int code = line.execute(args);
            return new Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString());
        } finally {
            System.setOut(standard);
        }
    }

    /** A convolution with ReLU called "maps", then pooling and a linear layer, or another convolution before them. */
    static Model network(boolean deep) {
        SplittableRandom random = new SplittableRandom(5);
        List<Node> nodes = new ArrayList<>();
        List<OnnxTensor> weights = new ArrayList<>();
        weights.add(tensor(random, "k1", WIDTH, 3, 4, 4));
        Attribute stride = Attribute.of("strides", new long[] {4, 4});
        nodes.add(Node.of("conv", "Conv", List.of("image", "k1"), List.of("c1"), stride));
        nodes.add(Node.of("relu", "Relu", List.of("c1"), List.of("maps")));
        String last = "maps";
        if (deep) {
            weights.add(tensor(random, "k2", WIDTH, WIDTH, 2, 2));
            nodes.add(Node.of("conv2", "Conv", List.of("maps", "k2"), List.of("c2")));
            nodes.add(Node.of("relu2", "Relu", List.of("c2"), List.of("more")));
            last = "more";
        }
        weights.add(tensor(random, "v", WIDTH, CLASSES));
        nodes.add(Node.of("pool", "GlobalAveragePool", List.of(last), List.of("pooled")));
        nodes.add(Node.of("flatten", "Flatten", List.of("pooled"), List.of("flat")));
        nodes.add(Node.of("fc", "MatMul", List.of("flat", "v"), List.of("logits")));
        return Model.of(
                13,
                Graph.of(
                        nodes,
                        weights,
                        List.of(ValueInfo.of("image", -1, 3, SIZE, SIZE)),
                        List.of(ValueInfo.of("logits", -1, CLASSES))));
    }

    private static OnnxTensor tensor(SplittableRandom random, String name, long... shape) {
        int count = 1;
        for (long size : shape) {
            count *= (int) size;
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian() / 4;
        }
        return OnnxTensor.of(name, values, shape);
    }
}
