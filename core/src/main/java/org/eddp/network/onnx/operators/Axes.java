package org.eddp.network.onnx.operators;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.Tensor;

/** Dimensions counted from the front or, if negative, from the back; and shapes. */
final class Axes {
    /** More elements than this in one tensor (1 GB) are taken for a damaged file. */
    private static final long MOST_ELEMENTS = 1L << 28;

    private Axes() {}

    /** An axis counted from the front. */
    static int of(long axis, int rank) {
        if (axis < -rank || axis >= rank) {
            throw new NetworkFailure("axis " + axis + " of a tensor with " + rank + " dimensions");
        }
        return (int) (axis < 0 ? axis + rank : axis);
    }

    /** Axes counted from the front, all of them if {@code axes} is null. */
    static long[] of(long[] axes, int rank) {
        return axes == null
                ? IntStream.range(0, rank).asLongStream().toArray()
                : Arrays.stream(axes).map(axis -> of(axis, rank)).toArray();
    }

    /** A shape that may be allocated. */
    static long[] allocatable(long... shape) {
        long count = 1;
        for (long length : shape) {
            if (length < 0) {
                throw new NetworkFailure("shape " + Arrays.toString(shape) + " has a negative length");
            }
            count = length == 0 ? 0 : Math.multiplyHigh(count, length) != 0 ? Long.MAX_VALUE : count * length;
            if (count < 0 || count > MOST_ELEMENTS) {
                throw new NetworkFailure("shape " + Arrays.toString(shape) + " has more than " + MOST_ELEMENTS
                        + " elements; the file is damaged or the images are too large");
            }
        }
        return shape;
    }

    /** Refuses two tensors that would broadcast to more than may be allocated. */
    static void checkBroadcast(Tensor a, Tensor b) {
        if (a.count() > 1 && b.count() > 1) {
            allocatable(broadcast(a.shape(), b.shape()));
        }
    }

    /** The shape two shapes broadcast to. */
    static long[] broadcast(long[] a, long[] b) {
        long[] shape = new long[Math.max(a.length, b.length)];
        for (int i = 1; i <= shape.length; i++) {
            long left = i <= a.length ? a[a.length - i] : 1;
            long right = i <= b.length ? b[b.length - i] : 1;
            if (left != right && left != 1 && right != 1) {
                throw new NetworkFailure(
                        "shapes " + Arrays.toString(a) + " and " + Arrays.toString(b) + " do not go together");
            }
            shape[shape.length - i] = left == 1 ? right : left;
        }
        return shape;
    }
}
