package org.eddp.spark;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.eddp.Eddp;
import org.eddp.features.FeatureSet;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;

/** A small network, pictures, one of them damaged, and a run: {@code tiny.onnx}, {@code pictures}, {@code run}. */
public final class TinyRun {
    static final int PICTURES = 8;
    static final int SIZE = 16;
    public static final int WIDTH = 12;
    public static final int CONCEPTS = 5;
    public static final String LAYER = "maps";
    static final String DAMAGED = "damaged.png";

    private TinyRun() {}

    /** Makes all of them in a folder. */
    public static Path make(Path folder) throws IOException {
        Path network = folder.resolve("tiny.onnx");
        Model.write(network, network(WIDTH));
        Path pictures = Files.createDirectories(folder.resolve("pictures"));
        for (int i = 0; i < PICTURES; i++) {
            picture(pictures.resolve(i + ".png"), i);
        }
        Eddp eddp = new Eddp();
        FeatureSet features = eddp.extract(network, LAYER, "plain", pictures, folder.resolve("features"));
        eddp.learn(features, CONCEPTS, folder.resolve("run")).close();
        byte[] whole = Files.readAllBytes(pictures.resolve("0.png"));
        Files.write(pictures.resolve(DAMAGED), Arrays.copyOf(whole, whole.length / 2));
        return folder;
    }

    /** A convolution with ReLU called "maps", pooling and a linear layer. */
    static Model network(int width) {
        SplittableRandom random = new SplittableRandom(5);
        List<Node> nodes = List.of(
                Node.of("conv", "Conv", List.of("image", "k"), List.of("c"), Attribute.of("strides", new long[] {4, 4
                })),
                Node.of("relu", "Relu", List.of("c"), List.of(LAYER)),
                Node.of("pool", "GlobalAveragePool", List.of(LAYER), List.of("pooled")),
                Node.of("flatten", "Flatten", List.of("pooled"), List.of("flat")),
                Node.of("fc", "MatMul", List.of("flat", "v"), List.of("logits")));
        return Model.of(
                13,
                Graph.of(
                        nodes,
                        List.of(tensor(random, 0.25, "k", width, 3, 4, 4), tensor(random, 2, "v", width, 3)),
                        List.of(ValueInfo.of("image", -1, 3, SIZE, SIZE)),
                        List.of(ValueInfo.of("logits", -1, 3))));
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

    static void picture(Path file, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        int[] colours = {0xD04020, 0x20C040, 0x3050D0, 0xE0D060};
        for (int cell = 0; cell < 16; cell++) {
            int colour = colours[random.nextInt(4)];
            for (int p = 0; p < 16; p++) {
                image.setRGB(cell % 4 * 4 + p % 4, cell / 4 * 4 + p / 4, colour + random.nextInt(16) * 0x010101);
            }
        }
        ImageIO.write(image, "png", file.toFile());
    }
}
