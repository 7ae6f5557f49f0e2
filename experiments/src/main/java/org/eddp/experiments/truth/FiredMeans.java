package org.eddp.experiments.truth;

import org.eddp.directions.Detectors;
import org.eddp.features.DenseFeatures;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** Means of the patches on which detectors fire and of those on which they do not. */
final class FiredMeans {
    private static final int BATCH = 64;

    private FiredMeans() {}

    /** Mean of the former minus mean of the latter, D x I; zero where a detector fires everywhere or nowhere. */
    static Matrix differences(DenseFeatures features, Detectors detectors) {
        int concepts = detectors.concepts();
        double[] sums = new double[concepts * features.width()];
        double[] counts = new double[concepts];
        double[] all = new double[features.width()];
        for (int first = 0; first < features.images(); first += BATCH) {
            try (Scope scope = Scope.open()) {
                int count = Math.min(BATCH, features.images() - first);
                Tensor rows = features.rows(first, count).to(DType.FLOAT64);
                Tensor fired = detectors.scores(rows).greaterThan(0);
                fired.t().mm(rows).contiguous().addTo(sums);
                fired.sum(0).addTo(counts);
                rows.sum(0).addTo(all);
            }
        }
        Matrix differences = new Matrix(features.width(), concepts);
        for (int i = 0; i < concepts; i++) {
            double others = features.patches() - counts[i];
            for (int d = 0; counts[i] > 0 && others > 0 && d < all.length; d++) {
                double with = sums[i * all.length + d];
                differences.set(d, i, with / counts[i] - (all[d] - with) / others);
            }
        }
        return differences;
    }
}
