package org.eddp.files.arrays;

/** Numbers of 16 bits: sign, five bits of exponent, ten of fraction. */
public final class HalfPrecision {
    private HalfPrecision() {}

    /** The number with these bits. */
    public static double toDouble(short bits) {
        int exponent = bits >> 10 & 0x1f;
        int fraction = bits & 0x3ff;
        double size;
        if (exponent == 0) {
            size = fraction * 0x1p-24;
        } else if (exponent == 31) {
            size = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else {
            size = (0x400 + fraction) * Math.scalb(1.0, exponent - 25);
        }
        return bits < 0 ? -size : size;
    }
}
