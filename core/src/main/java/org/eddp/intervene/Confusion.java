package org.eddp.intervene;

import java.util.Arrays;

/**
 * How often each class was taken for which.
 *
 * @param counts images of class [row] that were predicted as class [column]
 */
public record Confusion(long[][] counts) {
    /** Counts predictions. */
    public static Confusion of(int classes, int[] truth, int[] predicted) {
        if (truth.length != predicted.length) {
            throw new IllegalArgumentException(truth.length + " labels but " + predicted.length + " predictions");
        }
        long[][] counts = new long[classes][classes];
        for (int n = 0; n < truth.length; n++) {
            if (truth[n] < 0 || truth[n] >= classes) {
                throw new IllegalArgumentException(
                        "class " + truth[n] + " of image " + n + " does not exist; classes are 0 .. " + (classes - 1));
            }
            counts[truth[n]][predicted[n]]++;
        }
        return new Confusion(counts);
    }

    /** Both together. */
    public Confusion plus(Confusion other) {
        long[][] sum = new long[counts.length][counts.length];
        for (int r = 0; r < sum.length; r++) {
            for (int c = 0; c < sum.length; c++) {
                sum[r][c] = counts[r][c] + other.counts[r][c];
            }
        }
        return new Confusion(sum);
    }

    /** Number of images. */
    public long images() {
        long all = 0;
        for (long[] row : counts) {
            for (long count : row) {
                all += count;
            }
        }
        return all;
    }

    /** Share of images predicted rightly; 0 if there are none. */
    public double accuracy() {
        long right = 0;
        for (int k = 0; k < counts.length; k++) {
            right += counts[k][k];
        }
        return images() == 0 ? 0 : right / (double) images();
    }

    /** Share of the images of each class that went to which; rows of classes without images are zero. */
    public double[][] shares() {
        double[][] shares = new double[counts.length][counts.length];
        for (int r = 0; r < counts.length; r++) {
            long all = Arrays.stream(counts[r]).sum();
            for (int c = 0; c < counts.length; c++) {
                shares[r][c] = all == 0 ? 0 : counts[r][c] / (double) all;
            }
        }
        return shares;
    }
}
