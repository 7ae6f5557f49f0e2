package org.eddp.network.onnx.operators;

import java.util.Arrays;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.DType;
import org.eddp.tensor.Elements;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/**
 * Networks of small whole numbers. A whole number q stands for (q - zero point) * scale, per tensor or per channel.
 *
 * <p>Values are rounded and limited as the file says, so that results are those of the quantised network. Gradients
 * ignore the rounding (straight-through estimator). The engine holds quantised values as real numbers, and computes
 * sums of products in double precision, which is exact for them.
 */
final class Quantisation {
    /** Name of the attribute with the type of quantised values. */
    private static final String TYPE = "output_dtype";

    private Quantisation() {}

    static void addTo(OperatorSet set) {
        set.single("QuantizeLinear", Quantisation::quantise);
        set.single("DequantizeLinear", Quantisation::dequantise);
        set.add("DynamicQuantizeLinear", attributes -> in -> dynamic(in.tensor(0)));
        set.single(
                "MatMulInteger",
                attributes -> in -> product(in.tensor(0), in.optional(2), in.tensor(1), in.optional(3))
                        .to(DType.INT64));
        set.single("ConvInteger", attributes -> {
            Convolution convolution = Convolution.of(attributes);
            return in -> convolved(convolution, in.tensor(0), in.optional(2), in.tensor(1), in.optional(3), null)
                    .to(DType.INT64);
        });
        set.single("QLinearMatMul", attributes -> {
            Limits limits = Limits.of(attributes);
            return in -> quantised(product(in.tensor(0), in.optional(2), in.tensor(3), in.optional(5)), in, -1, limits);
        });
        set.single("QLinearConv", attributes -> {
            Limits limits = Limits.of(attributes);
            Convolution convolution = Convolution.of(attributes);
            return in -> quantised(
                    convolved(convolution, in.tensor(0), in.optional(2), in.tensor(3), in.optional(5), in.optional(8)),
                    in,
                    1,
                    limits);
        });
    }

    /** The smallest and the largest number of a type. */
    private record Limits(double low, double high) {
        static Limits of(Attributes attributes) {
            long code = attributes.whole(TYPE, ElementType.UINT8.code());
            ElementType type = ElementType.of(code == 0 ? ElementType.UINT8.code() : code);
            return switch (type == null ? ElementType.FLOAT : type) {
                case UINT8 -> new Limits(0, 255);
                case INT8 -> new Limits(-128, 127);
                case UINT16 -> new Limits(0, 65535);
                case INT16 -> new Limits(-32768, 32767);
                case INT32 -> new Limits(Integer.MIN_VALUE, Integer.MAX_VALUE);
                default -> throw new NetworkFailure("quantised values of type " + code + " are not supported");
            };
        }
    }

    private static OperatorSet.Single quantise(Attributes attributes) {
        Limits limits = Limits.of(attributes);
        long axis = attributes.whole("axis", 1);
        attributes.only("block_size", 0);
        attributes.ignore("saturate", "precision"); // of 8-bit floating-point numbers, which are refused
        return in -> {
            Tensor x = in.tensor(0);
            Tensor quotient = x.over(along(in.tensor(1), axis, x));
            return limited(quotient, in.has(2) ? along(in.tensor(2), axis, x) : null, limits);
        };
    }

    private static OperatorSet.Single dequantise(Attributes attributes) {
        long axis = attributes.whole("axis", 1);
        DType floating = attributes.floating();
        attributes.only("block_size", 0);
        attributes.ignore(TYPE);
        return in -> {
            Tensor x = in.tensor(0).to(floating);
            Tensor moved = in.has(2) ? x.minus(along(in.tensor(2).to(floating), axis, x)) : x;
            return moved.times(along(in.tensor(1), axis, x));
        };
    }

    /** One number per channel, in a shape that broadcasts; a single number stays as it is. */
    private static Tensor along(Tensor parameter, long axis, Tensor x) {
        if (parameter.count() == 1) {
            return Views.reshape(parameter);
        }
        int rank = x.shape().length;
        int at = Axes.of(axis, rank);
        if (parameter.shape().length != 1 || parameter.size(0) != x.size(at)) {
            throw new NetworkFailure("a scale or zero point of shape " + Arrays.toString(parameter.shape())
                    + " for a tensor of shape " + Arrays.toString(x.shape()) + "; supported are one number and one per"
                    + " cell of an axis");
        }
        long[] shape = new long[rank];
        Arrays.fill(shape, 1);
        shape[at] = parameter.size(0);
        return Views.reshape(parameter, shape);
    }

    private static Tensor limited(Tensor quotient, Tensor zero, Limits limits) {
        Tensor rounded = rounded(quotient);
        Tensor moved = zero == null ? rounded : rounded.plus(zero.to(rounded.type()));
        return moved.clamp(limits.low(), limits.high());
    }

    private static Tensor rounded(Tensor x) {
        return Autograd.isRecorded(x) ? Autograd.withValue(x, Elements.round(x)) : Elements.round(x);
    }

    /** Bytes, with a scale and a zero point computed from the values. */
    private static Tensor[] dynamic(Tensor x) {
        double[] values = x.toDoubles();
        double low = Math.min(0, Arrays.stream(values).min().orElse(0));
        double high = Math.max(0, Arrays.stream(values).max().orElse(0));
        float scale = (float) ((high - low) / 255);
        double zero = scale == 0 ? 0 : Math.rint(Math.max(0, Math.min(255, -low / scale)));
        Tensor step = Tensor.of(new double[] {scale}, x.type());
        Tensor from = Tensor.of(new double[] {zero}, x.type());
        Tensor quotient = scale == 0 ? x.times(0) : x.over(step);
        return new Tensor[] {limited(quotient, from, new Limits(0, 255)), step, from};
    }

    /** Quantised values minus their zero point, in double precision. */
    private static Tensor centred(Tensor values, Tensor zero, long axis) {
        Tensor x = values.to(DType.FLOAT64);
        return zero == null ? x : x.minus(along(zero.to(DType.FLOAT64), axis, x));
    }

    private static Tensor product(Tensor left, Tensor zeroLeft, Tensor right, Tensor zeroRight) {
        return LayerOperations.matmul(centred(left, zeroLeft, -2), centred(right, zeroRight, -1));
    }

    private static Tensor convolved(
            Convolution convolution,
            Tensor images,
            Tensor zeroImages,
            Tensor kernels,
            Tensor zeroKernels,
            Tensor bias) {
        return convolution
                .run(new Operands(
                        new Value(centred(images, zeroImages, 1)),
                        new Value(centred(kernels, zeroKernels, 0)),
                        bias == null ? null : new Value(bias.to(DType.FLOAT64))))[0];
    }

    /**
     * Sums of products as quantised values. Inputs 1, 4 and 6 are the scales of both factors and of the result, input 7
     * is the zero point of the result.
     *
     * @param axis of the channels, for scales per channel
     */
    private static Tensor quantised(Tensor sums, Operands in, long axis, Limits limits) {
        // in the precision of the scales, as other runtimes do it: halves are rounded alike
        Tensor scale = along(in.tensor(1), axis, sums)
                .times(along(in.tensor(4), axis, sums))
                .over(along(in.tensor(6), axis, sums));
        Tensor quotient = sums.to(scale.type()).times(scale);
        return limited(quotient, in.has(7) ? along(in.tensor(7), axis, sums) : null, limits);
    }
}
