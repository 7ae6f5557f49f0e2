package org.eddp.faithfulness;

/**
 * How an image is changed to show more of a concept.
 *
 * @param iterations gradient steps; the paper's is 40
 * @param recordEvery steps between records of the features; the paper's is 5
 * @param rate root mean square of the change of the pixels in one step, in the units of the network's input
 * @param smoothness power with which the spectrum of a step falls off: 0 for the gradient as it is, 1 for steps with the
 *     spectrum of photographs ({@link org.eddp.tensor.Pictures})
 * @param jitter largest random shift, in pixels
 * @param scale largest random change of size, as a share: 0.1 is 0.9 to 1.1
 * @param rotation largest random turn, in degrees
 * @param lowest smallest value of a pixel per channel in the units of the network's input, or null for no limit
 * @param highest largest value of a pixel per channel, or null for no limit
 * @param fit how a line is put through the records
 * @param seed of the random transforms
 */
public record DreamOptions(
        int iterations,
        int recordEvery,
        double rate,
        double smoothness,
        double jitter,
        double scale,
        double rotation,
        double[] lowest,
        double[] highest,
        DreamingDirection.Fit fit,
        long seed) {
    public DreamOptions {
        if (iterations < 1) {
            throw new IllegalArgumentException("iterations = " + iterations + " must be at least 1");
        }
        if (recordEvery < 1 || recordEvery > iterations) {
            throw new IllegalArgumentException(
                    "a record every " + recordEvery + " steps must be within 1 .. " + iterations);
        }
        if (!(rate > 0)) {
            throw new IllegalArgumentException("rate = " + rate + " must be positive");
        }
        if (!(smoothness >= 0)) {
            throw new IllegalArgumentException("smoothness = " + smoothness + " must not be negative");
        }
        if (!(jitter >= 0 && scale >= 0 && scale < 1 && rotation >= 0)) {
            throw new IllegalArgumentException("jitter = " + jitter + ", scale = " + scale + ", rotation = " + rotation
                    + " must not be negative, and scale below 1");
        }
        if ((lowest == null) != (highest == null)) {
            throw new IllegalArgumentException("give both limits of pixels or none");
        }
    }

    /**
     * The paper's iterations and records; transforms of the usual size; no limits. The paper gives no rate: this one, and the
     * smoothness, let w.x rise further in 40 steps than plain gradients and smaller rates do on the network of
     * {@code eddp world}.
     */
    public static DreamOptions of(long seed) {
        return new DreamOptions(40, 5, 0.05, 1, 8, 0.1, 10, null, null, DreamingDirection.Fit.PER_PATCH, seed);
    }

    /** The same with another number of steps. */
    public DreamOptions lasting(int steps) {
        return new DreamOptions(
                steps,
                Math.min(steps, recordEvery),
                rate,
                smoothness,
                jitter,
                scale,
                rotation,
                lowest,
                highest,
                fit,
                seed);
    }

    /** The same within limits of pixels. */
    public DreamOptions within(double[] low, double[] high) {
        return new DreamOptions(
                iterations,
                recordEvery,
                rate,
                smoothness,
                jitter,
                scale,
                rotation,
                low.clone(),
                high.clone(),
                fit,
                seed);
    }

    /** The same with another size and spectrum of steps. */
    public DreamOptions stepping(double length, double power) {
        return new DreamOptions(
                iterations, recordEvery, length, power, jitter, scale, rotation, lowest, highest, fit, seed);
    }

    /** The same with another line fit. */
    public DreamOptions with(DreamingDirection.Fit other) {
        return new DreamOptions(
                iterations, recordEvery, rate, smoothness, jitter, scale, rotation, lowest, highest, other, seed);
    }
}
