package org.eddp.experiments.training;

import java.util.SplittableRandom;

/**
 * How a network is trained: Adam with decoupled weight decay, the rate warmed up over the first epoch and then annealed to
 * zero along half a cosine, cross-entropy.
 *
 * @param epochs passes over the images
 * @param batch images per step
 * @param learningRate Adam's rate at its highest
 * @param decay weight decay, times the rate, per step
 * @param smoothing share of the target spread evenly over all classes
 * @param augmentation how pictures are varied
 * @param seed of start, order, augmentation and dropout
 */
public record TrainOptions(
        int epochs,
        int batch,
        double learningRate,
        double decay,
        double smoothing,
        Augmentation augmentation,
        long seed) {

    /** A start for small residual networks. */
    public static final TrainOptions USUAL = new TrainOptions(30, 32, 0.003, 0.05, 0.05, Augmentation.LIGHT, 1);

    public TrainOptions {
        require(epochs >= 1, "epochs = " + epochs + " must be at least 1");
        require(batch >= 2, "batch = " + batch + " must be at least 2");
        require(
                learningRate > 0 && learningRate <= 10,
                "learning rate = " + learningRate + " must be positive and at most 10");
        require(decay >= 0 && decay <= 1, "decay = " + decay + " must be within 0 .. 1");
        require(smoothing >= 0 && smoothing < 1, "smoothing = " + smoothing + " must be at least 0 and below 1");
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /** The same for another number of epochs. */
    public TrainOptions withEpochs(int other) {
        return new TrainOptions(other, batch, learningRate, decay, smoothing, augmentation, seed);
    }

    /** The same with another seed. */
    public TrainOptions withSeed(long other) {
        return new TrainOptions(epochs, batch, learningRate, decay, smoothing, augmentation, other);
    }

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
}
