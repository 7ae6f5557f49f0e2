package org.eddp.tensor;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/** Tensors of a type and shape that cost nothing, for computing shapes. */
public final class ShapeTensors {
    private static final Map<DType, TensorOptions> WEIGHTLESS = new EnumMap<>(DType.class);

    static {
        Engine.start();
        for (DType type : DType.values()) {
            WEIGHTLESS.put(
                    type,
                    Constants.forever(() -> new TensorOptions(type.torch)
                            .device(new DeviceOptional(new Device(torch.DeviceType.Meta)))));
        }
    }

    private ShapeTensors() {}

    /**
     * A tensor without content: operations on it give tensors without content, and compute shapes only. It cannot be combined with
     * tensors that have content, and some operations refuse it.
     */
    public static Tensor weightless(DType type, long... shape) {
        return new Tensor(torch.empty(shape, WEIGHTLESS.get(type), Constants.USUAL_LAYOUT));
    }

    /** Whether a tensor has no content. */
    static boolean isWeightless(Tensor tensor) {
        return tensor.torch().is_meta();
    }

    // ---- operations of which the engine has no outline: what does not fit is left to the engine to complain about
    // ---------------

    /** A tensor of the same type and shape. */
    static Tensor like(Tensor tensor) {
        return weightless(tensor.type(), tensor.shape());
    }

    /** The outline of images normalised by these numbers, one per channel. */
    static Tensor normalised(Tensor images, Tensor... perChannel) {
        for (Tensor numbers : perChannel) {
            check(numbers == null || numbers.count() == images.size(1));
        }
        return like(images);
    }

    /** The outline of a tensor whose last dimensions, of this shape, are normalised. */
    static Tensor normalised(Tensor tensor, long[] last, Tensor... numbers) {
        long[] shape = tensor.shape();
        int front = shape.length - last.length;
        check(front >= 0 && Arrays.equals(shape, front, shape.length, last, 0, last.length));
        for (Tensor one : numbers) {
            check(one == null || Arrays.equals(one.shape(), last));
        }
        return like(tensor);
    }

    static Tensor selected(Tensor tensor, int dimension, long count) {
        long[] shape = tensor.shape();
        shape[dimension] = count;
        return weightless(tensor.type(), shape);
    }

    static Tensor convolved(
            Tensor images, Tensor kernels, Tensor bias, long[] stride, long[] padding, long[] dilation, long groups) {
        long[] shape = images.shape();
        long[] kernel = kernels.shape();
        check(shape.length == kernel.length && stride.length == shape.length - 2 && images.type() == kernels.type());
        check(groups > 0 && shape[1] == kernel[1] * groups && kernel[0] % groups == 0);
        check(bias == null || bias.count() == kernel[0]);
        shape[1] = kernel[0];
        for (int i = 0; i < stride.length; i++) {
            long room = shape[i + 2] + 2 * padding[i] - (kernel[i + 2] - 1) * dilation[i] - 1;
            check(room >= 0);
            shape[i + 2] = room / stride[i] + 1;
        }
        return weightless(images.type(), shape);
    }

    /** The outline of a choice between two tensors. */
    static Tensor chosen(Tensor condition, Tensor a, Tensor b) {
        check(a.type() == b.type());
        return weightless(a.type(), broadcast(condition.shape(), broadcast(a.shape(), b.shape())));
    }

    private static long[] broadcast(long[] a, long[] b) {
        long[] shape = new long[Math.max(a.length, b.length)];
        for (int i = 1; i <= shape.length; i++) {
            long left = i <= a.length ? a[a.length - i] : 1;
            long right = i <= b.length ? b[b.length - i] : 1;
            check(left == right || left == 1 || right == 1);
            shape[shape.length - i] = left == 1 ? right : left;
        }
        return shape;
    }

    private static void check(boolean fits) {
        if (!fits) {
            throw new IllegalArgumentException("these tensors do not fit together");
        }
    }

    /** A single zero in every place: a tensor that can be read like any other. */
    public static Tensor zeros(DType type, long... shape) {
        return new Tensor(Tensor.zeros(type).torch().expand(shape));
    }
}
