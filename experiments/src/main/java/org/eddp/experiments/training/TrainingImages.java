package org.eddp.experiments.training;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Images of known classes, in memory: one byte per value, resized and cut already, normalised when they are used.
 *
 * <p>Thread-safe.
 */
public final class TrainingImages {
    private final Preprocessing preprocessing;
    private final byte[][] pixels;
    private final int[][] labels;

    private TrainingImages(Preprocessing preprocessing, byte[][] pixels, int[][] labels) {
        this.preprocessing = preprocessing;
        this.pixels = pixels;
        this.labels = labels;
    }

    /** A decoded picture and the number of its class, or of several classes that are all right. */
    public record Example(Picture picture, int... labels) {
        public Example {
            if (labels.length == 0) {
                throw new IllegalArgumentException("a picture to learn from has no class");
            }
        }

        /** The class, the first if there are several. */
        public int label() {
            return labels[0];
        }
    }

    /** The source of examples; used by several threads at once. */
    @FunctionalInterface
    public interface Source {
        Example get(int index);
    }

    /** Images from pictures. */
    public static TrainingImages of(List<Example> examples, Preprocessing preprocessing) {
        try (Workers workers = new Workers(1)) {
            return of(examples.size(), examples::get, preprocessing, workers);
        }
    }

    /** Images from pictures that are loaded and released one by one. */
    public static TrainingImages of(int count, Source source, Preprocessing preprocessing, Workers workers) {
        Preprocessing levels = levels(preprocessing);
        byte[][] pixels = new byte[count][];
        int[][] labels = new int[count][];
        workers.forEachAhead(
                count,
                i -> {
                    Example example = source.get(i);
                    pixels[i] = bytes(levels.apply(example.picture()));
                    labels[i] = example.labels();
                    return i;
                },
                done -> {});
        return new TrainingImages(preprocessing, pixels, labels);
    }

    /** The same geometry, with values left at 0 .. 255. */
    private static Preprocessing levels(Preprocessing preprocessing) {
        double[] zeros = new double[preprocessing.channels().count()];
        double[] ones = zeros.clone();
        Arrays.fill(ones, 1);
        return preprocessing.withScale(1).withMean(zeros).withDeviation(ones);
    }

    private static byte[] bytes(float[] values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) Math.max(0, Math.min(255, Math.round(values[i])));
        }
        return bytes;
    }

    /** Number of images. */
    public int size() {
        return pixels.length;
    }

    /** Class of an image, the first if there are several. */
    public int label(int image) {
        return labels[image][0];
    }

    /** All classes of an image. */
    int[] labels(int image) {
        return labels[image];
    }

    /** The number of images whose largest logit is that of a right class. */
    int right(Tensor logits, int... images) {
        double[] predicted = logits.argmax(1).toDoubles();
        return (int) IntStream.range(0, images.length)
                .filter(i -> Arrays.stream(labels[images[i]]).anyMatch(label -> predicted[i] == label))
                .count();
    }

    /** Consecutive images as a network takes them, in the open scope. */
    public Tensor batch(int first, int count) {
        Trainer.Augmentation.Variation[] plain = new Trainer.Augmentation.Variation[count];
        Arrays.fill(plain, Trainer.Augmentation.Variation.NONE);
        return batch(IntStream.range(first, first + count).toArray(), plain);
    }

    /** Images, each varied in its own way. */
    Tensor batch(int[] images, Trainer.Augmentation.Variation... variations) {
        int length = preprocessing.length();
        float[] values = new float[images.length * length];
        for (int i = 0; i < images.length; i++) {
            write(pixels[images[i]], variations[i], values, i * length);
        }
        return preprocessing.tensor(values);
    }

    private void write(byte[] image, Trainer.Augmentation.Variation variation, float[] out, int offset) {
        int height = preprocessing.cropHeight();
        int width = preprocessing.cropWidth();
        double[] mean = preprocessing.mean();
        double[] deviation = preprocessing.deviation();
        int at = offset;
        for (int channel = 0; channel < mean.length; channel++) {
            float factor = (float) (variation.gains()[channel] * preprocessing.scale() / deviation[channel]);
            float shift = (float) (mean[channel] / deviation[channel]);
            for (int y = 0; y < height; y++) {
                int row = (channel * height + limit(y - variation.down(), height)) * width;
                for (int x = 0; x < width; x++) {
                    int from = limit(x - variation.right(), width);
                    int column = variation.mirrored() ? width - 1 - from : from;
                    out[at++] = (image[row + column] & 0xFF) * factor - shift;
                }
            }
        }
    }

    private static int limit(int value, int length) {
        return Math.max(0, Math.min(length - 1, value));
    }
}
