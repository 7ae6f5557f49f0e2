package org.eddp.experiments.training;

import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * What a linear classifier makes of the pixels themselves: ridge regression to the classes, solved exactly in the space of
 * the images. A problem it solves needs no network.
 */
final class LinearProbe {
    /** Strengths of the penalty that are tried, relative to the mean squared length of an image. */
    private static final double[] PENALTIES = {0.01, 0.1, 1, 10};

    private static final int BATCH = 256;

    private LinearProbe() {}

    /**
     * Accuracy on images the probe has not learned from, with the penalty that does best on them: an upper bound.
     *
     * @param train at most a few thousand images: the work grows with the cube of their number
     */
    static double accuracy(TrainingImages train, TrainingImages val, int classes) {
        try (Scope scope = Scope.open()) {
            Tensor images = rows(train);
            Tensor mean = images.mean(0);
            Tensor known = images.minus(mean);
            Tensor unknown = rows(val).minus(mean);
            Matrix products = known.mm(known.t()).toMatrix();
            Matrix across = unknown.mm(known.t()).toMatrix();
            double best = 0;
            for (double penalty : PENALTIES) {
                Matrix weights = solve(products, penalty, targets(train, classes));
                best = Math.max(best, share(across.times(weights), val));
            }
            return best;
        }
    }

    private static Tensor rows(TrainingImages images) {
        int length = images.preprocessing().length();
        Tensor all = Tensor.empty(DType.FLOAT32, images.size(), length);
        for (int first = 0; first < images.size(); first += BATCH) {
            try (Scope scope = Scope.open()) {
                int count = Math.min(BATCH, images.size() - first);
                Kernels.copy(
                        all.narrow(0, first, count), images.batch(first, count).view(count, length));
            }
        }
        return all;
    }

    private static Matrix targets(TrainingImages images, int classes) {
        Matrix targets = new Matrix(images.size(), classes);
        for (int i = 0; i < images.size(); i++) {
            for (int k = 0; k < classes; k++) {
                targets.set(i, k, (images.label(i) == k ? 1 : 0) - 1.0 / classes);
            }
        }
        return targets;
    }

    /** (K + penalty I)^-1 targets. */
    private static Matrix solve(Matrix products, double penalty, Matrix targets) {
        int count = products.rows();
        Matrix penalised = new Matrix(count, count, products.values().clone());
        double trace = 0;
        for (int i = 0; i < count; i++) {
            trace += products.get(i, i);
        }
        for (int i = 0; i < count; i++) {
            penalised.set(i, i, products.get(i, i) + penalty * trace / count);
        }
        Matrix inverse = penalised.inverse();
        if (inverse == null) {
            throw new IllegalArgumentException("all images are the same; a probe has nothing to learn from");
        }
        return inverse.times(targets);
    }

    private static double share(Matrix scores, TrainingImages images) {
        int right = 0;
        for (int i = 0; i < scores.rows(); i++) {
            int best = 0;
            for (int k = 1; k < scores.columns(); k++) {
                best = scores.get(i, k) > scores.get(i, best) ? k : best;
            }
            right += best == images.label(i) ? 1 : 0;
        }
        return right / (double) scores.rows();
    }
}
