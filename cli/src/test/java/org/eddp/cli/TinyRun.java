package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.eddp.network.onnx.Attribute;
import org.eddp.network.onnx.Graph;
import org.eddp.network.onnx.Model;
import org.eddp.network.onnx.Node;
import org.eddp.network.onnx.OnnxFile;
import org.eddp.network.onnx.OnnxTensor;
import org.eddp.network.onnx.ValueInfo;
import picocli.CommandLine;

/** A small network, pictures and a run of {@code eddp learn}, for tests of what comes after it. */
final class TinyRun {
    static final int SIZE = 32;
    static final int CONCEPTS = 6;
    static final int CLASSES = 3;
    private static final int WIDTH = 12;

    private TinyRun() {}

    record Outcome(int code, String out, String err) {}

    /** Makes {@code NAME.onnx}, {@code pictures/}, {@code names.txt} and the run {@code NAME-run} in a folder. */
    static Path make(Path folder, String name, boolean deep) throws IOException {
        return make(folder, name, network(deep));
    }

    /**
     * Makes the same for a network of one's own.
     *
     * @param model with a layer "maps"
     * @param more options of {@code eddp features}
     */
    static Path make(Path folder, String name, Model model, String... more) throws IOException {
        OnnxFile.write(folder.resolve(name + ".onnx"), model);
        for (int i = 0; i < 24; i++) {
            picture(
                    folder.resolve(
                            "pictures/" + List.of("ash", "beech", "cedar").get(i % 3) + "/" + i + ".png"),
                    i);
        }
        Files.writeString(folder.resolve("names.txt"), "ash\nbeech\ncedar\n");
        List<String> features = new ArrayList<>(List.of(
                "features",
                "--network",
                folder.resolve(name + ".onnx").toString(),
                "--layer",
                "maps",
                "--images",
                folder.resolve("pictures").toString(),
                "--preprocess",
                "plain",
                "--out",
                folder.resolve(name + "-features").toString()));
        features.addAll(List.of(more));
        ok(eddp(features.toArray(String[]::new)));
        ok(eddp(
                "learn",
                "--features",
                folder.resolve(name + "-features").toString(),
                "--concepts",
                Integer.toString(CONCEPTS),
                "--epochs",
                "20,20,20",
                "--out",
                folder.resolve(name + "-run").toString()));
        return folder.resolve(name + "-run");
    }

    /** A run of its own with the same files, for a test that changes them. */
    static Path copy(Path run, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }

    static void ok(Outcome outcome) {
        assertThat(outcome.code()).as(outcome.err()).isZero();
    }

    static Outcome eddp(String... args) {
        PrintStream standard = System.out;
        PrintStream standardErr = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            CommandLine line = Main.commandLine();
            line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
            int code = line.execute(args);
            return new Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(standard);
            System.setErr(standardErr);
        }
    }

    /** A convolution with ReLU, then pooling and a linear layer, or another convolution before them. */
    private static Model network(boolean deep) {
        SplittableRandom random = new SplittableRandom(5);
        List<Node> nodes = new ArrayList<>();
        List<OnnxTensor> weights = new ArrayList<>();
        weights.add(tensor(random, 0.25, "k1", WIDTH, 3, 4, 4));
        nodes.add(Node.of(
                "conv", "Conv", List.of("image", "k1"), List.of("c1"), Attribute.of("strides", new long[] {4, 4})));
        nodes.add(Node.of("relu", "Relu", List.of("c1"), List.of("maps")));
        String last = "maps";
        if (deep) {
            weights.add(tensor(random, 0.25, "k2", WIDTH, WIDTH, 2, 2));
            nodes.add(Node.of("conv2", "Conv", List.of("maps", "k2"), List.of("c2")));
            nodes.add(Node.of("relu2", "Relu", List.of("c2"), List.of("more")));
            last = "more";
        }
        weights.add(tensor(random, 2, "v", WIDTH, CLASSES));
        nodes.add(Node.of("pool", "GlobalAveragePool", List.of(last), List.of("pooled")));
        nodes.add(Node.of("flatten", "Flatten", List.of("pooled"), List.of("flat")));
        nodes.add(Node.of("fc", "MatMul", List.of("flat", "v"), List.of("logits")));
        return model(nodes, weights);
    }

    /**
     * Patches as tokens behind a class token, called "maps"; the class token then looks at the patches and is read by a linear
     * layer.
     */
    static Model transformer() {
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
        return model(nodes, weights);
    }

    private static Model model(List<Node> nodes, List<OnnxTensor> weights) {
        return Model.of(
                13,
                Graph.of(
                        nodes,
                        weights,
                        List.of(ValueInfo.of("image", -1, 3, SIZE, SIZE)),
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

    /** Patches of four colours, so that there is something to find. */
    private static void picture(Path file, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        int[] colours = {0xD04020, 0x20C040, 0x3050D0, 0xE0D060};
        for (int cell = 0; cell < 64; cell++) {
            int colour = colours[random.nextInt(4)];
            for (int p = 0; p < 16; p++) {
                int noise = random.nextInt(16);
                image.setRGB(cell % 8 * 4 + p % 4, cell / 8 * 4 + p / 4, colour + noise * 0x010101);
            }
        }
        Files.createDirectories(file.getParent());
        ImageIO.write(image, "png", file.toFile());
    }
}
