package org.eddp.directions;

/**
 * Constants inside the losses.
 *
 * @param reductionExponent nu of the self-weighted reduction (a soft maximum)
 * @param focalExponent mu of the focal weights
 * @param membershipExponent gamma that sharpens memberships before a concept's share is taken
 * @param minimumShare v of L^ic: the share of patches every concept keeps, tau / I
 * @param maximumShare rho of L^eac: the share of patches no concept exceeds
 */
public record LossOptions(
        double reductionExponent,
        double focalExponent,
        double membershipExponent,
        double minimumShare,
        double maximumShare) {
    public LossOptions {
        check("reductionExponent", reductionExponent, 1, 100);
        check("focalExponent", focalExponent, 1e-3, 100);
        check("membershipExponent", membershipExponent, 1, 100);
        check("minimumShare", minimumShare, Double.MIN_NORMAL, 1);
        check("maximumShare", maximumShare, Double.MIN_NORMAL, 1 - 1e-9);
    }

    /** The paper's exponents (all 2) with the given bounds on the share of a concept. */
    public static LossOptions withShares(double minimumShare, double maximumShare) {
        return new LossOptions(2, 2, 2, minimumShare, maximumShare);
    }

    private static void check(String name, double value, double low, double high) {
        if (!(value >= low && value <= high)) {
            throw new IllegalArgumentException(name + " = " + value + " must be within " + low + " .. " + high);
        }
    }
}
