package org.eddp.learning;

/**
 * How long and how fast a step learns.
 *
 * @param epochs passes over the images
 * @param learningRate Adam's rate at the start; it is annealed to zero along half a cosine
 * @param batchImages images per batch; 0 takes all of them
 * @param referenceBatch batch size the rate is meant for; the rate scales linearly with the actual one. 0 switches
 *     scaling off
 * @param multiplierInterval optimiser steps between updates of the multipliers
 * @param penalty constant penalty mu of the augmented Lagrangian
 */
public record Schedule(
        int epochs, double learningRate, int batchImages, int referenceBatch, int multiplierInterval, double penalty) {
    public Schedule {
        require(epochs >= 0, "epochs = " + epochs + " must not be negative");
        require(
                learningRate > 0 && learningRate <= 100,
                "learning rate = " + learningRate + " must be positive and at most 100");
        require(batchImages >= 0, "batch = " + batchImages + " images must not be negative (0 takes all)");
        require(referenceBatch >= 0, "reference batch = " + referenceBatch + " must not be negative");
        require(multiplierInterval >= 1, "multiplier interval = " + multiplierInterval + " must be at least 1");
        require(penalty > 0 && penalty < 1e9, "penalty = " + penalty + " must be positive");
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /** The rate for batches of this many images. */
    double scaledRate(int images) {
        return referenceBatch == 0 ? learningRate : learningRate * images / referenceBatch;
    }

    /** Cosine annealing: the share of the rate left at {@code step} of {@code steps}. */
    static double annealing(int step, int steps) {
        return 0.5 * (1 + Math.cos(Math.PI * step / steps));
    }
}
