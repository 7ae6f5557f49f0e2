package org.eddp.influence;

import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/**
 * Scores of independent labels in closed form, for networks that are pooling and one linear layer above the layer of study.
 *
 * <p>A step along a direction changes the logit of a label by the same d for every image, and its probability rises exactly when d
 * is above zero: S is 1, -1 or 0. By how much the logarithm of the probability changes depends on the image. The test of
 * significance compares d itself, which needs no image.
 */
final class LabelSensitivity implements Sensitivity {
    private static final int IMAGES_AT_ONCE = 512;
    private final ImageLogits images;
    private final LinearReadout readout;
    private final FeatureSource source;
    private final double step;
    private final Workers workers;

    /** @param head one with a linear form, of labels */
    LabelSensitivity(Head head, FeatureSource source, Sensitivity.Perturbation perturbation, Workers workers) {
        this.images = new ImageLogits(head, source);
        this.readout = head.linear().orElseThrow();
        this.source = source;
        this.step = perturbation.step(source.grid().cells());
        this.workers = workers;
    }

    @Override
    public int classes() {
        return readout.classes();
    }

    @Override
    public int images() {
        return source.images();
    }

    /** The change of the logit of every label: the same for all images. */
    @Override
    public Matrix tested(Matrix directions) {
        return readout.changes(directions, step);
    }

    @Override
    public Measured measure(Matrix directions) {
        Matrix changes = tested(directions);
        Matrix scores = new Matrix(changes.rows(), changes.columns());
        for (int i = 0; i < scores.values().length; i++) {
            scores.values()[i] = rise(changes.values()[i]);
        }
        Matrix effects = new Matrix(changes.rows(), changes.columns());
        int tiles = (images() + IMAGES_AT_ONCE - 1) / IMAGES_AT_ONCE;
        workers.forEach(tiles, t -> effects(t * IMAGES_AT_ONCE, changes), part -> effects.add(part, 1.0 / images()));
        return new Measured(scores, effects, changes);
    }

    /** 1 if a logit rises, -1 if it falls, 0 if it stays. */
    static double rise(double change) {
        return Math.abs(change) <= ProbabilityRise.TIE ? 0 : Math.signum(change);
    }

    /** Change of the logarithm of a label's probability. */
    static double effect(double before, double after) {
        return OutputKind.logSigmoid(after) - OutputKind.logSigmoid(before);
    }

    /** Sum over some images of the change of the logarithm of each probability. */
    private Matrix effects(int first, Matrix changes) {
        int count = Math.min(IMAGES_AT_ONCE, images() - first);
        double[] logits;
        try (Scope scope = Scope.open()) {
            logits = images.of(first, count).toDoubles();
        }
        Matrix sum = new Matrix(changes.rows(), changes.columns());
        for (int n = 0; n < count; n++) {
            for (int d = 0; d < changes.rows(); d++) {
                for (int k = 0; k < changes.columns(); k++) {
                    double before = ProbabilityRise.requireNumber(logits[n * classes() + k]);
                    sum.set(d, k, sum.get(d, k) + effect(before, before + changes.get(d, k)));
                }
            }
        }
        return sum;
    }

    @Override
    public double[] probabilities() {
        return images.meanProbabilities();
    }
}
