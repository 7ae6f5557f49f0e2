package org.eddp.network.onnx;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a file says about an input or output.
 *
 * @param name of the value
 * @param type of its elements, null if unknown to this program
 * @param shape lengths of its dimensions, null if the file says nothing
 * @param rest fields this program has no use for, as they were
 */
public record ValueInfo(String name, ElementType type, List<Dimension> shape, byte[] rest) {
    /**
     * Length of a dimension.
     *
     * @param length -1 if open
     * @param symbol name of an open length, may be empty
     */
    public record Dimension(long length, String symbol) {
        @Override
        public String toString() {
            return length >= 0 ? Long.toString(length) : symbol.isEmpty() ? "?" : symbol;
        }
    }

    /** A value of single precision; -1 stands for an open length. */
    public static ValueInfo of(String name, long... shape) {
        return of(name, ElementType.FLOAT, shape);
    }

    /** A value; -1 stands for an open length. */
    public static ValueInfo of(String name, ElementType type, long... shape) {
        List<Dimension> dimensions = new ArrayList<>();
        for (long length : shape) {
            dimensions.add(length < 0 ? new Dimension(-1, "d" + dimensions.size()) : new Dimension(length, ""));
        }
        return new ValueInfo(name, type, dimensions, new byte[0]);
    }

    /** Length of dimension {@code index}, -1 if open. */
    long length(int index) {
        return shape.get(index).length();
    }

    String describeShape() {
        return shape == null
                ? "unknown"
                : shape.stream().map(Dimension::toString).collect(Collectors.joining(" x "));
    }
}
