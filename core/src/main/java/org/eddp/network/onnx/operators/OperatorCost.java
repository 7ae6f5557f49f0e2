package org.eddp.network.onnx.operators;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/** How much a node computes, estimated from the shapes of its inputs before it runs. */
public final class OperatorCost {
    /** An element that is read or written takes as long as this many multiplications within a product. */
    private static final double PER_ELEMENT = 16;

    private OperatorCost() {}

    /**
     * Estimated multiplications of a node, roughly a lower bound; 0 if its inputs do not fit, which the node itself
     * refuses.
     */
    public static double of(Node node, Operands in) {
        try {
            double elements =
                    in.values().mapToDouble(value -> value.tensor().count()).sum();
            return Math.max(products(node, in), PER_ELEMENT * elements);
        } catch (NetworkFailure | ArithmeticException | IndexOutOfBoundsException | IllegalArgumentException e) {
            return 0;
        }
    }

    /** The same for writing so many elements. */
    public static double ofElements(double count) {
        return PER_ELEMENT * count;
    }

    private static double products(Node node, Operands in) {
        Attributes attributes = new Attributes(node, OperatorSet.NEWEST, DType.FLOAT32);
        return switch (node.operator()) {
            case "Conv" ->
                convolution(attributes, in.tensor(0).shape(), in.tensor(1).shape());
            case "ConvTranspose" -> transposed(in.tensor(0), in.tensor(1));
            case "MatMul" -> product(in.tensor(0).shape(), in.tensor(1).shape());
            case "Gemm" -> gemm(attributes, in.tensor(0), in.tensor(1));
            case "Einsum" -> einsum(attributes.text("equation", "").replace(" ", ""), in);
            case "Attention" -> attention(in.tensor(0), in.tensor(1), in.tensor(2));
            case "MaxPool", "AveragePool" -> pooling(attributes, in.tensor(0).shape());
            case "LRN" -> (double) attributes.whole("size", 1) * in.tensor(0).count();
            default -> 0;
        };
    }

    private static double count(long... lengths) {
        return Arrays.stream(lengths).mapToDouble(length -> length).reduce(1, (a, b) -> a * b);
    }

    private static double convolution(Attributes attributes, long[] images, long[] kernels) {
        return places(attributes, images, Arrays.copyOfRange(kernels, 2, kernels.length)) * images[0] * count(kernels);
    }

    private static double pooling(Attributes attributes, long[] images) {
        long[] kernel = attributes.wholes("kernel_shape");
        if (kernel == null) {
            return 0;
        }
        boolean ceil = attributes.flag("ceil_mode", false);
        long[] inside =
                Windows.of(attributes).fit(images, kernel).clipped(images, ceil).kernel();
        return places(attributes, images, kernel) * images[0] * images[1] * count(inside);
    }

    /** Number of positions of a kernel on an image. */
    private static double places(Attributes attributes, long[] images, long[] kernel) {
        Windows.Fitted fit = Windows.of(attributes).fit(images, kernel);
        double places = 1;
        for (int i = 0; i < kernel.length; i++) {
            places *= fit.windows(images, i);
        }
        return places;
    }

    private static double transposed(Tensor images, Tensor kernels) {
        return (double) images.count() * kernels.count() / kernels.shape()[0];
    }

    private static double product(long[] left, long[] right) {
        if (left.length < 2 || right.length < 2) {
            return Math.max(count(left), count(right));
        }
        long[] rows = left.clone();
        rows[rows.length - 1] = 1;
        long[] columns = right.clone();
        columns[columns.length - 2] = 1;
        return count(Axes.broadcast(rows, columns)) * left[left.length - 1];
    }

    private static double gemm(Attributes attributes, Tensor left, Tensor right) {
        return (double) left.count() * right.shape()[attributes.flag("transB", false) ? 0 : 1];
    }

    /** The product of the lengths of all letters. */
    private static double einsum(String equation, Operands in) {
        String[] terms = equation.split("->", -1)[0].split(",", -1);
        Map<Character, Long> lengths = new HashMap<>();
        double more = 1;
        for (int i = 0; i < terms.length; i++) {
            String letters = terms[i].replace("...", "");
            long[] shape = in.tensor(i).shape();
            int dots = terms[i].indexOf("...");
            int omitted = shape.length - letters.length();
            if (dots >= 0) {
                more = Math.max(more, count(Arrays.copyOfRange(shape, dots, dots + omitted)));
            }
            for (int k = 0; k < letters.length(); k++) {
                long length = shape[dots >= 0 && k >= dots ? k + omitted : k];
                lengths.merge(letters.charAt(k), length, Math::max);
            }
        }
        return more * lengths.values().stream().mapToDouble(length -> length).reduce(1, (a, b) -> a * b);
    }

    /** Queries times keys, and the result times values. */
    private static double attention(Tensor query, Tensor key, Tensor value) {
        long[] keys = key.shape();
        long[] queries = query.shape();
        double places = keys[keys.length - 2];
        double values = places == 0 ? 0 : (double) value.count() / places * queries[queries.length - 2];
        return places * (query.count() + values);
    }
}
