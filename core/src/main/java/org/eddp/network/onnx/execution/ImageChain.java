package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eddp.network.Network.Pixels;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;

/**
 * The operations on the images before the first convolution: transpositions, casts, and arithmetic with constants,
 * which is preprocessing that the exporter put inside.
 *
 * @param channels number of channels that the convolution takes
 * @param axis of the images that holds the channels
 * @param pixels values of pixels that the arithmetic expects
 */
record ImageChain(int channels, int axis, Pixels pixels) {
    /** Operators that keep axes and rank, with data as the first input. */
    private static final Set<String> PASSING =
            Set.of("Cast", "Identity", "Pad", "Clip", "BatchNormalization", "Dropout", "Slice", "Resize", "Neg");

    private static final Set<String> ARITHMETIC = Set.of("Add", "Sub", "Mul", "Div");
    private static final Set<String> QUANTISED = Set.of("QuantizeLinear", "DequantizeLinear");
    private static final int LONGEST = 64;

    /** Largest size of preprocessed values; if the arithmetic is not made for 255, this value exceeds it. */
    private static final double LARGEST_VALUE = 20;

    /**
     * Follows the images to the first convolution.
     *
     * @return null if another operation comes before it
     */
    static ImageChain of(Graph graph, String image) {
        return new Walk(graph).from(image);
    }

    private static final class Walk {
        private final Map<String, List<Node>> readers = new HashMap<>();
        private final Map<String, Node> makers = new HashMap<>();
        private final Map<String, OnnxTensor> weights = new HashMap<>();
        /** For each axis of the current value, the axis of the images that it came from. */
        private int[] axes = {0, 1, 2, 3};
        /** The current value is {@code factor * image + shift}, for the channel with the largest of each. */
        private double factor = 1;

        private double shift;
        private boolean calculated;

        Walk(Graph graph) {
            graph.initialisers().forEach(tensor -> weights.put(tensor.name(), tensor));
            for (Node node : graph.nodes()) {
                new HashSet<>(node.inputs())
                        .forEach(input -> readers.computeIfAbsent(input, key -> new ArrayList<>())
                                .add(node));
                node.outputs().forEach(output -> makers.put(output, node));
            }
        }

        ImageChain from(String image) {
            String value = image;
            for (int i = 0; i < LONGEST; i++) {
                Node next = reader(value);
                if (next == null || next.outputs().isEmpty()) {
                    return null;
                }
                String operator = next.operator();
                if (operator.equals("Conv") && next.inputs().size() > 1) {
                    return convolution(next);
                }
                if (operator.equals("Transpose")) {
                    long[] order = wholes(next, "perm");
                    if (order == null || order.length != 4) {
                        return null;
                    }
                    axes = Arrays.stream(order)
                            .mapToInt(axis -> axes[(int) axis & 3])
                            .toArray();
                } else if (ARITHMETIC.contains(operator)) {
                    if (!calculate(next, value)) {
                        return null;
                    }
                } else if (!PASSING.contains(operator) && !QUANTISED.contains(operator)) {
                    return null;
                }
                value = next.outputs().get(0);
            }
            return null;
        }

        /** The one node that reads a value, besides those that read its shape. */
        private Node reader(String value) {
            List<Node> found = readers.getOrDefault(value, List.of()).stream()
                    .filter(node -> !node.operator().equals("Shape"))
                    .toList();
            List<Node> convolutions = found.stream()
                    .filter(node -> node.operator().equals("Conv")
                            && node.inputs().get(0).equals(value))
                    .toList();
            return !convolutions.isEmpty() ? convolutions.get(0) : found.size() == 1 ? found.get(0) : null;
        }

        private ImageChain convolution(Node node) {
            long[] kernels = shape(node.inputs().get(1));
            if (kernels == null || kernels.length != 4) {
                return null;
            }
            long groups = node.attributes().stream()
                    .filter(attribute -> attribute.name().equals("group"))
                    .mapToLong(attribute -> attribute.as(Long.class))
                    .findFirst()
                    .orElse(1);
            long channels = kernels[1] * groups;
            return channels < 1 || channels > ImageSignature.MOST_CHANNELS
                    ? null
                    : new ImageChain((int) channels, axes[1], pixels());
        }

        private Pixels pixels() {
            if (!calculated) {
                return Pixels.PREPROCESSED;
            }
            boolean bytes = 255 * Math.abs(factor) <= LARGEST_VALUE || shift < -LARGEST_VALUE;
            boolean unit = Math.abs(factor) > 1 && Math.abs(factor) <= LARGEST_VALUE && shift < 0;
            return bytes ? Pixels.BYTES : unit ? Pixels.UNIT : Pixels.PREPROCESSED;
        }

        private boolean calculate(Node node, String value) {
            if (node.inputs().size() != 2) {
                return false;
            }
            boolean first = node.inputs().get(0).equals(value);
            double[] constant = numbers(node.inputs().get(first ? 1 : 0));
            if (constant == null || constant.length == 0) {
                return false;
            }
            double largest = Arrays.stream(constant).map(Math::abs).max().orElse(0);
            switch (node.operator()) {
                case "Add" -> shift += extreme(constant);
                case "Sub" -> {
                    if (!first) {
                        return false;
                    }
                    shift -= extreme(constant);
                }
                case "Mul" -> {
                    factor *= largest;
                    shift *= largest;
                }
                default -> {
                    if (!first || largest == 0) {
                        return false;
                    }
                    factor /= largest;
                    shift /= largest;
                }
            }
            calculated = true;
            return true;
        }

        private static double extreme(double[] numbers) {
            return Arrays.stream(numbers)
                    .boxed()
                    .max((a, b) -> Double.compare(Math.abs(a), Math.abs(b)))
                    .orElse(0.0);
        }

        /** Shape of a weight, also behind casts. */
        private long[] shape(String name) {
            OnnxTensor tensor = constant(name);
            return tensor == null ? null : tensor.dims();
        }

        private OnnxTensor constant(String name) {
            String value = name;
            for (int i = 0; i < LONGEST; i++) {
                if (weights.containsKey(value)) {
                    return weights.get(value);
                }
                Node maker = makers.get(value);
                if (maker == null) {
                    return null;
                }
                if (maker.operator().equals("Constant")) {
                    return maker.attributes().stream()
                            .filter(attribute -> attribute.value() instanceof OnnxTensor)
                            .map(attribute -> attribute.as(OnnxTensor.class))
                            .findFirst()
                            .orElse(null);
                }
                boolean same = maker.operator().equals("Identity")
                        || maker.operator().equals("Cast")
                        || QUANTISED.contains(maker.operator());
                if (!same || maker.inputs().isEmpty()) {
                    return null;
                }
                value = maker.inputs().get(0);
            }
            return null;
        }

        /** The numbers of a small constant. */
        private double[] numbers(String name) {
            OnnxTensor tensor = constant(name);
            if (tensor == null
                    || Arrays.stream(tensor.dims()).reduce(1, (a, b) -> a * b) > ImageSignature.MOST_CHANNELS) {
                return null;
            }
            try (Scope scope = Scope.open()) {
                return tensor.decode(DType.FLOAT32).toDoubles();
            }
        }

        private static long[] wholes(Node node, String name) {
            return node.attributes().stream()
                    .filter(attribute -> attribute.name().equals(name) && attribute.value() instanceof long[])
                    .map((Attribute attribute) -> attribute.as(long[].class))
                    .findFirst()
                    .orElse(null);
        }
    }
}
