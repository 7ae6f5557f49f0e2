package org.eddp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.tensor.Tensor;

/**
 * A MobileNet in both kinds of file, with batch normalisation as layers of its own in one and folded into convolutions in the
 * other, and a folder of pictures whose names begin with the number of their class.
 *
 * @param name for the test report
 * @param blocks convolutions, called {@code features.0} and so on
 * @param width channels of the last one
 * @param top a picture is recognised if its class is among so many
 */
public record MobileNetFiles(
        String name, Path onnx, Path script, Path pictures, int blocks, int width, int classes, int top) {
    /** Pixels along a side of the input. */
    public static final int SIZE = 224;

    /** The one that is made here, and the one trained on photographs where it lies beside the repository. */
    public static List<MobileNetFiles> in(Path folder) {
        List<MobileNetFiles> all = new ArrayList<>(List.of(SmallMobileNet.write(folder)));
        Optional<Path> onnx = SharedFiles.find("networks/mobilenet_v1_025.onnx");
        Optional<Path> script = SharedFiles.find("networks/mobilenet_v1_025.pt");
        Optional<Path> photos = SharedFiles.find("photos");
        if (onnx.isPresent() && script.isPresent() && photos.isPresent()) {
            all.add(new MobileNetFiles("photographs", onnx.get(), script.get(), photos.get(), 27, 256, 1000, 5));
        }
        return all;
    }

    /** Name of the last block, as modules are called in files of either kind. */
    public String last() {
        return "features." + (blocks - 1);
    }

    public static Preprocessing preprocessing() {
        return InputPreset.KERAS.preprocessing();
    }

    /** The first so many pictures, or all if there are fewer. */
    public List<Path> files(int limit) {
        try (Stream<Path> files = Files.list(pictures)) {
            return files.sorted().limit(limit).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Tensor images(List<Path> files) {
        return Tensor.of(pixels(files), files.size(), 3, SIZE, SIZE);
    }

    public static float[] pixels(List<Path> files) {
        ImageReader reader = new ImageReader();
        int length = 3 * SIZE * SIZE;
        float[] pixels = new float[files.size() * length];
        for (int n = 0; n < files.size(); n++) {
            preprocessing().apply(reader.read(files.get(n)), pixels, n * length);
        }
        return pixels;
    }

    /** Whether the class a picture is named after has one of the largest logits. */
    public boolean recognised(String picture, double[] logits, int row) {
        double own = logits[row * classes + Integer.parseInt(picture.substring(0, 3))];
        return Arrays.stream(logits, row * classes, (row + 1) * classes)
                        .filter(other -> other > own)
                        .count()
                < top;
    }

    @Override
    public String toString() {
        return name;
    }
}
