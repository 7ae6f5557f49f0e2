package org.eddp.directions.step;

import java.io.Serializable;
import org.eddp.tensor.Matrix;

/**
 * The gradient that reaches z through the signal vectors.
 *
 * <p>s = C / V with C = sum (z - mean z)(x - mean x) and V = sum (z - mean z)^2 over the patches where the detector
 * fires, so for g = dL/ds each such patch receives dL/dz = (g.(x - mean x) - 2 g.s (z - mean z)) / V, which is linear:
 * {@code direction.x + slope z + constant}.
 *
 * @param directions g_i / V_i as rows, I x D
 * @param slopes factor of z, per concept
 * @param constants per concept
 */
record SignalGradient(Matrix directions, double[] slopes, double[] constants) implements Serializable {
    private static final long serialVersionUID = 1L;

    static SignalGradient of(SignalMoments moments, Matrix signals, Matrix gradient) {
        int width = signals.rows();
        int concepts = signals.columns();
        Matrix directions = new Matrix(concepts, width);
        double[] slopes = new double[concepts];
        double[] constants = new double[concepts];
        for (int i = 0; i < concepts; i++) {
            if (!moments.defined(i)) {
                continue;
            }
            double variance = moments.squares()[i];
            double alongSignal = 0;
            double alongMean = 0;
            for (int d = 0; d < width; d++) {
                double g = gradient.get(d, i);
                directions.set(i, d, g / variance);
                alongSignal += g * signals.get(d, i);
                alongMean += g * moments.meanX().get(i, d);
            }
            slopes[i] = -2 * alongSignal / variance;
            constants[i] = -(alongMean / variance) - slopes[i] * moments.meanZ()[i];
        }
        return new SignalGradient(directions, slopes, constants);
    }
}
