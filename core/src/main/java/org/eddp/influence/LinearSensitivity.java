package org.eddp.influence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Scores in closed form, for networks that are pooling and one linear layer above the layer of study.
 *
 * <p>A step along a direction then changes the logits of every image by the same d, so that one product of (images x
 * classes) by (classes x directions) scores every direction. For each image and direction this gives the bound that
 * exp(d_k) has to exceed. A binary search among the sorted exp(d) then decides all classes at once, without computing
 * images x directions x classes numbers.
 *
 * <p>Memory: one tile of images by directions per thread, and the images' weights where they fit into 128 MB; larger
 * sets are read again for every group of directions.
 */
final class LinearSensitivity implements Sensitivity {
    private static final int IMAGES_AT_ONCE = 512;
    private static final int DIRECTIONS_AT_ONCE = 128;
    private static final long KEPT_WEIGHTS = 1 << 24;

    private final ImageLogits logits;
    private final LinearReadout readout;
    private final FeatureSource source;
    private final double step;
    private final Workers workers;
    private final List<ImageTile> kept = new ArrayList<>();

    /**
     * Prepares the images.
     *
     * @param head one with a linear form
     */
    LinearSensitivity(Head head, FeatureSource source, Sensitivity.Perturbation perturbation, Workers workers) {
        this.logits = new ImageLogits(head, source);
        this.readout = head.linear().orElseThrow();
        this.source = source;
        this.step = perturbation.step(source.grid().cells());
        this.workers = workers;
        if ((long) images() * classes() <= KEPT_WEIGHTS) {
            for (int t = 0; t < imageTiles(); t++) {
                kept.add(read(t).keep());
            }
        }
    }

    @Override
    public int classes() {
        return readout.classes();
    }

    @Override
    public int images() {
        return source.images();
    }

    @Override
    public Measured measure(Matrix directions) {
        Matrix changes = readout.changes(directions, step);
        int groups = (directions.columns() + DIRECTIONS_AT_ONCE - 1) / DIRECTIONS_AT_ONCE;
        List<Counted> counted = new ArrayList<>();
        workers.forEach(groups, g -> count(new Group(changes, g * DIRECTIONS_AT_ONCE)), counted::addAll);
        Matrix scores = new Matrix(directions.columns(), classes());
        Matrix effects = new Matrix(directions.columns(), classes());
        for (int d = 0; d < counted.size(); d++) {
            double common = counted.get(d).normaliser() / images();
            for (int k = 0; k < classes(); k++) {
                scores.set(d, k, counted.get(d).halves()[k] / (double) images() - 1);
                effects.set(d, k, changes.get(d, k) - common);
            }
        }
        return new Measured(scores, effects);
    }

    /**
     * The counts of one direction.
     *
     * @param halves half images for which each class rises
     * @param normaliser sum over images of the logarithm of sum_j softmax_j exp(d_j), which every class loses
     */
    private record Counted(long[] halves, double normaliser) {}

    private List<Counted> count(Group group) {
        for (int t = 0; t < imageTiles(); t++) {
            try (Scope scope = Scope.open()) {
                group.add(kept.isEmpty() ? read(t) : kept.get(t));
            }
        }
        return group.counted();
    }

    private int imageTiles() {
        return (images() + IMAGES_AT_ONCE - 1) / IMAGES_AT_ONCE;
    }

    @Override
    public double[] probabilities() {
        return logits.meanProbabilities();
    }

    private ImageTile read(int index) {
        int first = index * IMAGES_AT_ONCE;
        int count = Math.min(IMAGES_AT_ONCE, images() - first);
        double[] values;
        try (Scope scope = Scope.open()) {
            values = logits.of(first, count).toDoubles();
        }
        ProbabilityRise[] odds = new ProbabilityRise[count];
        for (int n = 0; n < count; n++) {
            odds[n] = ProbabilityRise.of(values, n * classes(), values, n * classes(), classes());
        }
        return new ImageTile(Tensor.of(values, DType.FLOAT64, count, classes()), odds);
    }

    @Override
    public void close() {
        kept.forEach(tile -> tile.weights().close());
        kept.clear();
    }

    /** Some images: their weights (count x K) and odds. */
    private record ImageTile(Tensor weights, ProbabilityRise[] odds) {
        ImageTile keep() {
            Scope.release(weights);
            return this;
        }
    }

    /** Some directions: exp of the change of the logits, relative to the largest, and their counts. */
    private static final class Group {
        private final Tensor all;
        private final double[][] exponentials;
        private final double[][] sorted;
        /** Half images that count for every class from this position in the sorted order on. */
        private final long[][] from;
        /** Corrections, in half images, for the likeliest class, for which the sorted order is not exact. */
        private final long[][] own;
        /** Largest change of a logit, which the exponentials are relative to. */
        private final double[] largest;
        /** Sum over images of the logarithm of the bound. */
        private final double[] bars;

        Group(Matrix changes, int first) {
            int count = Math.min(DIRECTIONS_AT_ONCE, changes.rows() - first);
            exponentials = new double[count][];
            sorted = new double[count][];
            from = new long[count][changes.columns() + 1];
            own = new long[count][changes.columns()];
            largest = new double[count];
            bars = new double[count];
            for (int d = 0; d < count; d++) {
                double[] e = changes.rowCopy(first + d);
                largest[d] = Arrays.stream(e).max().orElse(0);
                for (int k = 0; k < e.length; k++) {
                    e[k] = Math.exp(e[k] - largest[d]);
                }
                exponentials[d] = e;
                sorted[d] = e.clone();
                Arrays.sort(sorted[d]);
            }
            all = Tensor.of(Matrix.of(exponentials), DType.FLOAT64);
        }

        void add(ImageTile images) {
            int n = images.odds().length;
            double[] others = all.mm(images.weights().t()).toDoubles();
            for (int d = 0; d < exponentials.length; d++) {
                add(d, images.odds(), others, d * n);
            }
        }

        private void add(int d, ProbabilityRise[] odds, double[] others, int offset) {
            double[] e = exponentials[d];
            double[] s = sorted[d];
            for (int n = 0; n < odds.length; n++) {
                ProbabilityRise image = odds[n];
                double q = others[offset + n];
                double atTop = e[image.top()];
                double bar = image.bar(q, atTop);
                bars[d] += Math.log(bar) + largest[d];
                int rising = firstAbove(s, bar);
                int staying = rising;
                while (staying > 0 && ProbabilityRise.verdict(s[staying - 1], bar) == ProbabilityRise.STAYS) {
                    staying--;
                }
                from[d][rising]++;
                from[d][staying]++;
                own[d][image.top()] += image.verdictOfTop(q, atTop) - ProbabilityRise.verdict(atTop, bar);
            }
        }

        private static int firstAbove(double[] sorted, double bar) {
            int low = 0;
            int high = sorted.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (ProbabilityRise.verdict(sorted[middle], bar) == ProbabilityRise.RISES) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return low;
        }

        /** One per direction. */
        List<Counted> counted() {
            List<Counted> all = new ArrayList<>();
            for (int d = 0; d < exponentials.length; d++) {
                for (int place = 1; place < from[d].length; place++) {
                    from[d][place] += from[d][place - 1];
                }
                long[] counted = own[d];
                for (int k = 0; k < counted.length; k++) {
                    // equal exponentials have equal results, so any of their positions will do
                    counted[k] += from[d][Arrays.binarySearch(sorted[d], exponentials[d][k])];
                }
                all.add(new Counted(counted, bars[d]));
            }
            return all;
        }
    }
}
