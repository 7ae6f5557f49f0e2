package org.eddp.intervene;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.eddp.features.PatchLayer;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A network before and after corrections, on labelled images. The part below the layer is computed once per image for all of
 * them.
 */
public final class CorrectionStudy {
    /** The name of the original network in the results. */
    public static final String ORIGINAL = "original";

    private final PatchLayer layer;
    private final Map<String, Correction.CorrectedCut> corrected = new LinkedHashMap<>();
    private final Map<String, Confusion> found = new LinkedHashMap<>();
    private final Map<String, LabelCounts> labelsFound = new LinkedHashMap<>();
    private final Correction itself;
    private final long[] firing;
    private long patches;

    /**
     * A study.
     *
     * @param corrections by name: the correction itself first, then controls
     */
    public CorrectionStudy(PatchLayer layer, Map<String, Correction> corrections) {
        if (corrections.containsKey(ORIGINAL)) {
            throw new IllegalArgumentException("no correction may be called '" + ORIGINAL + "'; rename it");
        }
        this.layer = layer;
        itself = corrections.values().iterator().next();
        firing = new long[itself.suppressions().size()];
        corrections.forEach((name, correction) -> corrected.put(name, new Correction.CorrectedCut(layer, correction)));
    }

    /**
     * Adds images.
     *
     * @param images preprocessed, n x channels x height x width
     * @param labels their classes
     */
    public void add(Tensor images, int[] labels) {
        predict(images, labels);
    }

    /**
     * Adds images.
     *
     * @return the predicted classes, by the name of the network, the original first
     */
    public Map<String, int[]> predict(Tensor images, int[] labels) {
        return forEachNetwork(images, (name, logits) -> count(name, logits, labels));
    }

    /**
     * Adds images of a network whose outputs are independent labels.
     *
     * @param labels of every image
     * @return the predicted labels, by the name of the network, the original first
     */
    public Map<String, int[][]> predictLabels(Tensor images, int[][] labels) {
        return forEachNetwork(images, (name, logits) -> {
            Prediction[] predictions = Prediction.of(OutputKind.LABELS, logits.toDoubles(), logits.size(1));
            int[][] predicted =
                    Arrays.stream(predictions).map(Prediction::predicted).toArray(int[][]::new);
            labelsFound.merge(name, LabelCounts.of(logits.size(1), labels, predicted), LabelCounts::plus);
            return predicted;
        });
    }

    private <T> Map<String, T> forEachNetwork(Tensor images, BiFunction<String, Tensor, T> count) {
        Map<String, T> predictions = new LinkedHashMap<>();
        try (Scope scope = Scope.open()) {
            Tensor features = layer.cut().lower(images);
            Tensor rows = layer.rows(features);
            long[] fires = itself.firing(rows);
            for (int i = 0; i < fires.length; i++) {
                firing[i] += fires[i];
            }
            patches += rows.size(0);
            predictions.put(ORIGINAL, count.apply(ORIGINAL, layer.cut().upper(features)));
            corrected.forEach((name, cut) -> predictions.put(name, count.apply(name, cut.upper(features))));
        }
        return predictions;
    }

    private int[] count(String name, Tensor logits, int[] labels) {
        double[] best = logits.argmax(1).toDoubles();
        int[] predicted = new int[best.length];
        for (int n = 0; n < best.length; n++) {
            predicted[n] = (int) best[n];
        }
        found.merge(name, Confusion.of(logits.size(1), labels, predicted), Confusion::plus);
        return predicted;
    }

    /** Number of patches on which the detector of each corrected concept has fired so far. */
    public long[] firing() {
        return firing.clone();
    }

    /** Patches so far. */
    public long patches() {
        return patches;
    }

    /** Counts of labels so far, the original network first. */
    public Map<String, LabelCounts> labelResults() {
        return new LinkedHashMap<>(labelsFound);
    }

    /** Counts so far, the original network first. */
    public Map<String, Confusion> results() {
        return new LinkedHashMap<>(found);
    }

    /**
     * Counts of correct predictions of independent labels.
     *
     * @param counts per label: images that have it, those among them on which it was found, images that do not have it,
     *     those among them on which it was not found
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

    /**
     * Counts of true and predicted classes.
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
                    throw new IllegalArgumentException("class " + truth[n] + " of image " + n
                            + " does not exist; classes are 0 .. " + (classes - 1));
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

        /** The same as shares of the images of each class; rows of classes without images are zero. */
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
}
