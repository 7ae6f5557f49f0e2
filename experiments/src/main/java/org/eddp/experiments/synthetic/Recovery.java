package org.eddp.experiments.synthetic;

import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.learning.LearningResult.LossCurve;
import org.eddp.math.Vectors;
import org.eddp.tensor.Matrix;

/** Measures learned direction pairs against the truth. */
final class Recovery {
    /** Smallest cosine of a recovered signal vector. */
    private static final double RECOVERED_COSINE = 0.98;

    private Recovery() {}

    static SyntheticResults.Learned measure(
            Directions directions, SyntheticData data, TrueDirections basis, List<LossCurve> curves) {
        Matrix z = data.features().times(directions.filters());
        double[][] iou = DetectorMatching.iou(active(z, directions.thresholds()), data.present());
        int[] match = DetectorMatching.assign(iou);
        int concepts = match.length;
        double[] cosine = new double[concepts];
        double[][] filterSignal = new double[concepts][];
        double[][] filterDistractor = new double[concepts][];
        double largestDistractor = 0;
        boolean success = true;
        for (int c = 0; c < concepts; c++) {
            double[] filter = directions.filters().column(match[c]);
            cosine[c] = Vectors.cosine(
                    directions.signals().column(match[c]), basis.signals().column(c));
            filterSignal[c] = cosines(filter, basis.signals());
            filterDistractor[c] = cosines(filter, basis.distractors());
            for (double d : filterDistractor[c]) {
                largestDistractor = Math.max(largestDistractor, Math.abs(d));
            }
            success &= iou[match[c]][c] == 1.0 && cosine[c] > RECOVERED_COSINE;
        }
        double rmse = signalRmse(z, directions, data.signalValues(), match);
        return new SyntheticResults.Learned(
                iou, match, cosine, rmse, largestDistractor, filterSignal, filterDistractor, success, curves);
    }

    static boolean[][] active(Matrix z, double[] thresholds) {
        boolean[][] active = new boolean[z.rows()][thresholds.length];
        for (int p = 0; p < z.rows(); p++) {
            for (int i = 0; i < thresholds.length; i++) {
                active[p][i] = z.get(p, i) > thresholds[i];
            }
        }
        return active;
    }

    private static double[] cosines(double[] filter, Matrix directions) {
        double[] out = new double[directions.columns()];
        for (int k = 0; k < out.length; k++) {
            out[k] = Vectors.cosine(filter, directions.column(k));
        }
        return out;
    }

    /**
     * RMSE of the signal values, both sides relative to their mean: a filter reads a in units of its signal vector, and
     * the truth is in units of a unit vector, so the reading is multiplied by |s|.
     */
    private static double signalRmse(Matrix z, Directions directions, Matrix truth, int[] match) {
        double[] length = directions.signals().columnNorms();
        double[] meanZ = columnMeans(z);
        double[] meanTruth = columnMeans(truth);
        double squared = 0;
        for (int p = 0; p < z.rows(); p++) {
            for (int c = 0; c < match.length; c++) {
                int i = match[c];
                double read = (z.get(p, i) - meanZ[i]) * length[i];
                double error = read - (truth.get(p, c) - meanTruth[c]);
                squared += error * error;
            }
        }
        return Math.sqrt(squared / ((double) z.rows() * match.length));
    }

    private static double[] columnMeans(Matrix m) {
        double[] mean = new double[m.columns()];
        for (int r = 0; r < m.rows(); r++) {
            for (int c = 0; c < mean.length; c++) {
                mean[c] += m.get(r, c) / m.rows();
            }
        }
        return mean;
    }
}
