package org.eddp.journeys;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** What a network takes labelled pictures for, by ONNX Runtime: nothing of ours has a part in it. */
final class LabelledPictures {
    private LabelledPictures() {}

    /** Rows are the folders of the pictures, by name, as the classes of the network are; columns what they are taken for. */
    static int[][] confusion(Path network, Path folder) throws IOException, OrtException {
        List<Path> classes = listing(folder);
        int[][] counts = new int[classes.size()][classes.size()];
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            try (OrtSession session = environment.createSession(network.toString(), options)) {
                for (int label = 0; label < counts.length; label++) {
                    for (Path picture : listing(classes.get(label))) {
                        counts[label][taken(environment, session, picture)]++;
                    }
                }
            }
        }
        return counts;
    }

    /** What two networks take the pictures of labelled folders for: on how many they differ. */
    static int differences(Path network, Path other, Path folder) throws IOException, OrtException {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession one = environment.createSession(network.toString());
                OrtSession two = environment.createSession(other.toString())) {
            int differing = 0;
            for (Path label : listing(folder)) {
                for (Path picture : listing(label)) {
                    differing += taken(environment, one, picture) == taken(environment, two, picture) ? 0 : 1;
                }
            }
            return differing;
        }
    }

    private static int taken(OrtEnvironment environment, OrtSession session, Path picture)
            throws IOException, OrtException {
        String input = session.getInputNames().iterator().next();
        try (OnnxTensor values = OnnxTensor.createTensor(
                        environment, new float[][][][] {values(ImageIO.read(picture.toFile()))});
                OrtSession.Result result = session.run(Map.of(input, values))) {
            float[] logits = ((float[][]) result.get(0).getValue())[0];
            int best = 0;
            for (int k = 1; k < logits.length; k++) {
                best = logits[k] > logits[best] ? k : best;
            }
            return best;
        }
    }

    /** Channels from -1 to 1, as the chess network was trained on them. */
    private static float[][][] values(BufferedImage picture) {
        float[][][] values = new float[3][picture.getHeight()][picture.getWidth()];
        for (int channel = 0; channel < 3; channel++) {
            for (int y = 0; y < picture.getHeight(); y++) {
                for (int x = 0; x < picture.getWidth(); x++) {
                    int value = picture.getRGB(x, y) >> (16 - 8 * channel) & 0xFF;
                    values[channel][y][x] = (float) ((value / 255.0 - 0.5) / 0.5);
                }
            }
        }
        return values;
    }

    private static List<Path> listing(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
