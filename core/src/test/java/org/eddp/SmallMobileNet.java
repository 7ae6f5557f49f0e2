package org.eddp;

import static org.eddp.MobileNetFiles.SIZE;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import javax.imageio.ImageIO;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.script.ScriptWriter;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A MobileNet with few channels, written without training: random convolutions, and a linear layer that tells which class has
 * the nearest mean. Its pictures are stripes whose colour and direction are those of their class.
 */
final class SmallMobileNet {
    private static final int CLASSES = 6;
    private static final int PICTURES = 24;
    private static final int TAUGHT = 12;
    private static final double SHARPNESS = 10;
    private static final double EPSILON = 1e-3;

    /** A convolution with batch normalisation and ReLU6. */
    private record Block(
            int out,
            int in,
            int kernel,
            int stride,
            int groups,
            float[] weight,
            float[] scale,
            float[] shift,
            float[] mean,
            float[] variance) {
        static Block of(Random random, int in, int out, int kernel, int stride, int groups) {
            int fan = in / groups * kernel * kernel;
            return new Block(
                    out,
                    in,
                    kernel,
                    stride,
                    groups,
                    gaussians(random, out * fan, 0, Math.sqrt(2.0 / fan)),
                    gaussians(random, out, 1, 0.2),
                    gaussians(random, out, 0.3, 0.3),
                    gaussians(random, out, 0, 0.1),
                    gaussians(random, out, 0.6, 0.05));
        }

        /** Left, right, top and bottom: where it halves the maps, only to the right and below. */
        int[] padding() {
            int before = stride == 1 ? kernel / 2 : 0;
            return new int[] {before, kernel / 2, before, kernel / 2};
        }

        long[] shape() {
            return new long[] {out, in / groups, kernel, kernel};
        }

        private double factor(int channel) {
            return scale[channel] / Math.sqrt(variance[channel] + EPSILON);
        }

        float[] foldedWeight() {
            float[] folded = weight.clone();
            for (int i = 0; i < folded.length; i++) {
                folded[i] *= (float) factor(i / (folded.length / out));
            }
            return folded;
        }

        float[] foldedBias() {
            float[] folded = new float[out];
            for (int c = 0; c < out; c++) {
                folded[c] = (float) (shift[c] - mean[c] * factor(c));
            }
            return folded;
        }
    }

    private final List<Block> blocks = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<OnnxTensor> constants = new ArrayList<>();
    private final int width;

    private SmallMobileNet(Random random) {
        blocks.add(Block.of(random, 3, 8, 3, 2, 1));
        int channels = 8;
        int[] wider = {8, 16, 16, 24, 32};
        for (int i = 0; i < wider.length; i++) {
            blocks.add(Block.of(random, channels, channels, 3, i == 0 ? 1 : 2, channels));
            blocks.add(Block.of(random, channels, wider[i], 1, 1, 1));
            channels = wider[i];
        }
        width = channels;
    }

    /** Makes {@code small.onnx}, {@code small.pt} and {@code pictures} in a folder. */
    static MobileNetFiles write(Path folder) {
        MobileNetFiles files = new MobileNetFiles(
                "drawings",
                folder.resolve("small.onnx"),
                folder.resolve("small.pt"),
                folder.resolve("pictures"),
                11,
                32,
                CLASSES,
                1);
        for (int i = 0; i < PICTURES; i++) {
            draw(files.pictures().resolve(String.format(Locale.ROOT, "%03d_stripes_%d.png", i % CLASSES, i)), i);
        }
        SmallMobileNet net = new SmallMobileNet(new Random(3));
        float[][] means = net.means(files);
        float[] weight = new float[CLASSES * net.width];
        float[] bias = new float[CLASSES];
        for (int c = 0; c < net.width; c++) {
            int channel = c;
            double middle = Arrays.stream(means)
                    .mapToDouble(mean -> mean[channel])
                    .average()
                    .orElseThrow();
            for (int k = 0; k < CLASSES; k++) {
                double own = means[k][c] - middle;
                weight[k * net.width + c] = (float) (SHARPNESS * own);
                bias[k] -= (float) (SHARPNESS * own * (own / 2 + middle));
            }
        }
        Model.write(files.onnx(), net.onnx(weight, bias));
        try (Scope scope = Scope.open()) {
            net.script(weight, bias).save(files.script());
        }
        return files;
    }

    /** Means of the last maps over some pictures of each class. */
    private float[][] means(MobileNetFiles files) {
        Model.write(files.onnx(), onnx(new float[CLASSES * width], new float[CLASSES]));
        List<Path> taught = files.files(PICTURES).stream()
                .filter(file -> number(file) < TAUGHT)
                .toList();
        float[][] means = new float[CLASSES][width];
        try (Network network = Networks.load(files.onnx());
                Scope scope = Scope.open()) {
            double[] maps = network.cut("features").lower(files.images(taught)).toDoubles();
            int patches = maps.length / taught.size() / width;
            for (int i = 0; i < maps.length; i++) {
                int label = number(taught.get(i / patches / width)) % CLASSES;
                means[label][i / patches % width] += (float) (maps[i] / patches * CLASSES / taught.size());
            }
        }
        return means;
    }

    private static int number(Path picture) {
        return Integer.parseInt(picture.getFileName().toString().replaceAll(".*_|\\.png", ""));
    }

    private static float[] gaussians(Random random, int count, double mean, double deviation) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (mean + deviation * random.nextGaussian());
        }
        return values;
    }

    private static void draw(Path file, int number) {
        Random random = new Random(number);
        int label = number % CLASSES;
        BufferedImage image = new BufferedImage(72, 64, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.getHSBColor(random.nextFloat(), 0.2f, 0.4f + 0.2f * random.nextFloat()));
        graphics.fillRect(0, 0, 72, 64);
        graphics.setColor(Color.getHSBColor(label / (float) CLASSES, 0.9f, 0.8f + 0.2f * random.nextFloat()));
        for (int at = random.nextInt(10); at < 72; at += 10) {
            if (label % 2 == 0) {
                graphics.fillRect(at, 0, 5, 64);
            } else {
                graphics.fillRect(0, at, 72, 5);
            }
        }
        graphics.dispose();
        try {
            Files.createDirectories(file.getParent());
            ImageIO.write(image, "png", file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- ONNX, named as PyTorch names what it exports; batch normalisation folded but for the first
    // ------------------

    private Model onnx(float[] weight, float[] bias) {
        nodes.clear();
        constants.clear();
        constants.add(OnnxTensor.of("zero", new float[] {0}));
        constants.add(OnnxTensor.of("six", new float[] {6}));
        String value = "image";
        for (int i = 0; i < blocks.size(); i++) {
            value = onnx(blocks.get(i), "/features/features." + i, value, i > 0);
        }
        value = node("/avgpool/GlobalAveragePool", List.of(value));
        value = node("/Flatten", List.of(value), Attribute.of("axis", 1));
        String w = constant("fc.weight", weight, CLASSES, width);
        String b = constant("fc.bias", bias, CLASSES);
        nodes.add(Node.of("/fc/Gemm", "Gemm", List.of(value, w, b), List.of("logits"), Attribute.of("transB", 1)));
        return Model.of(
                13,
                Graph.of(
                        nodes,
                        constants,
                        List.of(ValueInfo.of("image", -1, 3, SIZE, SIZE)),
                        List.of(ValueInfo.of("logits", -1, CLASSES))));
    }

    private String onnx(Block block, String scope, String from, boolean folded) {
        String value = from;
        int[] pad = block.padding();
        if (block.kernel() > 1) {
            String pads = scope + ".pads";
            long[] edges = {0, 0, pad[2], pad[0], 0, 0, pad[3], pad[1]};
            constants.add(OnnxTensor.of(pads, edges, edges.length));
            value = node(scope + "/pad/Pad", List.of(value, pads, "zero"));
        }
        String weight = constant(scope + ".weight", folded ? block.foldedWeight() : block.weight(), block.shape());
        List<String> inputs = new ArrayList<>(List.of(value, weight));
        if (folded) {
            inputs.add(constant(scope + ".bias", block.foldedBias(), block.out()));
        }
        value = node(
                scope + "/conv/Conv",
                inputs,
                Attribute.of("strides", new long[] {block.stride(), block.stride()}),
                Attribute.of("group", block.groups()));
        if (!folded) {
            value = node(
                    scope + "/bn/BatchNormalization",
                    List.of(
                            value,
                            constant(scope + ".bn.weight", block.scale(), block.out()),
                            constant(scope + ".bn.bias", block.shift(), block.out()),
                            constant(scope + ".bn.mean", block.mean(), block.out()),
                            constant(scope + ".bn.variance", block.variance(), block.out())),
                    Attribute.of("epsilon", (float) EPSILON));
        }
        return node(scope + "/act/Clip", List.of(value, "zero", "six"));
    }

    private String node(String name, List<String> inputs, Attribute... attributes) {
        String output = name + "_output_0";
        nodes.add(Node.of(name, name.substring(name.lastIndexOf('/') + 1), inputs, List.of(output), attributes));
        return output;
    }

    private String constant(String name, float[] values, long... shape) {
        constants.add(OnnxTensor.of(name, values, shape));
        return name;
    }

    // ---- TorchScript ------------------------------------------------------------------------------------------------

    private ScriptWriter script(float[] weight, float[] bias) {
        ScriptWriter features = new ScriptWriter("Sequential");
        StringBuilder source = new StringBuilder("def forward(self, x):\n");
        for (int i = 0; i < blocks.size(); i++) {
            features.module(Integer.toString(i), script(blocks.get(i)));
            source.append("    x = getattr(self, \"").append(i).append("\").forward(x)\n");
        }
        return new ScriptWriter("MobileNet")
                .module(
                        "features",
                        features.source(source.append("    return x\n").toString()))
                .module("avgpool", stateless("AdaptiveAvgPool2d", "torch.adaptive_avg_pool2d(x, [1, 1])"))
                .module(
                        "fc",
                        new ScriptWriter("Linear")
                                .parameter("weight", Tensor.of(weight, CLASSES, width))
                                .parameter("bias", Tensor.of(bias, CLASSES))
                                .source("def forward(self, x):\n    return torch.linear(x, self.weight, self.bias)\n"))
                .source("""
                        def forward(self, x):
                            x = self.avgpool.forward(self.features.forward(x))
                            return self.fc.forward(torch.flatten(x, 1))
                        """);
    }

    private static ScriptWriter script(Block block) {
        int[] pad = block.padding();
        boolean padded = LongStream.of(pad[0], pad[1], pad[2], pad[3]).sum() > 0;
        ScriptWriter writer = new ScriptWriter("Block");
        if (padded) {
            String edges = String.format(Locale.ROOT, "[%d, %d, %d, %d]", pad[0], pad[1], pad[2], pad[3]);
            writer.module("pad", stateless("ZeroPad2d", "torch.constant_pad_nd(x, " + edges + ", 0.)"));
        }
        String normalise =
                "torch.batch_norm(x, self.weight, self.bias, self.running_mean, self.running_var, False, 0.1, "
                        + EPSILON + ", True)";
        return writer.module(
                        "conv",
                        new ScriptWriter("Conv2d")
                                .parameter("weight", Tensor.of(block.weight(), block.shape()))
                                .source(String.format(
                                        Locale.ROOT,
                                        "def forward(self, x):%n    return torch.conv2d(x, self.weight, None, [%d, %d],"
                                                + " [0, 0], [1, 1], %d)%n",
                                        block.stride(),
                                        block.stride(),
                                        block.groups())))
                .module(
                        "bn",
                        new ScriptWriter("BatchNorm2d")
                                .parameter("weight", Tensor.of(block.scale(), block.out()))
                                .parameter("bias", Tensor.of(block.shift(), block.out()))
                                .buffer("running_mean", Tensor.of(block.mean(), block.out()))
                                .buffer("running_var", Tensor.of(block.variance(), block.out()))
                                .source("def forward(self, x):\n    return " + normalise + "\n"))
                .module("act", stateless("ReLU6", "torch.hardtanh(x, 0., 6.)"))
                .source("def forward(self, x):\n    return self.act.forward(self.bn.forward(self.conv.forward("
                        + (padded ? "self.pad.forward(x)" : "x") + ")))\n");
    }

    private static ScriptWriter stateless(String kind, String expression) {
        return new ScriptWriter(kind).source("def forward(self, x):\n    return " + expression + "\n");
    }
}
