package org.eddp.baselines;

import org.eddp.tensor.Matrix;

/**
 * Minimises |x - F h|^2 over h &gt;= 0 by cyclic coordinate descent, given F^T F and, per problem, F^T x. Safe for use
 * by several threads.
 */
final class NonNegativeLeastSquares {
    /** Stops when no unknown moved by more than this share of the largest projection. */
    private static final double TOLERANCE = 1e-8;

    private static final int MAX_SWEEPS = 10_000;

    private final int unknowns;
    private final double[] gram;

    /** Solver for columns F of unit length with Gram matrix {@code gram} = F^T F. */
    NonNegativeLeastSquares(Matrix gram) {
        this.unknowns = gram.rows();
        this.gram = gram.values();
    }

    /**
     * Solves one problem per row.
     *
     * @param projections F^T x of every problem, one after the other; overwritten
     * @return the coefficients in the same layout
     */
    double[] solve(double[] projections) {
        double[] solution = new double[projections.length];
        for (int from = 0; from < projections.length; from += unknowns) {
            solve(projections, solution, from);
        }
        return solution;
    }

    private void solve(double[] residual, double[] solution, int from) {
        double largest = 0;
        for (int i = 0; i < unknowns; i++) {
            largest = Math.max(largest, Math.abs(residual[from + i]));
        }
        double change = Double.POSITIVE_INFINITY;
        for (int sweep = 0; sweep < MAX_SWEEPS && change > TOLERANCE * largest; sweep++) {
            change = 0;
            for (int i = 0; i < unknowns; i++) {
                change = Math.max(change, Math.abs(improve(residual, solution, from, i)));
            }
        }
    }

    /** Sets unknown i to its best value given the others; {@code residual} stays F^T (x - F h). */
    private double improve(double[] residual, double[] solution, int from, int i) {
        double old = solution[from + i];
        double step = Math.max(0, old + residual[from + i] / gram[i * unknowns + i]) - old;
        if (step != 0) {
            solution[from + i] = old + step;
            for (int j = 0; j < unknowns; j++) {
                residual[from + j] -= step * gram[i * unknowns + j];
            }
        }
        return step;
    }
}
