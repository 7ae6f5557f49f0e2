package org.eddp.spark;

import java.util.Arrays;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.eddp.tensor.Matrix;

/** Numbers of patches as vectors of Spark. */
final class PatchVectors {
    private PatchVectors() {}

    static Vector[] all(Matrix rows) {
        Vector[] vectors = new Vector[rows.rows()];
        for (int p = 0; p < vectors.length; p++) {
            vectors[p] = Vectors.dense(Arrays.copyOfRange(rows.values(), p * rows.columns(), (p + 1) * rows.columns()));
        }
        return vectors;
    }

    /** The mean of every column. */
    static Vector mean(Matrix rows) {
        double[] mean = new double[rows.columns()];
        for (int p = 0; p < rows.rows(); p++) {
            for (int d = 0; d < mean.length; d++) {
                mean[d] += rows.get(p, d);
            }
        }
        for (int d = 0; d < mean.length; d++) {
            mean[d] /= rows.rows();
        }
        return Vectors.dense(mean);
    }

    /** The largest value of every column. */
    static Vector largest(Matrix rows) {
        double[] largest = new double[rows.columns()];
        Arrays.fill(largest, Double.NEGATIVE_INFINITY);
        for (int p = 0; p < rows.rows(); p++) {
            for (int i = 0; i < largest.length; i++) {
                largest[i] = Math.max(largest[i], rows.get(p, i));
            }
        }
        return Vectors.dense(largest);
    }

    /** The share of every column that is above zero. */
    static Vector positive(Matrix rows) {
        double[] share = new double[rows.columns()];
        for (int i = 0; i < share.length; i++) {
            int count = 0;
            for (int p = 0; p < rows.rows(); p++) {
                count += rows.get(p, i) > 0 ? 1 : 0;
            }
            share[i] = (double) count / rows.rows();
        }
        return Vectors.dense(share);
    }
}
