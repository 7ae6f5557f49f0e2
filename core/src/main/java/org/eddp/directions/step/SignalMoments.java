package org.eddp.directions.step;

import java.io.Serializable;
import org.eddp.tensor.Matrix;

/**
 * Running moments of the patches on which each detector fires, from which its signal vector follows.
 *
 * <p>Per concept: weight (number of patches), mean of x, mean of z, sum of (x - mean)(z - mean) and sum of
 * (z - mean)^2, in double. Two sets merge exactly (Chan, Golub and LeVeque), so tiles, batches and machines can be
 * combined in any fixed order; {@link #decay} fades history while learning.
 */
public final class SignalMoments implements Serializable {
    private static final long serialVersionUID = 1L;

    private final double[] weight;
    private final Matrix meanX;
    private final double[] meanZ;
    private final Matrix products;
    private final double[] squares;

    /** Moments of no patches. */
    public SignalMoments(int concepts, int width) {
        this(
                new double[concepts],
                new Matrix(concepts, width),
                new double[concepts],
                new Matrix(concepts, width),
                new double[concepts]);
    }

    /**
     * Wraps the moments (not copied).
     *
     * @param weight per concept
     * @param meanX I x D
     * @param meanZ per concept
     * @param products I x D, sums of centred x times centred z
     * @param squares per concept, sums of centred z squared
     */
    public SignalMoments(double[] weight, Matrix meanX, double[] meanZ, Matrix products, double[] squares) {
        this.weight = weight;
        this.meanX = meanX;
        this.meanZ = meanZ;
        this.products = products;
        this.squares = squares;
    }

    public double[] weight() {
        return weight;
    }

    public Matrix meanX() {
        return meanX;
    }

    public double[] meanZ() {
        return meanZ;
    }

    public Matrix products() {
        return products;
    }

    public double[] squares() {
        return squares;
    }

    public SignalMoments copy() {
        return new SignalMoments(weight.clone(), meanX.copy(), meanZ.clone(), products.copy(), squares.clone());
    }

    /** Multiplies the weight of everything seen so far by {@code factor}, in place. */
    public void decay(double factor) {
        for (int i = 0; i < weight.length; i++) {
            weight[i] *= factor;
            squares[i] *= factor;
        }
        double[] p = products.values();
        for (int k = 0; k < p.length; k++) {
            p[k] *= factor;
        }
    }

    /** Adds the patches of {@code other} to these, in place. */
    public void merge(SignalMoments other) {
        int width = meanX.columns();
        double[] x = meanX.values();
        double[] otherX = other.meanX.values();
        double[] xz = products.values();
        double[] otherXz = other.products.values();
        for (int i = 0; i < weight.length; i++) {
            double total = weight[i] + other.weight[i];
            if (other.weight[i] == 0) {
                continue;
            }
            double share = other.weight[i] / total;
            double deltaZ = other.meanZ[i] - meanZ[i];
            double cross = weight[i] * share;
            for (int d = 0, k = i * width; d < width; d++, k++) {
                double deltaX = otherX[k] - x[k];
                xz[k] += otherXz[k] + deltaX * deltaZ * cross;
                x[k] += deltaX * share;
            }
            squares[i] += other.squares[i] + deltaZ * deltaZ * cross;
            meanZ[i] += deltaZ * share;
            weight[i] = total;
        }
    }

    /** Whether concept {@code i} has a signal vector: at least two patches, and z varies among them. */
    public boolean defined(int concept) {
        double typical = Math.abs(meanZ[concept]) + 1e-150;
        return weight[concept] >= 2
                && squares[concept] > 1e-24 * typical * typical * weight[concept]
                && Double.isFinite(squares[concept]);
    }

    /** Signal vectors S (D x I): cov[x, z] / var[z]; a zero column where a concept has none. */
    public Matrix signalVectors() {
        int concepts = weight.length;
        int width = meanX.columns();
        Matrix signals = new Matrix(width, concepts);
        for (int i = 0; i < concepts; i++) {
            if (defined(i)) {
                for (int d = 0; d < width; d++) {
                    signals.set(d, i, products.get(i, d) / squares[i]);
                }
            }
        }
        return signals;
    }
}
