package org.eddp.images.input;

/**
 * How pixels are weighed when a picture is resized: by a curve over their distance from the pixel that is computed, made as wide as
 * an output pixel when shrinking, so that every input pixel counts ("antialiased"). The same as in Python's image library, which
 * networks are commonly trained with, but without rounding to whole pixel values.
 */
public enum Interpolation {
    /** A triangle. */
    BILINEAR(1) {
        @Override
        double weight(double distance) {
            return Math.max(0, 1 - distance);
        }
    },
    /** Keys' cubic with a = -1/2, which is negative beyond 1. */
    BICUBIC(2) {
        @Override
        double weight(double distance) {
            if (distance < 1) {
                return (1.5 * distance - 2.5) * distance * distance + 1;
            }
            return distance < 2 ? -0.5 * (((distance - 5) * distance + 8) * distance - 4) : 0;
        }
    };

    private final int reach;

    Interpolation(int reach) {
        this.reach = reach;
    }

    /** Distance from which on all weights are 0. */
    int reach() {
        return reach;
    }

    /** Weight of a pixel, before all are divided by their sum. */
    abstract double weight(double distance);

    /** Whether results can lie outside of what the pixels span; they are then cut off at 0 and 255, as in pictures of bytes. */
    boolean overshoots() {
        return this == BICUBIC;
    }

    /** Equal to what files do not mention. */
    static final class Usual {
        @Override
        public boolean equals(Object value) {
            return value == null || value == BILINEAR;
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }
}
