package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.eddp.files.Json;
import org.eddp.network.onnx.Attribute;
import org.eddp.network.onnx.Graph;
import org.eddp.network.onnx.Model;
import org.eddp.network.onnx.Node;
import org.eddp.network.onnx.OnnxFile;
import org.eddp.network.onnx.OnnxTensor;
import org.eddp.network.onnx.ValueInfo;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** From a network file and a folder of pictures to direction pairs, as a user goes. */
class NetworkCommandsTest {
    private static final int SIZE = 16;
    private static final int WIDTH = 12;
    private static final int CLASSES = 3;

    @TempDir
    private static Path folder;

    private record Outcome(int code, String out, String err) {}

    @BeforeAll
    static void makeNetworksAndPictures() throws IOException {
        OnnxFile.write(folder.resolve("linear.onnx"), network(false));
        OnnxFile.write(folder.resolve("deep.onnx"), network(true));
        for (int i = 0; i < 40; i++) {
            writePicture(folder.resolve("pictures/" + (i % 2 == 0 ? "even" : "odd") + "/" + i + ".png"), i);
        }
    }

    /** A convolution with ReLU, then pooling and a linear layer, or another convolution before them. */
    private static Model network(boolean deep) {
        SplittableRandom random = new SplittableRandom(5);
        List<Node> nodes = new ArrayList<>();
        List<OnnxTensor> weights = new ArrayList<>();
        weights.add(tensor(random, "k1", WIDTH, 3, 4, 4));
        nodes.add(Node.of(
                "conv", "Conv", List.of("image", "k1"), List.of("c1"), Attribute.of("strides", new long[] {4, 4})));
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

    private static void writePicture(Path file, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < SIZE * SIZE; i++) {
            image.setRGB(i % SIZE, i / SIZE, random.nextInt(1 << 24));
        }
        Files.createDirectories(file.getParent());
        ImageIO.write(image, "png", file.toFile());
    }

    private static Outcome run(String... args) {
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

    private static Outcome features(String network, String out, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "features",
                "--network",
                folder.resolve(network).toString(),
                "--layer",
                "maps",
                "--images",
                folder.resolve("pictures").toString(),
                "--preprocess",
                "plain",
                "--out",
                folder.resolve(out).toString()));
        args.addAll(List.of(more));
        return run(args.toArray(String[]::new));
    }

    private static Outcome learn(String features, String out, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "learn",
                "--features",
                folder.resolve(features).toString(),
                "--concepts",
                "6",
                "--epochs",
                "20,20,20",
                "--out",
                folder.resolve(out).toString()));
        args.addAll(List.of(more));
        return run(args.toArray(String[]::new));
    }

    @Test
    void tellsWhatIsInAFile() {
        Outcome linear = run("network", folder.resolve("linear.onnx").toString());
        assertThat(linear.code()).as(linear.err()).isZero();
        assertThat(linear.out()).contains("3 classes", "maps", "12 x 4 x 4", "relu", "one linear layer (closed forms");
        Outcome deep = run("network", folder.resolve("deep.onnx").toString());
        assertThat(deep.out()).contains("last layer with patches: more");
    }

    @Test
    void goesFromPicturesToDirectionPairs() {
        Outcome extracted = features("linear.onnx", "f");
        assertThat(extracted.code()).as(extracted.err()).isZero();
        assertThat(extracted.out()).contains("40 images x 4 x 4 patches x 12 features");
        Outcome learned =
                learn("f", "run", "--json", folder.resolve("summary.json").toString());
        assertThat(learned.code()).as(learned.err()).isZero();
        assertThat(learned.out()).contains("coverage", "natural basis", "fso", "minimised");
        JsonNode summary = Json.readTree(folder.resolve("summary.json"));
        assertThat(summary.at("/eddp/coverage").asDouble()).isBetween(0.0, 1.0);
        assertThat(folder.resolve("run/report.html")).content().contains("<svg");
        Outcome again = learn("f", "again", "--threads", "1");
        assertThat(again.code()).isZero();
        assertThat(folder.resolve("again/directions.safetensors"))
                .hasSameBinaryContentAs(folder.resolve("run/directions.safetensors"));
    }

    @Test
    void learnsThroughAHeadOfSeveralLayersAndFromSomeClasses() {
        assertThat(features("deep.onnx", "fd").code()).isZero();
        Outcome learned = learn("fd", "deep-u", "--variant", "U");
        assertThat(learned.code()).as(learned.err()).isZero();
        assertThat(learned.out()).contains("ur").doesNotContain("fso");
        assertThat(learn("fd", "no", "--classes", "7").err()).contains("classes 0 .. 2");
        Outcome ablated = learn("fd", "ablated", "--without", "ur,eac", "--plain-sparsity");
        assertThat(ablated.code()).as(ablated.err()).isZero();
        assertThat(ablated.out()).doesNotContain("ur ").doesNotContain("eac");
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        Outcome wrong = run(
                "features",
                "--network",
                folder.resolve("linear.onnx").toString(),
                "--layer",
                "mapz",
                "--images",
                folder.resolve("pictures").toString(),
                "--out",
                folder.resolve("w").toString());
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("mapz", "maps").doesNotContain("\tat ");
        Path text = Files.writeString(folder.resolve("notes.onnx"), "this is no network");
        Outcome noNetwork = run("network", text.toString());
        assertThat(noNetwork.code()).isEqualTo(1);
        assertThat(noNetwork.err()).contains("notes.onnx").doesNotContain("\tat ");
        assertThat(learn("nowhere", "x").err()).contains("no feature set");
        assertThat(features("linear.onnx", "half", "--grid", "9x").err()).contains("--grid 9x is no size");
        features("linear.onnx", "stale");
        Outcome stale = features("linear.onnx", "stale", "--half");
        assertThat(stale.code()).isEqualTo(1);
        assertThat(stale.err()).contains("number type", "--overwrite");
        assertThat(features("linear.onnx", "stale", "--half", "--overwrite").code())
                .isZero();
    }
}
