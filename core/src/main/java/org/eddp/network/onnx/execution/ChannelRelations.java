package org.eddp.network.onnx.execution;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.operators.Operands.Value;

/** Relations between the axes of values, derived from the nodes that read and compute them. */
final class ChannelRelations {
    /** Channels are the second axis of what they read and compute. */
    private static final Set<String> CHANNELS_SECOND = Set.of(
            "Conv",
            "MaxPool",
            "AveragePool",
            "GlobalAveragePool",
            "GlobalMaxPool",
            "BatchNormalization",
            "InstanceNormalization",
            "GroupNormalization",
            "LRN",
            "DepthToSpace",
            "SpaceToDepth");

    /** Axes of the output are those of the inputs. */
    private static final Set<String> KEEPS_AXES = Set.of(
            "Relu",
            "Clip",
            "Sigmoid",
            "Tanh",
            "Erf",
            "Gelu",
            "HardSwish",
            "HardSigmoid",
            "Mish",
            "Celu",
            "Elu",
            "Selu",
            "LeakyRelu",
            "PRelu",
            "Softplus",
            "Softsign",
            "ThresholdedRelu",
            "Identity",
            "Cast",
            "Dropout",
            "Sqrt",
            "Exp",
            "Log",
            "Abs",
            "Neg",
            "Pow",
            "Reciprocal",
            "Add",
            "Sub",
            "Mul",
            "Div",
            "Min",
            "Max",
            "Sum",
            "Mean",
            "Where",
            "Pad",
            "Slice",
            "Concat",
            "Resize",
            "ScatterND",
            "Softmax",
            "Split");

    private final ExecutableGraph circuit;
    private final ValueShapes shapes;
    private final ChannelAxis axes = new ChannelAxis();

    private ChannelRelations(ExecutableGraph circuit, ValueShapes shapes) {
        this.circuit = circuit;
        this.shapes = shapes;
        circuit.steps().forEach(this::add);
    }

    static ChannelAxis of(ExecutableGraph circuit, ValueShapes shapes) {
        return new ChannelRelations(circuit, shapes).axes;
    }

    private void add(GraphStep step) {
        int y = step.outputs()[0];
        int x = step.input(0);
        if (y < 0 || rank(y) < 3) {
            if (x >= 0 && y >= 0 && rank(x) >= 3) {
                addEnd(step, x);
            }
            return;
        }
        String operator = step.node().operator();
        if (CHANNELS_SECOND.contains(operator)) {
            tell(x, 1);
            tell(y, 1);
        } else if (KEEPS_AXES.contains(operator)) {
            keep(step, y);
        } else if (x >= 0 && rank(x) >= 3) {
            switch (operator) {
                case "LayerNormalization", "RMSNormalization" -> normalised(step, x, y);
                case "MatMul" -> product(step, x, y);
                case "Transpose" -> transposed(step, x, y);
                case "Reshape", "Flatten", "Squeeze", "Unsqueeze" -> reshaped(x, y);
                default -> addEnd(step, x);
            }
        }
    }

    private int rank(int slot) {
        long[] shape = shapes.orNull(slot);
        return shape == null ? 0 : shape.length;
    }

    private void tell(int slot, int axis) {
        if (slot >= 0 && rank(slot) >= 3) {
            axes.told(slot, axis);
        }
    }

    private void keep(GraphStep step, int y) {
        for (int slot : step.inputs()) {
            Value constant = slot < 0 ? null : circuit.constants()[slot];
            if (constant != null) {
                perChannel(constant.tensor().shape(), y);
            } else if (slot >= 0 && rank(slot) == rank(y)) {
                for (int output : step.outputs()) {
                    if (output >= 0) {
                        axes.same(slot, output);
                    }
                }
            }
        }
    }

    /** A weight with one number per entry of one axis: that axis is the channels. */
    private void perChannel(long[] shape, int y) {
        int[] wide = IntStream.range(0, shape.length).filter(i -> shape[i] > 1).toArray();
        int axis = wide.length == 1 ? rank(y) - shape.length + wide[0] : -1;
        if (axis > 0 && shapes.orNull(y)[axis] == shape[wide[0]]) {
            tell(y, axis);
        }
    }

    private void normalised(GraphStep step, int x, int y) {
        long axis = whole(step.node(), "axis", -1);
        if (axis == -1 || axis == rank(x) - 1) {
            tell(x, -1);
            tell(y, -1);
        } else {
            axes.same(x, y);
        }
    }

    /** A matrix of weights on the right mixes the last axis. */
    private void product(GraphStep step, int x, int y) {
        Value weights = step.input(1) < 0 ? null : circuit.constants()[step.input(1)];
        if (weights != null && weights.tensor().shape().length == 2) {
            tell(x, -1);
            tell(y, -1);
        }
    }

    private void transposed(GraphStep step, int x, int y) {
        long[] order = wholes(step.node(), "perm");
        if (order != null && order.length == rank(x)) {
            int[] from = Arrays.stream(order).mapToInt(axis -> (int) axis).toArray();
            axes.moved(x, y, rank -> rank == from.length ? from : null);
        }
    }

    /** Merging or splitting axes leaves the other axes as they are. */
    private void reshaped(int x, int y) {
        long[] from = shapes.orNull(x);
        long[] to = shapes.orNull(y);
        if (Arrays.equals(from, to)) {
            axes.same(x, y);
            return;
        }
        int front = 0;
        while (front < Math.min(from.length, to.length) && from[front] == to[front]) {
            front++;
        }
        int back = 0;
        while (back < Math.min(from.length, to.length) - front
                && from[from.length - 1 - back] == to[to.length - 1 - back]) {
            back++;
        }
        int[] order = new int[to.length];
        for (int i = 0; i < to.length; i++) {
            order[i] = i < front ? i : i >= to.length - back ? from.length - (to.length - i) : -1;
        }
        axes.moved(x, y, rank -> rank == from.length ? order : null);
    }

    /** Means over axes: pooling leaves the channels, and a mean over one axis of four that is kept is a normalisation over it. */
    private void addEnd(GraphStep step, int x) {
        String operator = step.node().operator();
        Value given = step.input(1) < 0 ? null : circuit.constants()[step.input(1)];
        long[] over = given != null ? given.longs() : wholes(step.node(), "axes");
        boolean pools = operator.equals("ReduceMean") || operator.equals("ReduceMax");
        if (!pools || over == null) {
            return;
        }
        int rank = rank(x);
        boolean[] pooled = new boolean[rank];
        for (long axis : over) {
            pooled[(int) (axis < 0 ? axis + rank : axis)] = true;
        }
        int[] left = IntStream.range(1, rank).filter(i -> !pooled[i]).toArray();
        int y = step.outputs()[0];
        if (left.length == 1 && !(rank == 3 && left[0] == 1)) {
            tell(x, left[0]);
            if (y >= 0 && rank(y) == rank) {
                tell(y, left[0]); // pooled axes are kept with a length of one
            }
        } else if (rank == 4 && over.length == 1 && whole(step.node(), "keepdims", 1) == 1) {
            tell(x, (int) (over[0] < 0 ? over[0] + rank : over[0]));
        }
    }

    private static long whole(Node node, String name, long otherwise) {
        return node.attributes().stream()
                .filter(attribute -> attribute.name().equals(name) && attribute.value() instanceof Long)
                .map(attribute -> attribute.as(Long.class))
                .findFirst()
                .orElse(otherwise);
    }

    private static long[] wholes(Node node, String name) {
        return node.attributes().stream()
                .filter(attribute -> attribute.name().equals(name) && attribute.value() instanceof long[])
                .map(attribute -> attribute.as(long[].class))
                .findFirst()
                .orElse(null);
    }
}
