package org.eddp.experiments.truth;

import java.util.List;

/**
 * Sums over pairs of a cause, from which slopes, correlations and shares follow.
 *
 * @param pairs their number
 * @param right pairs in which the contribution has the sign of the true change
 * @param first pairs in which the cause is first among the concepts that fire
 * @param compared pairs in which there are concepts to compare with
 * @param x sum of the true changes
 * @param y sum of the contributions
 * @param xx sum of the squared true changes
 * @param yy sum of the squared contributions
 * @param xy sum of the products
 */
record Moments(int pairs, int right, int first, int compared, double x, double y, double xx, double yy, double xy) {
    private static final Moments NONE = new Moments(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Moments of one pair. */
    static Moments of(double truth, TruthTrial.Said said) {
        double contribution = said.contribution();
        return new Moments(
                1,
                said.found() && Math.signum(contribution) == Math.signum(truth) ? 1 : 0,
                Boolean.TRUE.equals(said.first()) ? 1 : 0,
                said.first() == null ? 0 : 1,
                truth,
                contribution,
                truth * truth,
                contribution * contribution,
                truth * contribution);
    }

    static Moments sum(List<Moments> parts) {
        return parts.stream().reduce(NONE, Moments::plus);
    }

    private Moments plus(Moments o) {
        return new Moments(
                pairs + o.pairs,
                right + o.right,
                first + o.first,
                compared + o.compared,
                x + o.x,
                y + o.y,
                xx + o.xx,
                yy + o.yy,
                xy + o.xy);
    }

    double rightShare() {
        return right / (double) Math.max(1, pairs);
    }

    double firstShare() {
        return first / (double) Math.max(1, compared);
    }

    /** The slope of contributions against true changes, through the origin; 0 if nothing changes. */
    double slope() {
        return xx == 0 ? 0 : xy / xx;
    }

    /** The correlation of contributions with true changes; 0 if one of them does not vary. */
    double correlation() {
        double covariance = xy - x * y / Math.max(1, pairs);
        double product = (xx - x * x / Math.max(1, pairs)) * (yy - y * y / Math.max(1, pairs));
        return product > 0 ? covariance / Math.sqrt(product) : 0;
    }
}
