package org.eddp.intervene;

import java.util.Arrays;

/**
 * How often independent labels were found rightly.
 *
 * @param counts per label: images that have it, those among them on which it was found, images that do not have it, those among them
 *     on which it was not found
 */
public record LabelCounts(long[][] counts) {
    /** Numbers that are counted of every label. */
    static final int COLUMNS = 4;

    /**
     * Counts predictions.
     *
     * @param truth labels of every image
     * @param predicted labels found on every image
     */
    public static LabelCounts of(int labels, int[][] truth, int[][] predicted) {
        if (truth.length != predicted.length) {
            throw new IllegalArgumentException(
                    truth.length + " sets of labels but " + predicted.length + " predictions");
        }
        long[][] counts = new long[labels][COLUMNS];
        for (int n = 0; n < truth.length; n++) {
            boolean[] has = members(labels, truth[n]);
            boolean[] found = members(labels, predicted[n]);
            for (int k = 0; k < labels; k++) {
                int column = has[k] ? 0 : 2;
                counts[k][column]++;
                counts[k][column + 1] += has[k] == found[k] ? 1 : 0;
            }
        }
        return new LabelCounts(counts);
    }

    private static boolean[] members(int labels, int[] set) {
        boolean[] members = new boolean[labels];
        for (int label : set) {
            if (label < 0 || label >= labels) {
                throw new IllegalArgumentException(
                        "label " + label + " does not exist; labels are 0 .. " + (labels - 1));
            }
            members[label] = true;
        }
        return members;
    }

    /** Both together. */
    public LabelCounts plus(LabelCounts other) {
        long[][] sum = new long[counts.length][];
        for (int k = 0; k < sum.length; k++) {
            sum[k] = counts[k].clone();
            for (int column = 0; column < COLUMNS; column++) {
                sum[k][column] += other.counts[k][column];
            }
        }
        return new LabelCounts(sum);
    }

    /** Number of images. */
    public long images() {
        return counts.length == 0 ? 0 : counts[0][0] + counts[0][2];
    }

    /** Mean over the labels of the share of images on which a label is found or left out rightly; 0 if there are no images. */
    public double accuracy() {
        long right = Arrays.stream(counts).mapToLong(LabelCounts::right).sum();
        return images() == 0 ? 0 : right / (double) (images() * counts.length);
    }

    /** Images on which one label is found or left out rightly. */
    static long right(long[] row) {
        return row[1] + row[3];
    }
}
