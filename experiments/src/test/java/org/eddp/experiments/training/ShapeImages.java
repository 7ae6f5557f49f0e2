package org.eddp.experiments.training;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.experiments.training.TrainedNetwork.Architecture;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;

/** A problem for networks of a minute's training at most: is there a square, a cross or a ring, anywhere, any colour? */
final class ShapeImages {
    static final int SIZE = 24;
    static final int CLASSES = 3;
    static final Preprocessing PREPROCESSING = new Preprocessing(
            0,
            SIZE,
            SIZE,
            1 / 255.0,
            new double[] {0.5, 0.5, 0.5},
            new double[] {0.25, 0.25, 0.25},
            Preprocessing.Channels.RGB);

    private ShapeImages() {}

    static TrainingImages draw(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TrainingImages.Example> examples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            examples.add(new TrainingImages.Example(picture(i % CLASSES, random), i % CLASSES));
        }
        return TrainingImages.of(examples, PREPROCESSING);
    }

    private static Picture picture(int shape, SplittableRandom random) {
        byte[] rgb = new byte[3 * SIZE * SIZE];
        int[] back = {random.nextInt(200), random.nextInt(200), random.nextInt(200)};
        int[] fore = {255 - back[0], 255 - back[1], 255 - back[2]};
        int left = random.nextInt(SIZE - 9);
        int top = random.nextInt(SIZE - 9);
        for (int pixel = 0; pixel < SIZE * SIZE; pixel++) {
            int x = pixel % SIZE - left - 4;
            int y = pixel / SIZE - top - 4;
            for (int channel = 0; channel < 3; channel++) {
                int level = inside(shape, x, y) ? fore[channel] : back[channel];
                rgb[3 * pixel + channel] = (byte) Math.max(0, Math.min(255, level + random.nextInt(-20, 21)));
            }
        }
        return new Picture(SIZE, SIZE, rgb);
    }

    private static boolean inside(int shape, int x, int y) {
        int far = Math.max(Math.abs(x), Math.abs(y));
        return switch (shape) {
            case 0 -> far <= 3;
            case 1 -> far <= 4 && (Math.abs(x) <= 1 || Math.abs(y) <= 1);
            default -> far <= 4 && far >= 3;
        };
    }

    /** A network with every kind of stage. */
    static Architecture network() {
        return new Architecture(
                3,
                SIZE,
                SIZE,
                List.of(
                        new Stage.Convolution("stem", 3, 8, 3, 1, 1, true),
                        new Stage.Relu("stem_relu"),
                        new Stage.MaxPool("stem_pool", 2, 2),
                        new Stage.Residual("block1", 8, 16, 2),
                        new Stage.Residual("block2", 16, 16, 1),
                        new Stage.Dropout("dropout", 0.1),
                        new Stage.Convolution("conv", 16, 16, 3, 1, 0, false),
                        new Stage.Relu("features"),
                        new Stage.AveragePool("pool"),
                        new Stage.Linear("classifier", 16, CLASSES)));
    }
}
