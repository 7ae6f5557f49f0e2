package org.eddp.files.arrays;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.eddp.failure.InvalidInput;
import org.eddp.tensor.Matrix;

/**
 * An array of a safetensors file: a name, a shape and the elements, row-major. Floats of either precision are held as
 * doubles, integers as longs. Arrays are kept, not copied, unless a method says otherwise.
 */
final class NamedArray {
    private static final String WRONG_FILE = "is it the right file?";

    private final String name;
    private final ElementType type;
    private final long[] shape;
    private final double[] reals;
    private final long[] integers;

    private NamedArray(String name, ElementType type, long[] shape, double[] reals, long[] integers) {
        this.name = checkName(name);
        this.type = type;
        this.shape = shape.clone();
        this.reals = reals;
        this.integers = integers;
        long held = reals == null ? integers.length : reals.length;
        if (Shapes.elements(shape) != held) {
            throw new IllegalArgumentException("array '" + name + "' has " + held + " values, its shape "
                    + Arrays.toString(shape) + " needs " + Shapes.elements(shape));
        }
    }

    /** An array in double precision. */
    static NamedArray f64(String name, long[] shape, double... values) {
        return new NamedArray(name, ElementType.F64, shape, values, null);
    }

    /** A matrix in double precision; shares the elements of {@code matrix}. */
    static NamedArray f64(String name, Matrix matrix) {
        return f64(name, new long[] {matrix.rows(), matrix.columns()}, matrix.values());
    }

    /** An array in single precision, whose values need no rounding: they come from a file, or from floats. */
    static NamedArray f32(String name, long[] shape, double... values) {
        return new NamedArray(name, ElementType.F32, shape, values, null);
    }

    /** An array of half the precision or less, as a file has it. */
    static NamedArray narrow(String name, ElementType type, long[] shape, double... values) {
        return new NamedArray(name, type, shape, values, null);
    }

    /** An array of integers. */
    static NamedArray i64(String name, long[] shape, long... values) {
        return new NamedArray(name, ElementType.I64, shape, null, values);
    }

    private static String checkName(String name) {
        if (name.equals(SafetensorsHeader.METADATA)) {
            throw new InvalidInput("the array name '" + name + "' is reserved by the format; rename it");
        }
        return checkText(name);
    }

    /** Half a surrogate pair has no UTF-8 encoding, so the name would change when it is read back. */
    static boolean isText(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    static String checkText(String text) {
        if (!isText(text)) {
            throw new InvalidInput("the text '" + text + "' cannot be encoded as UTF-8; rename it");
        }
        return text;
    }

    String name() {
        return name;
    }

    ElementType type() {
        return type;
    }

    /** A copy of the shape. */
    long[] shape() {
        return shape.clone();
    }

    /** Number of elements. */
    int size() {
        return reals == null ? integers.length : reals.length;
    }

    /**
     * The elements themselves of an array of floats.
     *
     * @throws BadFormat if this is an array of integers
     */
    double[] reals() {
        if (reals == null) {
            throw BadFormat.unsupported("array '" + name + "' is " + type + ", F64 or F32 is needed", WRONG_FILE);
        }
        return reals;
    }

    /**
     * The elements themselves of an array of integers.
     *
     * @throws BadFormat if this is an array of floats
     */
    long[] integers() {
        if (integers == null) {
            throw BadFormat.unsupported("array '" + name + "' is " + type + ", I64 is needed", WRONG_FILE);
        }
        return integers;
    }

    /**
     * The array as a matrix that shares its elements.
     *
     * @throws BadFormat if this is not a two-dimensional array of floats
     */
    Matrix matrix() {
        double[] values = reals();
        // An empty matrix may have an absurd other side, such as 0 x 2^40: it fits no Matrix.
        if (shape.length != 2 || Math.max(shape[0], shape[1]) > Integer.MAX_VALUE) {
            throw BadFormat.unsupported(
                    "array '" + name + "' has the shape " + Arrays.toString(shape)
                            + ", a matrix needs 2 dimensions of at most " + Integer.MAX_VALUE,
                    WRONG_FILE);
        }
        return new Matrix((int) shape[0], (int) shape[1], values);
    }

    @Override
    public String toString() {
        return name + ": " + type + Arrays.toString(shape);
    }

    /** Element types of an array in a file; the names are those of the safetensors format. */
    enum ElementType {
        /** Double precision. */
        F64(8),
        /** Single precision. */
        F32(4),
        /** Half precision; only read, as others write it. */
        F16(2),
        /** The upper half of single precision; only read, as others write it. */
        BF16(2),
        /** Signed integers. */
        I64(8);

        private final int bytes;

        ElementType(int bytes) {
            this.bytes = bytes;
        }

        /** Bytes per element in the file. */
        int bytes() {
            return bytes;
        }

        /** The type of that name, or null. */
        static ElementType named(String name) {
            return Arrays.stream(values())
                    .filter(t -> t.name().equals(name))
                    .findFirst()
                    .orElse(null);
        }

        /** "F64, F32, F16, BF16, I64". */
        static String known() {
            return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
        }
    }
}
