package org.eddp.directions;

import java.io.Serializable;
import org.eddp.failure.InvalidInput;

/**
 * Constants inside the losses.
 *
 * @param reductionExponent nu of the self-weighted reduction (a soft maximum)
 * @param focalExponent mu of the focal weights
 * @param membershipExponent gamma that sharpens memberships before a concept's share is taken
 * @param minimumShare v of L^ic: the share of patches every concept keeps, tau / I
 * @param maximumShare rho of L^eac: the share of patches no concept exceeds
 * @param damping r of the damped inverse (M^T M + r I)^-1 M^T by which L^cur moves features, M = W^T S; 0 for the
 *     paper's pseudo-inverse. M has ones on its diagonal, so r is relative. Where M is badly conditioned the gradient
 *     through the pseudo-inverse is huge and drives filters away from orthogonality
 */
public record LossOptions(
        double reductionExponent,
        double focalExponent,
        double membershipExponent,
        double minimumShare,
        double maximumShare,
        double damping)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public LossOptions {
        check("reductionExponent", reductionExponent, 1, 100);
        check("focalExponent", focalExponent, 1e-3, 100);
        check("membershipExponent", membershipExponent, 1, 100);
        check("minimumShare", minimumShare, Double.MIN_NORMAL, 1);
        check("maximumShare", maximumShare, Double.MIN_NORMAL, 1 - 1e-9);
        check("damping", damping, 0, 1e6);
    }

    /** The paper's exponents (all 2) and its pseudo-inverse, with the given bounds on the share of a concept. */
    public static LossOptions of(double minimumShare, double maximumShare) {
        return new LossOptions(2, 2, 2, minimumShare, maximumShare, 0);
    }

    /** The same with another damping of the inverse. */
    public LossOptions withDamping(double changed) {
        return new LossOptions(
                reductionExponent, focalExponent, membershipExponent, minimumShare, maximumShare, changed);
    }

    private static void check(String name, double value, double low, double high) {
        if (!(value >= low && value <= high)) {
            throw new InvalidInput(name + " = " + value + " must be within " + low + " .. " + high);
        }
    }

    /** The same with {@code reductionExponent} changed. */
    public LossOptions withReductionExponent(double changed) {
        return new LossOptions(changed, focalExponent, membershipExponent, minimumShare, maximumShare, damping);
    }

    /** The same with {@code focalExponent} changed. */
    public LossOptions withFocalExponent(double changed) {
        return new LossOptions(reductionExponent, changed, membershipExponent, minimumShare, maximumShare, damping);
    }

    /** The same with {@code membershipExponent} changed. */
    public LossOptions withMembershipExponent(double changed) {
        return new LossOptions(reductionExponent, focalExponent, changed, minimumShare, maximumShare, damping);
    }

    /** The same with {@code minimumShare} changed. */
    public LossOptions withMinimumShare(double changed) {
        return new LossOptions(reductionExponent, focalExponent, membershipExponent, changed, maximumShare, damping);
    }

    /** The same with {@code maximumShare} changed. */
    public LossOptions withMaximumShare(double changed) {
        return new LossOptions(reductionExponent, focalExponent, membershipExponent, minimumShare, changed, damping);
    }
}
