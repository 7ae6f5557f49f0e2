package org.eddp.experiments.training;

import java.util.SplittableRandom;

/**
 * How pictures are varied while a network learns.
 *
 * @param mirror half the pictures are mirrored left to right
 * @param shift largest shift in pixels, in both directions; the edge is repeated
 * @param gain largest relative change of brightness, per channel
 */
public record Augmentation(boolean mirror, int shift, double gain) {
    /** No variation. */
    public static final Augmentation NONE = new Augmentation(false, 0, 0);

    /** Mirrored, shifted a little, and lit a little differently. */
    public static final Augmentation LIGHT = new Augmentation(true, 8, 0.15);

    public Augmentation {
        if (shift < 0) {
            throw new IllegalArgumentException("shift = " + shift + " must not be negative");
        }
        if (!(gain >= 0 && gain < 1)) {
            throw new IllegalArgumentException("gain = " + gain + " must be at least 0 and below 1");
        }
    }

    /** One way to vary a picture. */
    record Variation(boolean mirrored, int right, int down, double... gains) {
        static final Variation NONE = new Variation(false, 0, 0, 1, 1, 1);
    }

    Variation draw(SplittableRandom random) {
        boolean mirrored = mirror && random.nextBoolean();
        int right = random.nextInt(-shift, shift + 1);
        int down = random.nextInt(-shift, shift + 1);
        double[] gains = new double[3];
        for (int c = 0; c < gains.length; c++) {
            gains[c] = 1 + gain * (2 * random.nextDouble() - 1);
        }
        return new Variation(mirrored, right, down, gains);
    }
}
