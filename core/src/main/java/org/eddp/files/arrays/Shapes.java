package org.eddp.files.arrays;

import java.util.Arrays;
import org.eddp.failure.InvalidInput;

/** Arithmetic of shapes that refuses to wrap around. */
final class Shapes {
    private Shapes() {}

    /**
     * Product of the dimensions; 1 for an empty shape.
     *
     * @throws InvalidInput if a dimension is negative or the product exceeds a long
     */
    static long elements(long[] shape) {
        long product = 1;
        for (long dimension : shape) {
            if (dimension < 0) {
                throw new InvalidInput("its shape " + Arrays.toString(shape) + " contains the negative " + dimension
                        + ", dimensions start at 0");
            }
            try {
                product = Math.multiplyExact(product, dimension);
            } catch (ArithmeticException e) {
                throw new InvalidInput("its shape " + Arrays.toString(shape)
                        + " has more elements than a 64-bit number can count, at most " + Long.MAX_VALUE);
            }
        }
        return product;
    }
}
