package org.eddp.tensor.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Graph;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueOptional;
import org.bytedeco.pytorch.JitNode;
import org.bytedeco.pytorch.LongList;
import org.bytedeco.pytorch.Value;
import org.bytedeco.pytorch.global.torch;
import org.eddp.tensor.ChannelAxis;

/** What the operations of a program tell about the axes of the values they read and compute; values go by their address. */
final class ScriptAxes {
    /** Channels are the second axis of what they read and compute. */
    private static final Set<String> CHANNELS_SECOND = Set.of(
            "_convolution",
            "convolution",
            "conv2d",
            "batch_norm",
            "instance_norm",
            "group_norm",
            "max_pool2d",
            "avg_pool2d",
            "adaptive_avg_pool2d",
            "adaptive_max_pool2d",
            "pixel_shuffle",
            "pixel_unshuffle",
            "channel_shuffle");

    /** Axes of the output are those of the inputs. */
    private static final Set<String> KEEPS_AXES = Set.of(
            "relu",
            "relu6",
            "hardtanh",
            "clamp",
            "clamp_min",
            "silu",
            "gelu",
            "hardswish",
            "hardsigmoid",
            "sigmoid",
            "tanh",
            "leaky_relu",
            "elu",
            "selu",
            "celu",
            "mish",
            "softplus",
            "add",
            "sub",
            "mul",
            "div",
            "dropout",
            "feature_dropout",
            "contiguous",
            "clone",
            "alias",
            "to",
            "roll",
            "pad",
            "constant_pad_nd",
            "slice",
            "softmax");

    private final ChannelAxis axes = new ChannelAxis();

    private ScriptAxes() {}

    static ChannelAxis of(Graph graph) {
        ScriptAxes relations = new ScriptAxes();
        ScriptFlow.nodes(graph.block()).forEach(relations::add);
        return relations.axes;
    }

    private void add(JitNode node) {
        String kind = ScriptFlow.kind(node);
        if (!kind.startsWith("aten::")
                || node.outputs().size() != 1
                || node.inputs().size() == 0) {
            return;
        }
        String name = kind.substring("aten::".length());
        if (ScriptFlow.isInPlace(kind)) {
            name = name.substring(0, name.length() - 1);
        }
        Value x = node.inputs().get(0);
        Value y = node.output();
        if (CHANNELS_SECOND.contains(name)) {
            tell(x, 1);
            tell(y, 1);
        } else if (KEEPS_AXES.contains(name)) {
            for (long i = 0; i < node.inputs().size(); i++) {
                keep(node.inputs().get(i), y);
            }
        } else {
            switch (name) {
                case "cat" -> {
                    for (long i = 0; i < x.node().inputs().size(); i++) {
                        keep(x.node().inputs().get(i), y);
                    }
                }
                case "linear" -> {
                    tell(x, -1);
                    tell(y, -1);
                }
                case "layer_norm" ->
                    numbers(node.inputs().get(1))
                            .filter(shape -> shape.length == 1)
                            .ifPresent(shape -> {
                                tell(x, -1);
                                tell(y, -1);
                            });
                case "permute" -> numbers(node.inputs().get(1)).ifPresent(order -> permuted(x, y, order));
                case "transpose" -> transposed(node, x, y);
                case "flatten" -> flattened(node, x, y);
                case "view", "reshape" -> sized(node.inputs().get(1), y);
                case "mean" ->
                    numbers(node.inputs().get(1)).ifPresent(over -> {
                        axes.told(x.address(), rank -> left(over, rank));
                        if (isTrue(node.inputs().get(2))) { // pooled axes are kept with a length of one
                            axes.told(y.address(), rank -> left(over, rank));
                        }
                    });
                default -> {
                    // tells nothing
                }
            }
        }
    }

    private void tell(Value value, int axis) {
        axes.told(value.address(), axis);
    }

    /** Weights and numbers are read in many places, which have nothing to do with each other. */
    private void keep(Value x, Value y) {
        String maker = ScriptFlow.kind(x.node());
        boolean computed = maker.startsWith("aten::") || maker.equals("prim::Param");
        if (computed && x.type().get().str().getString().startsWith("Tensor")) {
            axes.same(x.address(), y.address());
        }
    }

    private void permuted(Value x, Value y, long[] order) {
        int[] from = new int[order.length];
        for (int i = 0; i < from.length; i++) {
            from[i] = (int) (order[i] < 0 ? order[i] + order.length : order[i]);
        }
        axes.moved(x.address(), y.address(), rank -> rank == from.length ? from : null);
    }

    private void transposed(JitNode node, Value x, Value y) {
        Optional<Long> a = number(node.inputs().get(1));
        Optional<Long> b = number(node.inputs().get(2));
        if (a.isPresent() && b.isPresent()) {
            axes.moved(x.address(), y.address(), rank -> {
                int[] order = IntStream.range(0, rank).toArray();
                int first = fromTheFront(a.get(), rank);
                int second = fromTheFront(b.get(), rank);
                if (Math.min(first, second) < 0 || Math.max(first, second) >= rank) {
                    return null;
                }
                order[first] = second;
                order[second] = first;
                return order;
            });
        }
    }

    private void flattened(JitNode node, Value x, Value y) {
        Optional<Long> start = number(node.inputs().get(1));
        Optional<Long> end = number(node.inputs().get(2));
        if (start.isPresent() && end.isPresent()) {
            axes.moved(x.address(), y.address(), rank -> {
                int from = fromTheFront(start.get(), rank);
                int to = fromTheFront(end.get(), rank);
                if (from < 0 || to >= rank || from > to) {
                    return null;
                }
                List<Integer> order = new ArrayList<>();
                for (int i = 0; i < rank; i++) {
                    if (i < from || i > to) {
                        order.add(i);
                    } else if (i == from) {
                        order.add(from == to ? i : -1);
                    }
                }
                return order.stream().mapToInt(Integer::intValue).toArray();
            });
        }
    }

    /** A shape made of the lengths of another value's axes up to its last: they are the same axes. */
    private void sized(Value lengths, Value y) {
        if (!ScriptFlow.kind(lengths.node()).equals("prim::ListConstruct")) {
            return;
        }
        int[] order = new int[(int) lengths.node().inputs().size()];
        if (order.length == 0) {
            return;
        }
        long source = 0;
        for (int i = order.length - 1; i >= 0; i--) {
            Optional<Length> length = length(lengths.node().inputs().get(i));
            if (i == order.length - 1) {
                if (length.isEmpty() || length.get().axis() < 2) {
                    return;
                }
                source = length.get().of();
            }
            long last = source;
            order[i] =
                    length.filter(found -> found.of() == last).map(Length::axis).orElse(-1);
        }
        int rank = order[order.length - 1] + 1;
        axes.moved(source, y.address(), of -> of == rank ? order : null);
    }

    /** The length of an axis of a value. */
    private record Length(long of, int axis) {}

    /** Where a number comes from; tracing turns it into a tensor and back. */
    private static Optional<Length> length(Value number) {
        JitNode node = number.node();
        while (Set.of("aten::Int", "prim::NumToTensor", "aten::ScalarImplicit").contains(ScriptFlow.kind(node))) {
            node = node.inputs().get(0).node();
        }
        if (!ScriptFlow.kind(node).equals("aten::size") || node.inputs().size() != 2) {
            return Optional.empty();
        }
        long of = node.inputs().get(0).address();
        return number(node.inputs().get(1)).filter(axis -> axis >= 0).map(axis -> new Length(of, axis.intValue()));
    }

    /** The one axis besides the batch that is not pooled over, -1 if there are several. */
    private static int left(long[] pooled, int rank) {
        int found = -1;
        for (int axis = 1; axis < rank; axis++) {
            int candidate = axis;
            boolean gone = Arrays.stream(pooled).anyMatch(a -> fromTheFront(a, rank) == candidate);
            if (!gone && found >= 0) {
                return -1;
            }
            found = gone ? found : axis;
        }
        return rank == 3 && found == 1 ? -1 : found; // a mean over the last of three may be pooling or a normalisation
    }

    private static int fromTheFront(long axis, int rank) {
        return (int) (axis < 0 ? axis + rank : axis);
    }

    private static boolean isTrue(Value value) {
        IValueOptional constant = torch.toIValue(value);
        return constant.has_value() && constant.get().isBool() && constant.get().toBool();
    }

    private static Optional<Long> number(Value value) {
        IValueOptional constant = torch.toIValue(value);
        return constant.has_value() && constant.get().isInt()
                ? Optional.of(constant.get().toInt())
                : Optional.empty();
    }

    /** A list of whole numbers, written as a constant or as a list of constants. */
    private static Optional<long[]> numbers(Value value) {
        IValueOptional constant = torch.toIValue(value);
        if (constant.has_value()) {
            IValue list = constant.get();
            if (!list.isIntList()) {
                return list.isInt() ? Optional.of(new long[] {list.toInt()}) : Optional.empty();
            }
            LongList found = list.toIntList();
            long[] numbers = new long[(int) found.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = found.get(i);
            }
            return Optional.of(numbers);
        }
        if (!ScriptFlow.kind(value.node()).equals("prim::ListConstruct")) {
            return Optional.empty();
        }
        long[] numbers = new long[(int) value.node().inputs().size()];
        for (int i = 0; i < numbers.length; i++) {
            Optional<Long> element = number(value.node().inputs().get(i));
            if (element.isEmpty()) {
                return Optional.empty();
            }
            numbers[i] = element.get();
        }
        return Optional.of(numbers);
    }
}
