package org.eddp.audit;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * The effects of several changes of features on predictions, counted over pictures; one row for every change, one
 * column for every class.
 */
final class ChangeCounts {
    private static final long READ_ELEMENTS = 1 << 20;

    private final int[] pictures;
    private final int[][] taken;
    private final int[][] left;
    private final int[][] joined;
    private final double[][][] margins;

    private ChangeCounts(int changes, int classes) {
        pictures = new int[changes];
        taken = new int[changes][classes];
        left = new int[changes][classes];
        joined = new int[changes][classes];
        margins = new double[changes][classes][4];
    }

    /**
     * A change of the features of pictures.
     *
     * @param features from the patches of whole pictures to changed ones
     * @param pictures the numbers of those that are changed; null for all
     */
    record Change(UnaryOperator<Tensor> features, BitSet pictures) {
        boolean concerns(int picture) {
            return pictures == null || pictures.get(picture);
        }
    }

    /**
     * Passes changed features through the head.
     *
     * @param source pictures that are examined
     * @param numbers the number of a picture of the source among all pictures
     * @param workers threads; not closed
     */
    static ChangeCounts of(
            FeatureSource source,
            IntUnaryOperator numbers,
            Head head,
            List<Change> changes,
            int classes,
            Workers workers,
            Monitor monitor) {
        ChangeCounts all = new ChangeCounts(changes.size(), classes);
        ImageStream.of(source, 2 * source.width(), READ_ELEMENTS)
                .watchedBy(monitor, "the audit")
                .forEachAhead(workers, range -> part(range, numbers, head, changes, classes), all::add);
        return all;
    }

    private static ChangeCounts part(
            ImageStream.Range range, IntUnaryOperator numbers, Head head, List<Change> changes, int classes) {
        ChangeCounts counts = new ChangeCounts(changes.size(), classes);
        Head own = head.on(range.batch(), 0, range.images());
        Tensor rows = range.rows();
        Prediction[] before = own.predictions(rows);
        for (int j = 0; j < changes.size(); j++) {
            BitSet concerned = new BitSet();
            for (int n = 0; n < before.length; n++) {
                concerned.set(n, changes.get(j).concerns(numbers.applyAsInt(range.first() + n)));
            }
            if (!concerned.isEmpty()) {
                counts.count(j, concerned, before, changed(changes.get(j), rows, own));
            }
        }
        return counts;
    }

    private static Prediction[] changed(Change change, Tensor rows, Head head) {
        try (Scope scope = Scope.open()) {
            return head.predictions(change.features().apply(rows));
        }
    }

    private void count(int change, BitSet concerned, Prediction[] before, Prediction[] after) {
        for (int n = concerned.nextSetBit(0); n >= 0; n = concerned.nextSetBit(n + 1)) {
            pictures[change]++;
            for (int k : before[n].predicted()) {
                taken[change][k]++;
                left[change][k] += after[n].has(k) ? 0 : 1;
            }
            for (int k : after[n].predicted()) {
                joined[change][k] += before[n].has(k) ? 0 : 1;
            }
            addMargins(margins[change], before[n], after[n]);
        }
    }

    /** Margins before and after of pictures that are not taken for a class, and the same of those that are. */
    private static void addMargins(double[][] sums, Prediction before, Prediction after) {
        double[] from = margins(before);
        double[] to = margins(after);
        for (int k = 0; k < from.length; k++) {
            int side = before.has(k) ? 2 : 0;
            sums[k][side] += from[k];
            sums[k][side + 1] += to[k];
        }
    }

    /** The logit of every class minus the largest of the others; of independent labels, the logit. */
    private static double[] margins(Prediction prediction) {
        double[] logits = prediction.logits();
        if (prediction.outputs() == OutputKind.LABELS || logits.length == 1) {
            return logits;
        }
        double next = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < logits.length; k++) {
            next = k == prediction.label() ? next : Math.max(next, logits[k]);
        }
        double[] margins = new double[logits.length];
        for (int k = 0; k < logits.length; k++) {
            margins[k] = logits[k] - (k == prediction.label() ? next : logits[prediction.label()]);
        }
        return margins;
    }

    private void add(ChangeCounts other) {
        for (int j = 0; j < pictures.length; j++) {
            pictures[j] += other.pictures[j];
            for (int k = 0; k < taken[j].length; k++) {
                taken[j][k] += other.taken[j][k];
                left[j][k] += other.left[j][k];
                joined[j][k] += other.joined[j][k];
                for (int side = 0; side < 4; side++) {
                    margins[j][k][side] += other.margins[j][k][side];
                }
            }
        }
    }

    /** Pictures that a change concerns and that were taken for a class before it. */
    int taken(int change, int label) {
        return taken[change][label];
    }

    /** How many of these are no longer taken for it. */
    int left(int change, int label) {
        return left[change][label];
    }

    /** Pictures that a change concerns and that were not taken for a class before it. */
    int others(int change, int label) {
        return pictures[change] - taken[change][label];
    }

    /** How many of these are taken for it afterwards. */
    int joined(int change, int label) {
        return joined[change][label];
    }

    /** The share of the margin that is lost on pictures taken for the class; 0 if there are none. */
    double marginLost(int change, int label) {
        double[] sums = margins[change][label];
        return sums[2] == 0 ? 0 : 1 - sums[3] / sums[2];
    }

    /** The share of the distance to the class that is closed on other pictures; 0 if there are none. */
    double gapClosed(int change, int label) {
        double[] sums = margins[change][label];
        return sums[0] == 0 ? 0 : 1 - sums[1] / sums[0];
    }
}
