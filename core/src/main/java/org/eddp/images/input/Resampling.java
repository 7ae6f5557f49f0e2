package org.eddp.images.input;

import org.eddp.images.input.Preprocessing.Interpolation;

/**
 * Resizing along one axis: each output pixel is a weighted mean of a run of input pixels.
 *
 * @param start first input pixel of each output pixel
 * @param weights of the input pixels from {@code start} on, summing to 1
 */
record Resampling(int[] start, float[][] weights) {
    /**
     * Weights for some of the output pixels.
     *
     * @param interpolation curve of the weights; its unit is an output pixel when shrinking and an input pixel when enlarging
     * @param input length of the axis before
     * @param output length of the axis after
     * @param first first output pixel wanted
     * @param count number of output pixels wanted
     */
    static Resampling of(Interpolation interpolation, int input, long output, long first, int count) {
        int[] start = new int[count];
        float[][] weights = new float[count][];
        double step = (double) input / output;
        double unit = Math.max(1, step);
        double reach = interpolation.reach() * unit;
        for (int i = 0; i < count; i++) {
            double centre = (first + i + 0.5) * step;
            int from = (int) Math.max(0, Math.floor(centre - reach + 0.5));
            int to = (int) Math.min(input, Math.floor(centre + reach + 0.5));
            start[i] = from;
            weights[i] = weights(interpolation, from, to, centre, unit);
        }
        return new Resampling(start, weights);
    }

    private static float[] weights(Interpolation interpolation, int from, int to, double centre, double unit) {
        double[] exact = new double[to - from];
        double sum = 0;
        for (int k = 0; k < exact.length; k++) {
            exact[k] = interpolation.weight(Math.abs(from + k + 0.5 - centre) / unit);
            sum += exact[k];
        }
        float[] weights = new float[exact.length];
        for (int k = 0; k < exact.length; k++) {
            weights[k] = (float) (exact[k] / sum);
        }
        return weights;
    }

    /** One past the last input pixel that output pixel {@code i} reads. */
    int end(int i) {
        return start[i] + weights[i].length;
    }

    int count() {
        return start.length;
    }
}
