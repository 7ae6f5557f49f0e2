package org.eddp.faithfulness;

import java.util.Arrays;
import java.util.List;
import org.eddp.faithfulness.Dream.Trajectory;
import org.eddp.tensor.Matrix;

/** The line along which features move while dreaming: the one with the smallest mean distance from them. */
public final class DreamingDirection {
    private static final int REWEIGHTINGS = 20;
    private static final int POWER_STEPS = 50;

    private DreamingDirection() {}

    /** The features that the line is fitted to. */
    public enum Fit {
        /**
         * All records of all patches together, as in the paper. If patches move less than the distances between them,
         * the line shows their arrangement, not their movement.
         */
        POOLED,
        /** The records of each patch around their own centre: how far patches lie apart does not matter. */
        PER_PATCH
    }

    /**
     * The direction of a dream, of length one, pointing where the features went.
     *
     * @return zeros if the features never moved
     */
    public static double[] of(Trajectory dream, Fit fit) {
        Matrix points = fit == Fit.POOLED ? dream.features() : centred(dream);
        double[] went = went(dream);
        double[] direction = fit(points, went);
        double along = 0;
        for (int d = 0; d < direction.length; d++) {
            along += direction[d] * went[d];
        }
        return along < 0 ? Matrix.row(direction).times(-1).values() : direction;
    }

    /** The mean direction, of length one. */
    static double[] common(List<double[]> directions) {
        return unit(sum(directions));
    }

    /** Mean cosine of two different ones of several directions; null if there are fewer than two. */
    static Double agreement(List<double[]> directions) {
        double count = directions.size();
        double length = Matrix.row(sum(directions)).frobenius();
        return count < 2 ? null : (length * length - count) / (count * (count - 1));
    }

    private static double[] sum(List<double[]> directions) {
        double[] sum = new double[directions.get(0).length];
        for (double[] direction : directions) {
            double[] one = unit(direction);
            for (int d = 0; d < sum.length; d++) {
                sum[d] += one[d];
            }
        }
        return sum;
    }

    /** Mean of the last record minus mean of the first. */
    static double[] went(Trajectory dream) {
        Matrix x = dream.features();
        int cells = dream.cells().length;
        double[] went = new double[x.columns()];
        for (int c = 0; c < cells; c++) {
            for (int d = 0; d < went.length; d++) {
                went[d] += (x.get(x.rows() - cells + c, d) - x.get(c, d)) / cells;
            }
        }
        return went;
    }

    private static Matrix centred(Trajectory dream) {
        Matrix x = dream.features().copy();
        int cells = dream.cells().length;
        int records = x.rows() / cells;
        for (int c = 0; c < cells; c++) {
            for (int d = 0; d < x.columns(); d++) {
                double mean = 0;
                for (int r = 0; r < records; r++) {
                    mean += x.get(r * cells + c, d) / records;
                }
                for (int r = 0; r < records; r++) {
                    x.set(r * cells + c, d, x.get(r * cells + c, d) - mean);
                }
            }
        }
        return x;
    }

    /**
     * The line with the smallest mean distance (not squared): principal directions, with every point weighted by the inverse
     * of its distance from the last line.
     */
    static double[] fit(Matrix points, double[] start) {
        double size = points.frobenius();
        if (size == 0) {
            return new double[points.columns()]; // the points do not differ: there is no line
        }
        double[] weights = new double[points.rows()];
        Arrays.fill(weights, 1);
        double[] direction = unit(start);
        double floor = Math.max(1e-150, 1e-9 * size);
        for (int round = 0; round < REWEIGHTINGS; round++) {
            double[] centre = centre(points, weights);
            direction = principal(points, centre, weights, direction);
            for (int p = 0; p < weights.length; p++) {
                weights[p] = 1 / Math.max(floor, distance(points, p, centre, direction));
            }
        }
        return direction;
    }

    private static double[] centre(Matrix points, double[] weights) {
        double[] centre = new double[points.columns()];
        double sum = 0;
        for (int p = 0; p < points.rows(); p++) {
            sum += weights[p];
            for (int d = 0; d < centre.length; d++) {
                centre[d] += weights[p] * points.get(p, d);
            }
        }
        return Matrix.row(centre).times(1 / sum).values();
    }

    /** Largest principal direction by power iteration; stays at {@code start} if nothing varies. */
    private static double[] principal(Matrix points, double[] centre, double[] weights, double[] start) {
        double[] direction = start;
        for (int step = 0; step < POWER_STEPS; step++) {
            double[] next = new double[direction.length];
            for (int p = 0; p < points.rows(); p++) {
                double along = 0;
                for (int d = 0; d < next.length; d++) {
                    along += (points.get(p, d) - centre[d]) * direction[d];
                }
                for (int d = 0; d < next.length; d++) {
                    next[d] += weights[p] * along * (points.get(p, d) - centre[d]);
                }
            }
            double[] turned = unit(next);
            if (Matrix.row(turned).frobenius() == 0) {
                return direction;
            }
            direction = turned;
        }
        return direction;
    }

    private static double distance(Matrix points, int p, double[] centre, double[] direction) {
        double along = 0;
        double square = 0;
        for (int d = 0; d < centre.length; d++) {
            double offset = points.get(p, d) - centre[d];
            along += offset * direction[d];
            square += offset * offset;
        }
        return Math.sqrt(Math.max(0, square - along * along));
    }

    private static double[] unit(double[] vector) {
        double length = Matrix.row(vector).frobenius();
        return length == 0
                ? vector.clone()
                : Matrix.row(vector).times(1 / length).values();
    }
}
