package org.eddp.intervene;

import java.util.SplittableRandom;
import org.eddp.directions.Directions;
import org.eddp.failure.InvalidInput;
import org.eddp.tensor.Matrix;

/**
 * Removes one concept from features where its detector fires: x - m k s with m = sigmoid(w.x - b) and k = gain (w.x -
 * target), so that w.(x - k s) = target for the signal vector itself.
 *
 * @param filter w
 * @param threshold b
 * @param direction s, or the direction of a control
 * @param gain 1 / (w.s) of the signal vector
 * @param target mean of w.x over patches without the concept
 */
record Suppression(double[] filter, double threshold, double[] direction, double gain, double target) {
    public Suppression {
        if (filter.length != direction.length) {
            throw new IllegalArgumentException(
                    "filter and direction have different widths: " + filter.length + " != " + direction.length);
        }
    }

    static Suppression of(Directions directions, int concept, ConceptStatistics statistics) {
        if (concept < 0 || concept >= directions.concepts()) {
            throw new InvalidInput(
                    "concept " + concept + " does not exist; concepts are 0 .. " + (directions.concepts() - 1));
        }
        double[] filter = directions.filters().column(concept);
        double[] signal = directions.signals().column(concept);
        if (statistics.without()[concept] == 0) {
            throw new InvalidInput("the detector of concept " + concept
                    + " fires on every patch, so it is unknown what patches without the concept look like");
        }
        double scale = dot(filter, signal);
        if (scale == 0) {
            throw new InvalidInput("concept " + concept
                    + " has no signal vector (its detector fires on fewer than 2 patches), so it cannot be taken out");
        }
        return new Suppression(
                filter,
                directions.thresholds()[concept],
                signal,
                1 / scale,
                statistics.meanWithout()[concept]);
    }

    /** The control with a random direction of the same length and the same k. */
    Suppression withRandomDirection(SplittableRandom random) {
        double[] other = new double[direction.length];
        for (int d = 0; d < other.length; d++) {
            other[d] = random.nextGaussian();
        }
        return with(other);
    }

    /** The control with the filter in place of the signal vector, at the same length and with the same k. */
    Suppression withFilter() {
        return with(filter);
    }

    /** The control with another direction at the same length and with the same k. */
    Suppression with(double[] other) {
        double factor = Math.sqrt(dot(direction, direction) / dot(other, other));
        return new Suppression(
                filter, threshold, Matrix.row(other).times(factor).values(), gain, target);
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int d = 0; d < a.length; d++) {
            sum += a[d] * b[d];
        }
        return sum;
    }
}
