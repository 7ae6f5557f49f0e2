package org.eddp.influence;

import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.Head;
import org.eddp.features.ImageStream;
import org.eddp.network.OutputKind;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Scores through the network: every image is computed once more for every direction. Works for any head.
 *
 * <p>Threads take tiles of images, whose results are added in order, so that they do not depend on the number of
 * threads.
 */
final class HeadSensitivity implements Sensitivity {
    /** Elements of the features of a tile. */
    private static final int TILE_ELEMENTS = 1 << 20;

    private final Head head;
    private final FeatureSource source;
    private final int classes;
    private final double step;
    private final Workers workers;

    HeadSensitivity(Head head, FeatureSource source, Sensitivity.Perturbation perturbation, Workers workers) {
        this.head = head;
        this.source = source;
        try (Scope scope = Scope.open()) {
            Batch one = source.range(0, 1);
            classes = head.on(one, 0, 1).logits(one.rows(0, 1)).size(1);
        }
        this.step = perturbation.step(source.grid().cells());
        this.workers = workers;
    }

    @Override
    public int classes() {
        return classes;
    }

    @Override
    public int images() {
        return source.images();
    }

    @Override
    public double[] probabilities() {
        return new ImageLogits(head, source).meanProbabilities();
    }

    /** Every direction goes through the network separately. */
    @Override
    public boolean separable() {
        return true;
    }

    @Override
    public Measured measure(Matrix directions) {
        if (directions.rows() != source.width()) {
            throw new IllegalArgumentException(
                    "directions of width " + directions.rows() + " do not fit features of width " + source.width());
        }
        Matrix steps = directions.normaliseColumns().times(step).transpose();
        Counted all = new Counted(Math.multiplyExact(directions.columns(), classes));
        ImageStream.of(source, source.width(), TILE_ELEMENTS)
                .forEach(workers, range -> count(range.batch(), steps), all::add);
        Matrix scores = new Matrix(directions.columns(), classes);
        Matrix effects = new Matrix(directions.columns(), classes);
        Matrix moves = new Matrix(directions.columns(), classes);
        for (int i = 0; i < all.halves.length; i++) {
            scores.values()[i] = all.halves[i] / (double) source.images() - 1;
            effects.values()[i] = all.changes[i] / source.images();
            moves.values()[i] = all.moves[i] / source.images();
        }
        return labels() ? new Measured(scores, effects, moves) : new Measured(scores, effects);
    }

    private boolean labels() {
        return head.outputs() == OutputKind.LABELS;
    }

    /**
     * Counts per direction and class: half images whose probability rises, the changes of its logarithm and, of labels,
     * those of the logit.
     */
    private static final class Counted {
        private final long[] halves;
        private final double[] changes;
        private final double[] moves;

        Counted(int pairs) {
            halves = new long[pairs];
            changes = new double[pairs];
            moves = new double[pairs];
        }

        void add(Counted other) {
            for (int i = 0; i < halves.length; i++) {
                halves[i] += other.halves[i];
                changes[i] += other.changes[i];
                moves[i] += other.moves[i];
            }
        }
    }

    private Counted count(Batch batch, Matrix steps) {
        Tensor rows = batch.rows(0, batch.images());
        DType type = rows.type();
        Head own = head.on(batch, 0, batch.images());
        double[] before = own.logits(rows).toDoubles();
        double[] weights = new double[before.length];
        ProbabilityRise[] odds = new ProbabilityRise[batch.images()];
        for (int n = 0; n < odds.length; n++) {
            odds[n] = ProbabilityRise.of(before, n * classes, weights, n * classes, classes);
        }
        Counted counted = new Counted(steps.rows() * classes);
        for (int d = 0; d < steps.rows(); d++) {
            double[] after = logitsAfter(own, rows, Tensor.of(steps.rowCopy(d), type, 1, steps.columns()));
            for (int n = 0; n < odds.length; n++) {
                if (labels()) {
                    tally(before, after, n * classes, counted, d * classes);
                } else {
                    tally(odds[n], weights, before, after, n * classes, counted, d * classes);
                }
            }
        }
        return counted;
    }

    private static double[] logitsAfter(Head head, Tensor rows, Tensor step) {
        try (Scope scope = Scope.open()) {
            return head.logits(rows.plus(step)).toDoubles();
        }
    }

    /** Counts changes of labels, each independent of the others. */
    private void tally(double[] before, double[] after, int image, Counted counted, int to) {
        for (int k = 0; k < classes; k++) {
            double move = ProbabilityRise.requireNumber(after[image + k] - before[image + k]);
            counted.halves[to + k] += 1 + (long) LabelSensitivity.rise(move);
            counted.changes[to + k] += LabelSensitivity.effect(before[image + k], after[image + k]);
            counted.moves[to + k] += move;
        }
    }

    private void tally(
            ProbabilityRise odds,
            double[] weights,
            double[] before,
            double[] after,
            int image,
            Counted counted,
            int to) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = image; k < image + classes; k++) {
            largest = Math.max(largest, after[k] - before[k]);
        }
        double[] exponentials = new double[classes];
        double others = 0;
        for (int k = 0; k < classes; k++) {
            exponentials[k] = Math.exp(after[image + k] - before[image + k] - largest);
            others += weights[image + k] * exponentials[k];
        }
        double atTop = exponentials[odds.top()];
        double bar = ProbabilityRise.requireNumber(odds.bar(others, atTop));
        double common = Math.log(bar) + largest;
        for (int k = 0; k < classes; k++) {
            counted.changes[to + k] += after[image + k] - before[image + k] - common;
            counted.halves[to + k] +=
                    k == odds.top() ? odds.verdictOfTop(others, atTop) : ProbabilityRise.verdict(exponentials[k], bar);
        }
    }
}
