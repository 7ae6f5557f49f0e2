package org.eddp.tensor;

import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Operations on single elements, broadcasting, beyond the everyday ones of {@link Tensor}. Comparisons give
 * {@link DType#BOOL}.
 */
public final class Elements {
    private Elements() {}

    /** The error function. */
    public static Tensor erf(Tensor x) {
        return new Tensor(torch.erf(x.torch()));
    }

    /** Whether x is undefined. */
    public static Tensor isUndefined(Tensor x) {
        return new Tensor(torch.isnan(x.torch()));
    }

    /** 1 / x. */
    public static Tensor reciprocal(Tensor x) {
        return new Tensor(torch.reciprocal(x.torch()));
    }

    /** -x. */
    public static Tensor negative(Tensor x) {
        return new Tensor(torch.neg(x.torch()));
    }

    /** -1, 0 or 1. */
    public static Tensor sign(Tensor x) {
        return new Tensor(torch.sign(x.torch()));
    }

    /** Sine. */
    public static Tensor sin(Tensor x) {
        return new Tensor(torch.sin(x.torch()));
    }

    /** Cosine. */
    public static Tensor cos(Tensor x) {
        return new Tensor(torch.cos(x.torch()));
    }

    /** The largest whole number that is not above x. */
    public static Tensor floor(Tensor x) {
        return new Tensor(torch.floor(x.torch()));
    }

    /** The smallest whole number that is not below x. */
    public static Tensor ceil(Tensor x) {
        return new Tensor(torch.ceil(x.torch()));
    }

    /** The nearest whole number, the even one of two. */
    public static Tensor round(Tensor x) {
        return new Tensor(torch.round(x.torch()));
    }

    /** x to the power of an exponent per element. */
    public static Tensor pow(Tensor x, Tensor exponent) {
        return new Tensor(torch.pow(x.torch(), exponent.torch()));
    }

    /** The smaller of two. */
    public static Tensor minimum(Tensor x, Tensor y) {
        return new Tensor(torch.minimum(x.torch(), y.torch()));
    }

    /** The larger of two. */
    public static Tensor maximum(Tensor x, Tensor y) {
        return new Tensor(torch.maximum(x.torch(), y.torch()));
    }

    /** x limited from above. */
    public static Tensor atMost(Tensor x, double high) {
        return new Tensor(torch.clamp_max(x.torch(), Constants.scalar(high)));
    }

    /** Limits {@code x} itself, which must not be needed by a recorded computation. */
    public static void clampInPlace(Tensor x, double low, double high) {
        ScalarOptional above = Double.isInfinite(high)
                ? new ScalarOptional()
                : new ScalarOptional(new org.bytedeco.pytorch.Scalar(high));
        torch.clamp_(x.torch(), new ScalarOptional(new org.bytedeco.pytorch.Scalar(low)), above);
    }

    /** Quotient of whole numbers, rounded towards zero. */
    public static Tensor wholeQuotient(Tensor x, Tensor y) {
        Tensor size = new Tensor(torch.floor_divide(torch.abs(x.torch()), torch.abs(y.torch())));
        return size.times(sign(x)).times(sign(y));
    }

    /** Remainder with the sign of the divisor. */
    public static Tensor remainder(Tensor x, Tensor y) {
        return new Tensor(torch.remainder(x.torch(), y.torch()));
    }

    /** Remainder with the sign of the dividend. */
    public static Tensor truncatedRemainder(Tensor x, Tensor y) {
        return new Tensor(torch.fmod(x.torch(), y.torch()));
    }

    /** x where the condition holds, else y. */
    public static Tensor where(Tensor condition, Tensor x, Tensor y) {
        if (ShapeTensors.isWeightless(x) || ShapeTensors.isWeightless(y)) {
            return ShapeTensors.chosen(condition, x, y);
        }
        return new Tensor(torch.where(condition.torch(), x.torch(), y.torch()));
    }

    /** x = y. */
    public static Tensor equal(Tensor x, Tensor y) {
        return new Tensor(torch.eq(x.torch(), y.torch()));
    }

    /** x &gt; y. */
    public static Tensor greater(Tensor x, Tensor y) {
        return new Tensor(torch.gt(x.torch(), y.torch()));
    }

    /** x &ge; y. */
    public static Tensor greaterOrEqual(Tensor x, Tensor y) {
        return new Tensor(torch.ge(x.torch(), y.torch()));
    }

    /** Not x. */
    public static Tensor not(Tensor x) {
        return new Tensor(torch.logical_not(x.torch()));
    }

    /** x and y. */
    public static Tensor and(Tensor x, Tensor y) {
        return new Tensor(torch.logical_and(x.torch(), y.torch()));
    }

    /** x or y. */
    public static Tensor or(Tensor x, Tensor y) {
        return new Tensor(torch.logical_or(x.torch(), y.torch()));
    }

    /** Either x or y. */
    public static Tensor xor(Tensor x, Tensor y) {
        return new Tensor(torch.logical_xor(x.torch(), y.torch()));
    }
}
