package org.eddp.network.torch;

import java.util.function.LongBinaryOperator;
import org.eddp.network.NetworkFailure;

/** Arithmetic on whole numbers that may depend on the number of images: each is a {@link Long} or a {@link BatchNumber}. */
public final class WholeNumbers {
    private WholeNumbers() {}

    /** A comparison of two numbers. */
    @FunctionalInterface
    public interface Comparison {
        /** Whether the comparison is true. */
        boolean test(long a, long b);
    }

    /** Whether an object is such a number. */
    public static boolean is(Object value) {
        return value instanceof Long || value instanceof BatchNumber;
    }

    /** A number from its values for one image and for two. */
    public static Object of(long one, long two) {
        return one == two ? (Object) one : new BatchNumber(one, two);
    }

    /** Its value for one image. */
    public static long one(Object number) {
        return number instanceof BatchNumber both ? both.one() : (Long) number;
    }

    /** Its value for two images. */
    public static long two(Object number) {
        return number instanceof BatchNumber both ? both.two() : (Long) number;
    }

    /** Any function of two numbers. */
    public static Object apply(Object a, Object b, LongBinaryOperator function) {
        try {
            return of(function.applyAsLong(one(a), one(b)), function.applyAsLong(two(a), two(b)));
        } catch (ArithmeticException e) {
            throw new NetworkFailure("arithmetic on whole numbers fails: " + e.getMessage(), e);
        }
    }

    /** a + b. */
    public static Object plus(Object a, Object b) {
        return apply(a, b, Math::addExact);
    }

    /** a - b. */
    public static Object minus(Object a, Object b) {
        return apply(a, b, Math::subtractExact);
    }

    /** a * b. */
    public static Object times(Object a, Object b) {
        return apply(a, b, Math::multiplyExact);
    }

    /** a // b, rounded down. */
    public static Object floorDivide(Object a, Object b) {
        return apply(a, b, Math::floorDiv);
    }

    /** a % b, with the sign of b. */
    public static Object remainder(Object a, Object b) {
        return apply(a, b, Math::floorMod);
    }

    /** The smaller one. */
    public static Object min(Object a, Object b) {
        return apply(a, b, Math::min);
    }

    /** The larger one. */
    public static Object max(Object a, Object b) {
        return apply(a, b, Math::max);
    }

    /** -a. */
    public static Object negative(Object a) {
        return minus(0L, a);
    }

    /**
     * Compares two numbers.
     *
     * @throws NetworkFailure if the answer depends on the number of images
     */
    public static boolean compare(Object a, Object b, Comparison comparison) {
        boolean one = comparison.test(one(a), one(b));
        if (one != comparison.test(two(a), two(b))) {
            throw new NetworkFailure("the program compares " + describe(a) + " with " + describe(b)
                    + ", and the answer depends on the number of images");
        }
        return one;
    }

    /** Whether two numbers are the same for any number of images. */
    public static boolean same(Object a, Object b) {
        return one(a) == one(b) && two(a) == two(b);
    }

    /**
     * A number that does not depend on the images.
     *
     * @throws NetworkFailure if it does
     */
    static long fixed(Object number) {
        if (number instanceof BatchNumber) {
            throw new NetworkFailure("the number " + describe(number) + " depends on the number of images");
        }
        return (Long) number;
    }

    /** The numbers as text for messages. */
    static String describe(Object number) {
        return number instanceof BatchNumber both
                ? both.one() + " for one image and " + both.two() + " for two"
                : String.valueOf(number);
    }

    /**
     * A whole number that depends on the number of images in the batch, known for one image and for two. It is a number times the batch
     * size if {@code two == 2 * one}.
     *
     * @param one value for a batch of one image
     * @param two value for a batch of two images
     */
    public record BatchNumber(long one, long two) {}
}
