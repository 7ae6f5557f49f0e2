package org.eddp.distribution;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;

/** What a newcomer has: a network, {@code model.onnx}, and pictures in {@code photos}. */
final class Newcomer {
    private static final int SIZE = 32;

    private Newcomer() {}

    static void bringsTo(Path folder) throws IOException {
        Model.write(folder.resolve("model.onnx"), network());
        for (int n = 0; n < 24; n++) {
            draw(folder.resolve("photos/" + n + ".png"), n);
        }
    }

    /** A convolution with ReLU called "maps", pooling and a linear layer. */
    private static Model network() {
        SplittableRandom random = new SplittableRandom(5);
        Attribute stride = Attribute.of("strides", new long[] {4, 4});
        return Model.of(
                13,
                Graph.of(
                        List.of(
                                Node.of("conv", "Conv", List.of("image", "k"), List.of("c"), stride),
                                Node.of("relu", "Relu", List.of("c"), List.of("maps")),
                                Node.of("pool", "GlobalAveragePool", List.of("maps"), List.of("pooled")),
                                Node.of("flatten", "Flatten", List.of("pooled"), List.of("flat")),
                                Node.of("fc", "MatMul", List.of("flat", "v"), List.of("logits"))),
                        List.of(weights(random, 0.25, "k", 12, 3, 4, 4), weights(random, 2, "v", 12, 3)),
                        List.of(ValueInfo.of("image", -1, 3, SIZE, SIZE)),
                        List.of(ValueInfo.of("logits", -1, 3))));
    }

    private static OnnxTensor weights(SplittableRandom random, double scale, String name, long... shape) {
        int count = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        float[] values = new float[count];
        for (int k = 0; k < count; k++) {
            values[k] = (float) (random.nextGaussian() * scale);
        }
        return OnnxTensor.of(name, values, shape);
    }

    /** Squares of four colours. */
    private static void draw(Path file, int seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        int[] colours = {0xD04020, 0x20C040, 0x3050D0, 0xE0D060};
        for (int cell = 0; cell < 64; cell++) {
            int colour = colours[random.nextInt(4)];
            for (int p = 0; p < 16; p++) {
                image.setRGB(cell % 8 * 4 + p % 4, cell / 8 * 4 + p / 4, colour + random.nextInt(16) * 0x010101);
            }
        }
        Files.createDirectories(file.getParent());
        ImageIO.write(image, "png", file.toFile());
    }
}
