package org.eddp.experiments.synthetic;

import org.eddp.math.Vectors;
import org.eddp.tensor.Matrix;

/** Signal vectors from ground-truth signal values: cov[x, a_i] / var[a_i], with and without sub-sampling. */
final class EstimatorComparison {
    private EstimatorComparison() {}

    static SyntheticResults.Estimator run(SyntheticData data, TrueDirections basis) {
        return new SyntheticResults.Estimator(cosines(data, basis, true), cosines(data, basis, false));
    }

    private static double[] cosines(SyntheticData data, TrueDirections basis, boolean subsampling) {
        int concepts = basis.signals().columns();
        double[] cosines = new double[concepts];
        for (int i = 0; i < concepts; i++) {
            cosines[i] = Vectors.cosine(
                    covariance(data, i, subsampling), basis.signals().column(i));
        }
        return cosines;
    }

    /** The direction of cov[x, a_i]; its length does not matter here. */
    private static double[] covariance(SyntheticData data, int concept, boolean subsampling) {
        Matrix x = data.features();
        int width = x.columns();
        double[] meanX = new double[width];
        double meanA = 0;
        int count = 0;
        for (int p = 0; p < x.rows(); p++) {
            if (!subsampling || data.present()[p][concept]) {
                count++;
                meanA += data.signalValues().get(p, concept);
                for (int d = 0; d < width; d++) {
                    meanX[d] += x.get(p, d);
                }
            }
        }
        double[] covariance = new double[width];
        for (int p = 0; p < x.rows(); p++) {
            if (!subsampling || data.present()[p][concept]) {
                double a = data.signalValues().get(p, concept) - meanA / count;
                for (int d = 0; d < width; d++) {
                    covariance[d] += a * (x.get(p, d) - meanX[d] / count);
                }
            }
        }
        return covariance;
    }
}
