package org.eddp.names;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The 1,000 classes of ImageNet (ILSVRC 2012) in the usual order, that of their WordNet ids.
 *
 * <p>Whether a network has its classes in this order shows in its logits. In this order related classes are neighbours: 118 breeds
 * of dogs, the snakes, the monkeys. A network takes related classes for each other, so their logits rise and fall together from
 * picture to picture. In another order they do not.
 */
public final class ImageNet {
    /** Number of its classes. */
    public static final int CLASSES = 1000;

    /** Fewest pictures that {@link #fitsOrder} can tell from. */
    public static final int FEWEST = 5;

    /** Most pictures that it needs. */
    public static final int ENOUGH = 500;

    /**
     * Mean correlation between related classes from which the order counts as ImageNet's. Measured on photographs with a MobileNet
     * of width 0.25: 0.33 to 0.68 in its own order, at most 0.07 in 200 random ones.
     */
    private static final double LEAST = 0.25;

    /** First class and end of neighbours that are related: birds, reptiles, dogs, cats, insects, hoofed animals, apes. */
    private static final int[][] RELATED = {
        {7, 25}, {25, 69}, {80, 101}, {127, 147}, {151, 269}, {281, 294}, {300, 327}, {339, 354}, {365, 385}
    };

    private ImageNet() {}

    /** The names of its classes, spelled as in running text. */
    public static ClassNames names() {
        try (InputStream file = ImageNet.class.getResourceAsStream("imagenet.txt")) {
            return new ClassNames(
                    ClassNames.IMAGENET, List.of(new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\n")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Whether a network has its classes in the order of ImageNet.
     *
     * @param logits of pictures, one after the other, {@link #CLASSES} each
     * @return false also where there are fewer than {@link #FEWEST} pictures
     */
    public static boolean fitsOrder(double[] logits) {
        int images = logits.length / CLASSES;
        if (images < FEWEST) {
            return false;
        }
        double[][] columns = columns(logits, images);
        double mean = 0;
        for (int[] block : RELATED) {
            mean += correlation(columns, block[0], block[1], images) / RELATED.length;
        }
        return mean >= LEAST; // false for NaN
    }

    /** The logits of every class over the pictures: without the mean of each picture, then without their own mean, of length 1. */
    private static double[][] columns(double[] logits, int images) {
        double[][] columns = new double[CLASSES][images];
        for (int i = 0; i < images; i++) {
            double mean = Arrays.stream(logits, i * CLASSES, (i + 1) * CLASSES)
                    .average()
                    .orElse(0);
            for (int k = 0; k < CLASSES; k++) {
                columns[k][i] = logits[i * CLASSES + k] - mean;
            }
        }
        for (double[] column : columns) {
            double mean = Arrays.stream(column).average().orElse(0);
            double square =
                    Arrays.stream(column).map(x -> (x - mean) * (x - mean)).sum();
            double length = Math.sqrt(square);
            for (int i = 0; i < images; i++) {
                column[i] = length > 0 ? (column[i] - mean) / length : 0;
            }
        }
        return columns;
    }

    /** Mean correlation of two different classes of a block. */
    private static double correlation(double[][] columns, int first, int end, int images) {
        double square = 0;
        for (int i = 0; i < images; i++) {
            double sum = 0;
            for (int k = first; k < end; k++) {
                sum += columns[k][i];
            }
            square += sum * sum;
        }
        int classes = end - first;
        return (square - classes) / (classes * (classes - 1.0));
    }
}
