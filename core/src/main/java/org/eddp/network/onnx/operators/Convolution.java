package org.eddp.network.onnx.operators;

import java.util.Arrays;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.DType;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.PackedConvolution;
import org.eddp.tensor.Tensor;

/**
 * Convolution.
 *
 * @param windows how kernels move
 * @param number of groups of channels
 * @param limits smallest and largest value of the result; null if it has none
 */
record Convolution(Windows windows, long groups, Limits limits) implements Operator.Convolving {
    /** A range of values. */
    record Limits(double from, double to) {
        Tensor of(Tensor values) {
            return from == 0 && to == Double.POSITIVE_INFINITY ? values.relu() : values.clamp(from, to);
        }
    }

    static Convolution of(Attributes attributes) {
        return new Convolution(Windows.of(attributes), attributes.whole("group", 1), null);
    }

    private Convolution with(long[] pads) {
        return new Convolution(windows.withPads(pads), groups, limits);
    }

    @Override
    public Tensor[] run(Operands in) {
        Tensor x = in.tensor(0);
        Tensor kernels = in.tensor(1);
        long[] shape = kernels.shape();
        Windows.Fitted fit = windows.fit(x.shape(), Arrays.copyOfRange(shape, 2, shape.length));
        Axes.allocatable(result(x.shape(), shape, fit));
        long[] padding = fit.before();
        if (!fit.symmetric()) {
            x = LayerOperations.pad(x, fit.engineOrder(fit.before(), fit.after()), 0);
            padding = new long[padding.length];
        }
        Tensor bias = in.optional(2);
        long[] dilations = fit.dilations();
        Tensor values = LayerOperations.convolution(x, kernels, bias, fit.strides(), padding, dilations, groups);
        return new Tensor[] {limits == null ? values : limits.of(values)};
    }

    private static long[] result(long[] images, long[] kernels, Windows.Fitted fit) {
        long[] result = images.clone();
        result[1] = kernels[0];
        for (int i = 2; i < result.length; i++) {
            result[i] = fit.windows(images, i - 2);
        }
        return result;
    }

    @Override
    public boolean fits(long[] images, long[] kernels) {
        if (images.length != kernels.length || images[1] != kernels[1] * groups) {
            return false;
        }
        Windows.Fitted fit = windows.fit(images, Arrays.copyOfRange(kernels, 2, kernels.length));
        for (int i = 0; i < kernels.length - 2; i++) {
            if (images[i + 2] + fit.before()[i] + fit.after()[i] < fit.reach(i)) {
                return false;
            }
        }
        Axes.allocatable(result(images, kernels, fit));
        return true;
    }

    @Override
    public long[] resultShape(long[] images, long[] kernels) {
        return result(images, kernels, windows.fit(images, Arrays.copyOfRange(kernels, 2, kernels.length)));
    }

    @Override
    public PackedConvolution packed(Tensor kernels, Tensor bias, long... images) {
        long[] pads = windows.pads();
        boolean even = pads == null || pads.length == 4 && pads[0] == pads[2] && pads[1] == pads[3];
        if (!windows.padsFixed() || !even || kernels.shape().length != 4 || kernels.type() != DType.FLOAT32) {
            return null;
        }
        long[] ones = {1, 1};
        return new PackedConvolution(
                kernels,
                bias,
                new PackedConvolution.Shape(
                        windows.strides() == null ? ones : windows.strides(),
                        pads == null ? new long[2] : Arrays.copyOf(pads, 2),
                        windows.dilations() == null ? ones : windows.dilations(),
                        groups,
                        limits == null ? Double.NEGATIVE_INFINITY : limits.from(),
                        limits == null ? Double.POSITIVE_INFINITY : limits.to()),
                images);
    }

    @Override
    public Convolution including(Operator operator, Value pads, Value fill) {
        if (!(operator instanceof Padding padding) || !windows.padsFixed()) {
            return null;
        }
        long[] sum = padding.zeros(pads, fill);
        if (sum == null) {
            return null;
        }
        for (int i = 0; i < sum.length && windows.pads() != null; i++) {
            sum[i] += windows.pads()[i];
        }
        return with(sum);
    }

    @Override
    public long[] rim() {
        long[] pads = windows.pads();
        if (pads == null || !windows.padsFixed()) {
            return null;
        }
        int rank = pads.length / 2;
        long[] rim = new long[2 * rank];
        for (int i = 0; i < rank; i++) {
            long dilation = windows.dilations() == null ? 1 : windows.dilations()[i];
            long more = pads[i + rank] - pads[i];
            if (more % dilation != 0) {
                return null;
            }
            rim[2 * (rank - 1 - i) + (more > 0 ? 0 : 1)] = Math.abs(more) / dilation; // last dimension first
        }
        return Arrays.stream(rim).allMatch(length -> length == 0) ? null : rim;
    }

    /** Pads both sides by the larger padding; zeros around the kernels compensate on the other side. */
    @Override
    public Convolution withRim() {
        long[] even = windows.pads().clone();
        int rank = even.length / 2;
        for (int i = 0; i < rank; i++) {
            even[i] = Math.max(even[i], even[i + rank]);
            even[i + rank] = even[i];
        }
        return with(even);
    }

    @Override
    public boolean isLimited() {
        return limits != null;
    }

    @Override
    public Convolution followedBy(Operator activation, Value low, Value high) {
        if (limits != null || !(activation instanceof Clipping limiting)) {
            return null;
        }
        Operands arguments = new Operands(null, low, high);
        double from = limiting.low().applyAsDouble(arguments);
        double to = limiting.high().applyAsDouble(arguments);
        return from > to ? null : new Convolution(windows, groups, new Limits(from, to));
    }
}
