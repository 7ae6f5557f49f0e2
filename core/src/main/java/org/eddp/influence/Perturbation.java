package org.eddp.influence;

/**
 * How far features are moved along a direction to see what the network makes of it: X' = X + step on every grid cell, with
 * no activation after it.
 *
 * @param strength alpha; the paper's is 5
 * @param norm what has that length
 */
public record Perturbation(double strength, Norm norm) {
    /** What has the length alpha. */
    public enum Norm {
        /** The step of a single cell (our reading of the paper). */
        CELL,
        /** The steps of all cells together, as in RCAV's own code. */
        TENSOR
    }

    public Perturbation {
        if (!(strength > 0 && Double.isFinite(strength))) {
            throw new IllegalArgumentException("perturbation strength = " + strength + " must be a positive number");
        }
        if (norm == null) {
            throw new IllegalArgumentException("the norm of the perturbation is missing; give CELL or TENSOR");
        }
    }

    /** The paper's: 5 on every cell. */
    public static final Perturbation DEFAULT = new Perturbation(5, Norm.CELL);

    /** Length of the step of one cell of a grid of {@code cells}. */
    public double step(int cells) {
        return norm == Norm.CELL ? strength : strength / Math.sqrt(cells);
    }
}
