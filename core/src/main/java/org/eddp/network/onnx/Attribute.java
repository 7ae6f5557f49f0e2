package org.eddp.network.onnx;

import java.util.List;
import org.eddp.network.NetworkFailure;

/**
 * A fixed argument of a node.
 *
 * @param name of the argument
 * @param value a {@link Float}, {@link Long}, {@link String}, {@link OnnxTensor}, {@code float[]}, {@code long[]} or
 *     {@code List<String>}; null if it is of a type this program has no use for (a sub-graph), which is then in
 *     {@code rest}
 * @param rest fields this program has no use for, as they were
 */
public record Attribute(String name, Object value, byte[] rest) {
    private static final byte[] NONE = {};

    /** A whole number. */
    public static Attribute of(String name, long value) {
        return new Attribute(name, value, NONE);
    }

    /** A number. */
    public static Attribute of(String name, float value) {
        return new Attribute(name, value, NONE);
    }

    /** A text. */
    public static Attribute of(String name, String value) {
        return new Attribute(name, value, NONE);
    }

    /** A tensor. */
    public static Attribute of(String name, OnnxTensor value) {
        return new Attribute(name, value, NONE);
    }

    /** Whole numbers. */
    public static Attribute of(String name, long[] value) {
        return new Attribute(name, value, NONE);
    }

    /** Numbers. */
    public static Attribute of(String name, float[] value) {
        return new Attribute(name, value, NONE);
    }

    <T> T as(Class<T> type) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        // An empty list leaves no trace of its type in files that do not write one.
        if (value instanceof List<?> list && list.isEmpty() && type == long[].class) {
            return type.cast(new long[0]);
        }
        throw new NetworkFailure("attribute '" + name + "' should be a " + type.getSimpleName() + " and is "
                + (value == null ? "something else" : "a " + value.getClass().getSimpleName()));
    }
}
