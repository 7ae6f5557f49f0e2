package org.eddp.network.onnx.operators;

import java.util.Arrays;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** Convolution and pooling. */
final class Convolutions {
    private Convolutions() {}

    static void addTo(OperatorSet set) {
        set.add("Conv", Convolution::of);
        set.single("ConvTranspose", Convolutions::transposed);
        set.single("MaxPool", Convolutions::maxPool);
        set.single("AveragePool", Convolutions::averagePool);
        set.unary("GlobalAveragePool", x -> Views.mean(x, spatial(x), true));
        set.unary("GlobalMaxPool", x -> Views.max(x, spatial(x), true));
    }

    private static long[] spatial(Tensor x) {
        long[] all = Axes.of(null, x.shape().length);
        return Arrays.copyOfRange(all, 2, all.length);
    }

    private static long[] kernel(Windows windows) {
        if (windows.kernel() == null) {
            throw new NetworkFailure("kernel_shape is missing");
        }
        return windows.kernel();
    }

    /** Every cell of the image adds its kernels to the result; padding crops the result. */
    private static OperatorSet.Single transposed(Attributes attributes) {
        Windows windows = Windows.of(attributes);
        long groups = attributes.whole("group", 1);
        long[] more = attributes.wholes("output_padding");
        if (attributes.wholes("output_shape") != null || !windows.padsFixed()) {
            throw new NetworkFailure("output_shape and auto_pad are not supported, only pads");
        }
        return in -> {
            Tensor x = in.tensor(0);
            Tensor kernels = in.tensor(1);
            long[] shape = kernels.shape();
            Windows.Fitted fit = windows.fit(x.shape(), Arrays.copyOfRange(shape, 2, shape.length));
            int rank = fit.kernel().length;
            long[] extra = more == null ? new long[rank] : more;
            long[] result = x.shape();
            result[1] = Math.multiplyExact(shape[1], groups);
            for (int i = 0; i < rank; i++) {
                result[i + 2] = (result[i + 2] - 1) * fit.strides()[i] + fit.reach(i) + extra[i];
            }
            Axes.allocatable(result);
            Tensor whole = LayerOperations.transposedConvolution(
                    x, kernels, in.optional(2), fit.strides(), fit.dilations(), extra, groups);
            for (int i = 0; i < rank; i++) {
                long end = result[i + 2] - fit.after()[i];
                whole = Views.slice(whole, i + 2, fit.before()[i], Math.max(fit.before()[i], end), 1);
            }
            return whole;
        };
    }

    private static OperatorSet.Single maxPool(Attributes attributes) {
        Windows windows = Windows.of(attributes);
        long[] kernel = kernel(windows);
        boolean ceil = attributes.flag("ceil_mode", false);
        attributes.ignore("storage_order"); // of the second output, which is not computed
        return in -> {
            Tensor x = in.tensor(0);
            Windows.Fitted fit = windows.fit(x.shape(), kernel).clipped(x.shape(), ceil);
            if (!ceil && engineCanPad(fit)) {
                return LayerOperations.maxPool(x, kernel, fit.strides(), fit.before(), fit.dilations());
            }
            long[] pads = fit.engineOrder(fit.before(), fit.roomAfter(x.shape(), ceil));
            Tensor padded = LayerOperations.pad(x, pads, Double.NEGATIVE_INFINITY);
            return LayerOperations.maxPool(
                    padded, fit.kernel(), fit.strides(), new long[kernel.length], fit.dilations());
        };
    }

    private static OperatorSet.Single averagePool(Attributes attributes) {
        Windows windows = Windows.of(attributes);
        long[] kernel = kernel(windows);
        boolean ceil = attributes.flag("ceil_mode", false);
        boolean countPadding = attributes.flag("count_include_pad", false);
        return in -> {
            Tensor x = in.tensor(0);
            Windows.Fitted fit = windows.fit(x.shape(), kernel).clipped(x.shape(), ceil);
            if (fit.dilated()) {
                throw new NetworkFailure("dilations are not supported in average pooling");
            }
            if (!ceil && engineCanPad(fit)) {
                return LayerOperations.averagePool(x, kernel, fit.strides(), fit.before(), countPadding);
            }
            return averageOfCounted(x, fit, ceil, countPadding);
        };
    }

    /** The mean over the counted cells is the mean over all cells, divided by the share of counted cells. */
    private static Tensor averageOfCounted(Tensor x, Windows.Fitted fit, boolean ceil, boolean countPadding) {
        long[] shape = x.shape();
        long[] room = fit.roomAfter(shape, ceil);
        long[] none = new long[room.length];
        Tensor padded = LayerOperations.pad(x, fit.engineOrder(fit.before(), room), 0);
        Tensor means = LayerOperations.averagePool(padded, fit.kernel(), fit.strides(), none, true);

        long[] image = shape.clone();
        image[0] = 1;
        image[1] = 1;
        Tensor counted = Tensor.zeros(x.type(), image).plus(1);
        long[] beyond = room.clone();
        if (countPadding) {
            long[] inside = new long[room.length];
            for (int i = 0; i < room.length; i++) {
                inside[i] = Math.min(room[i], fit.after()[i]);
                beyond[i] = room[i] - inside[i];
            }
            counted = LayerOperations.pad(counted, fit.engineOrder(fit.before(), inside), 1);
            counted = LayerOperations.pad(counted, fit.engineOrder(none, beyond), 0);
        } else {
            counted = LayerOperations.pad(counted, fit.engineOrder(fit.before(), beyond), 0);
        }
        Tensor shares = LayerOperations.averagePool(counted, fit.kernel(), fit.strides(), none, true);
        return means.over(shares);
    }

    /** The engine pads both sides alike and at most half a kernel. */
    private static boolean engineCanPad(Windows.Fitted fit) {
        for (int i = 0; i < fit.kernel().length; i++) {
            if (fit.before()[i] > fit.kernel()[i] / 2) {
                return false;
            }
        }
        return fit.symmetric();
    }
}
