package org.eddp.network.onnx.file;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;

/**
 * A computation: nodes connected by named values.
 *
 * @param name may be empty
 * @param nodes in the order of the file
 * @param initialisers values that are known: the weights
 * @param inputs values to be given (old files list the weights here too)
 * @param outputs values of interest
 * @param rest fields this program has no use for, as they were
 */
public record Graph(
        String name,
        List<Node> nodes,
        List<OnnxTensor> initialisers,
        List<ValueInfo> inputs,
        List<ValueInfo> outputs,
        byte[] rest) {

    /** A new graph. */
    public static Graph of(
            List<Node> nodes, List<OnnxTensor> initialisers, List<ValueInfo> inputs, List<ValueInfo> outputs) {
        return new Graph("graph", nodes, initialisers, inputs, outputs, new byte[0]);
    }

    /** The same graph with other nodes and weights. */
    public Graph with(List<Node> otherNodes, List<OnnxTensor> otherInitialisers) {
        return new Graph(name, otherNodes, otherInitialisers, inputs, outputs, rest);
    }

    /**
     * The declaration of an input or output.
     *
     * @param name of the value
     * @param type of its elements, null if unknown to this program
     * @param shape lengths of its dimensions, null if the file does not declare them
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
        public long length(int index) {
            return shape.get(index).length();
        }

        /** The shape for people, with the names of open lengths. */
        public String describeShape() {
            return shape == null
                    ? "unknown"
                    : shape.stream().map(Dimension::toString).collect(Collectors.joining(" x "));
        }
    }
}
