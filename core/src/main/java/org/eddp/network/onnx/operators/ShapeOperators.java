package org.eddp.network.onnx.operators;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** Other shapes for the same elements, and shapes as values. */
final class ShapeOperators {
    private ShapeOperators() {}

    static void addTo(OperatorSet set) {
        set.unary("Identity", Views::alias);
        set.single("Cast", ShapeOperators::cast);
        set.single("CastLike", attributes -> {
            attributes.ignore("saturate", "round_mode"); // of 8-bit numbers, which are refused
            return in -> in.tensor(0).to(in.tensor(1).type());
        });
        set.single("Reshape", attributes -> {
            boolean zeroIsZero = attributes.flag("allowzero", false);
            return in -> Views.reshape(in.tensor(0), reshaped(in.tensor(0), in.longs(1), zeroIsZero));
        });
        set.single("Flatten", ShapeOperators::flatten);
        set.single("Transpose", attributes -> {
            long[] order = attributes.wholes("perm");
            return in -> transpose(in.tensor(0), order);
        });
        set.single("Squeeze", attributes -> {
            long[] axes = attributes.wholes("axes"); // since opset 13 an input
            return in -> squeeze(in.tensor(0), in.longs(1, axes));
        });
        set.single("Unsqueeze", attributes -> {
            long[] axes = attributes.wholes("axes"); // since opset 13 an input
            return in -> unsqueeze(in.tensor(0), in.longs(1, axes));
        });
        set.single("Expand", attributes -> in -> {
            long[] shape = Axes.broadcast(in.tensor(0).shape(), in.longs(1));
            return Views.expand(in.tensor(0), Axes.allocatable(shape));
        });
        set.single("Tile", attributes -> in -> tile(in.tensor(0), in.longs(1)));
        set.add("Shape", ShapeOperators::shape);
        set.add("Size", attributes -> (Operator.OfShape) shape ->
                Views.whole(new long[] {Arrays.stream(shape).reduce(1, (a, b) -> a * b)}));
    }

    private static OperatorSet.Single cast(Attributes attributes) {
        long code = attributes.whole("to", 0);
        attributes.ignore("saturate", "round_mode"); // of 8-bit numbers, which are refused
        ElementType type = ElementType.of(code);
        if (type == null) {
            throw new NetworkFailure("type " + code + " is not supported");
        }
        DType target = type.engine(attributes.floating());
        return in -> in.tensor(0).to(target);
    }

    private static long[] reshaped(Tensor x, long[] wanted, boolean zeroIsZero) {
        long[] old = x.shape();
        long[] shape = wanted.clone();
        for (int i = 0; i < shape.length; i++) {
            if (shape[i] == 0 && !zeroIsZero) {
                if (i >= old.length) {
                    throw new NetworkFailure(
                            "shape " + Arrays.toString(wanted) + " keeps dimension " + i + ", which the input lacks");
                }
                shape[i] = old[i];
            }
        }
        return shape;
    }

    private static OperatorSet.Single flatten(Attributes attributes) {
        long axis = attributes.whole("axis", 1);
        return in -> {
            long[] shape = in.tensor(0).shape();
            int end = axis == shape.length ? shape.length : Axes.of(axis, shape.length);
            long rows = 1;
            long columns = 1;
            for (int i = 0; i < shape.length; i++) {
                rows *= i < end ? shape[i] : 1;
                columns *= i < end ? 1 : shape[i];
            }
            return Views.reshape(in.tensor(0), rows, columns);
        };
    }

    private static Tensor transpose(Tensor x, long[] order) {
        int rank = x.shape().length;
        return x.permute(
                order != null
                        ? order
                        : IntStream.range(0, rank).mapToLong(i -> rank - 1 - i).toArray());
    }

    /** Drops dimensions of length one; all of them if {@code axes} is null. */
    static Tensor squeeze(Tensor x, long[] axes) {
        long[] shape = x.shape();
        boolean[] drop = new boolean[shape.length];
        if (axes == null) {
            for (int i = 0; i < shape.length; i++) {
                drop[i] = shape[i] == 1;
            }
        } else {
            for (long axis : Axes.of(axes, shape.length)) {
                if (shape[(int) axis] != 1) {
                    throw new NetworkFailure("dimension " + axis + " of shape " + Arrays.toString(shape)
                            + " cannot be dropped: its length is not 1");
                }
                drop[(int) axis] = true;
            }
        }
        long[] left = IntStream.range(0, shape.length)
                .filter(i -> !drop[i])
                .mapToLong(i -> shape[i])
                .toArray();
        return Views.reshape(x, left);
    }

    private static Tensor unsqueeze(Tensor x, long[] axes) {
        if (axes == null) {
            throw new NetworkFailure("axes are missing");
        }
        long[] shape = x.shape();
        long[] longer = new long[shape.length + axes.length];
        for (long axis : Axes.of(axes, longer.length)) {
            longer[(int) axis] = 1;
        }
        int next = 0;
        for (int i = 0; i < longer.length; i++) {
            if (longer[i] == 0) {
                if (next == shape.length) {
                    throw new NetworkFailure("axes " + Arrays.toString(axes) + " name a dimension twice");
                }
                longer[i] = shape[next++];
            }
        }
        return Views.reshape(x, longer);
    }

    private static Tensor tile(Tensor x, long[] repeats) {
        long[] shape = x.shape();
        if (repeats.length != shape.length) {
            throw new NetworkFailure("repeats " + Arrays.toString(repeats) + " for " + shape.length + " dimensions");
        }
        for (int i = 0; i < shape.length; i++) {
            shape[i] = Math.multiplyExact(shape[i], repeats[i]);
        }
        Axes.allocatable(shape);
        return Views.tile(x, repeats);
    }

    private static Operator shape(Attributes attributes) {
        long start = attributes.whole("start", 0);
        long end = attributes.whole("end", Long.MAX_VALUE);
        return (Operator.OfShape) shape -> {
            int from = clamp(start, shape.length);
            int to = Math.max(from, clamp(end, shape.length));
            return Tensor.indices(Arrays.copyOfRange(shape, from, to));
        };
    }

    private static int clamp(long index, int length) {
        return (int) Math.max(0, Math.min(length, index < 0 ? index + length : index));
    }
}
