package org.eddp.math;

/**
 * Adam (Kingma and Ba, 2015) on a flat vector.
 *
 * @param first running mean of the gradient
 * @param second running mean of the squared gradient
 */
public record Adam(double[] first, double[] second) {
    private static final double BETA_1 = 0.9;
    private static final double BETA_2 = 0.999;
    private static final double EPSILON = 1e-8;

    /** A fresh optimiser for a vector of this length. */
    public Adam(int size) {
        this(new double[size], new double[size]);
    }

    /**
     * Moves {@code values}, in place, against {@code gradient}.
     *
     * @param step number of this step, from 1
     */
    public void update(double[] values, double[] gradient, double rate, int step) {
        double correction1 = 1 - Math.pow(BETA_1, step);
        double correction2 = 1 - Math.pow(BETA_2, step);
        for (int i = 0; i < values.length; i++) {
            double g = gradient[i];
            first[i] = BETA_1 * first[i] + (1 - BETA_1) * g;
            second[i] = BETA_2 * second[i] + (1 - BETA_2) * g * g;
            values[i] -= rate * (first[i] / correction1) / (Math.sqrt(second[i] / correction2) + EPSILON);
        }
    }
}
