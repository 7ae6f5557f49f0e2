package org.eddp.influence;

import org.eddp.directions.step.SignalMoments;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/**
 * Pattern-CAVs: encoding directions estimated with supervision, cov(x, y) / var(y) for labels y of patches (for labels 0 and
 * 1 the difference of the two means). Patches come in any number of chunks.
 */
public final class PatternCavs {
    private final SignalMoments moments;

    /**
     * No patches yet.
     *
     * @param labels number of labels L
     * @param width feature width D
     */
    public PatternCavs(int labels, int width) {
        moments = new SignalMoments(labels, width);
    }

    /**
     * Adds patches.
     *
     * @param rows n x D
     * @param labels n x L: how much of each label is in each patch, usually 0 or 1
     */
    public void add(Tensor rows, Matrix labels) {
        int n = labels.rows();
        int count = labels.columns();
        if (rows.size(0) != n) {
            throw new IllegalArgumentException(rows.size(0) + " patches but labels of " + n);
        }
        double[] means = new double[count];
        for (int p = 0; p < n; p++) {
            for (int l = 0; l < count; l++) {
                means[l] += labels.get(p, l) / n;
            }
        }
        Matrix centred = new Matrix(count, n);
        double[] squares = new double[count];
        double[] weights = new double[count];
        for (int l = 0; l < count; l++) {
            weights[l] = n;
            for (int p = 0; p < n; p++) {
                double difference = labels.get(p, l) - means[l];
                centred.set(l, p, difference);
                squares[l] += difference * difference;
            }
        }
        double[] mean = rows.mean(0).toDoubles();
        Matrix meanX = new Matrix(count, mean.length);
        for (int l = 0; l < count; l++) {
            System.arraycopy(mean, 0, meanX.values(), l * mean.length, mean.length);
        }
        Matrix products = Tensor.of(centred, rows.type()).mm(rows).toMatrix();
        moments.merge(new SignalMoments(weights, meanX, means, products, squares));
    }

    /** The directions, D x L; a zero column where a label never varies. */
    public Matrix vectors() {
        return moments.signalVectors();
    }
}
