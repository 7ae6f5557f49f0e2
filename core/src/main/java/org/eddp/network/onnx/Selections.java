package org.eddp.network.onnx;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.Operators;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** Parts of tensors, and tensors from parts. */
final class Selections {
    private Selections() {}

    static void addTo(OperatorSet set) {
        set.single("Concat", attributes -> {
            long axis = attributes.whole("axis", 0);
            return in -> Views.concatenate(Axes.of(axis, in.tensor(0).shape().length), in.tensors());
        });
        set.add("Split", Selections::split);
        set.single("Slice", attributes -> Selections::slice);
        set.single("Gather", attributes -> {
            long axis = attributes.whole("axis", 0);
            return in -> gather(in, axis);
        });
        set.single("Pad", Selections::pad);
        set.single("Resize", Resizing::make);
        set.single("DepthToSpace", attributes -> {
            long block = attributes.whole("blocksize", 1);
            boolean depthFirst =
                    attributes.choice("mode", "DCR", List.of("DCR", "CRD")).equals("DCR");
            return in -> depthToSpace(in.tensor(0), block, depthFirst);
        });
    }

    private static Operator split(Attributes attributes) {
        long axis = attributes.whole("axis", 0);
        long[] fixed = attributes.wholes("split"); // since opset 13 an input
        int parts = attributes.outputs();
        return in -> {
            Tensor x = in.tensor(0);
            int dimension = Axes.of(axis, x.shape().length);
            long[] sizes = in.longs(1, fixed);
            if (sizes == null) {
                if (x.size(dimension) % parts != 0) {
                    throw new NetworkFailure("length " + x.size(dimension) + " does not split into " + parts);
                }
                sizes = LongStream.generate(() -> x.size(dimension) / parts)
                        .limit(parts)
                        .toArray();
            }
            return Views.split(x, dimension, sizes);
        };
    }

    private static Tensor slice(Inputs in) {
        Tensor x = in.tensor(0);
        long[] starts = in.longs(1);
        long[] ends = in.longs(2);
        long[] axes = Axes.of(in.longs(3, LongStream.range(0, starts.length).toArray()), x.shape().length);
        long[] steps =
                in.longs(4, LongStream.generate(() -> 1).limit(starts.length).toArray());
        if (ends.length != starts.length || axes.length != starts.length || steps.length != starts.length) {
            throw new NetworkFailure("starts, ends, axes and steps differ in length");
        }
        for (int i = 0; i < starts.length; i++) {
            x = slice(x, (int) axes[i], starts[i], ends[i], steps[i]);
        }
        return x;
    }

    private static Tensor slice(Tensor x, int axis, long start, long end, long step) {
        long length = x.size(axis);
        if (step == 0) {
            throw new NetworkFailure("a step of 0");
        }
        if (step > 0) {
            long from = clamp(start, length, 0, length);
            return Views.slice(x, axis, from, Math.max(from, clamp(end, length, 0, length)), step);
        }
        long from = clamp(start, length, 0, length - 1);
        long to = clamp(end, length, -1, length - 1);
        long count = from > to ? (from - to - step - 1) / -step : 0;
        return x.select(
                axis,
                Tensor.indices(
                        LongStream.range(0, count).map(i -> from + i * step).toArray()));
    }

    private static long clamp(long index, long length, long low, long high) {
        return Math.max(low, Math.min(high, index < 0 ? index + length : index));
    }

    private static Tensor gather(Inputs in, long axis) {
        Tensor x = in.tensor(0);
        long[] shape = x.shape();
        int dimension = Axes.of(axis, shape.length);
        long[] indices = in.longs(1).clone();
        for (int i = 0; i < indices.length; i++) {
            indices[i] = Axes.of(indices[i], Math.toIntExact(shape[dimension]));
        }
        long[] inner = in.tensor(1).shape();
        long[] result = new long[shape.length - 1 + inner.length];
        System.arraycopy(shape, 0, result, 0, dimension);
        System.arraycopy(inner, 0, result, dimension, inner.length);
        System.arraycopy(shape, dimension + 1, result, dimension + inner.length, shape.length - dimension - 1);
        Tensor found =
                indices.length == 1 ? x.narrow(dimension, indices[0], 1) : x.select(dimension, Tensor.indices(indices));
        return Views.reshape(found, Axes.allocatable(result));
    }

    private static Operator.Single pad(Attributes attributes) {
        String mode = attributes.choice("mode", "constant", List.of("constant", "reflect", "edge"));
        return in -> {
            Tensor x = in.tensor(0);
            long[] pads = in.longs(1);
            int rank = x.shape().length;
            if (pads.length != 2 * rank) {
                throw new NetworkFailure("pads " + Arrays.toString(pads) + " for " + rank + " dimensions");
            }
            long[] shape = x.shape();
            for (int i = 0; i < rank; i++) {
                shape[i] = Math.addExact(Math.addExact(shape[i], pads[i]), pads[i + rank]);
            }
            Axes.allocatable(shape);
            return mode.equals("constant") ? constantPad(x, pads, in.number(2, 0)) : copyPad(x, pads, mode);
        };
    }

    private static Tensor constantPad(Tensor x, long[] pads, double value) {
        int rank = pads.length / 2;
        long[] order = new long[pads.length];
        for (int i = 0; i < rank; i++) {
            order[2 * i] = pads[rank - 1 - i];
            order[2 * i + 1] = pads[2 * rank - 1 - i];
        }
        return Operators.pad(x, order, value);
    }

    /** Padding with copies of the tensor's own cells, one dimension after the other. */
    private static Tensor copyPad(Tensor x, long[] pads, String mode) {
        int rank = pads.length / 2;
        Tensor padded = x;
        for (int i = 0; i < rank; i++) {
            long length = x.size(i);
            if (pads[i] == 0 && pads[i + rank] == 0) {
                continue;
            }
            if (mode.equals("reflect") && Math.max(pads[i], pads[i + rank]) >= length) {
                throw new NetworkFailure("reflecting " + Math.max(pads[i], pads[i + rank]) + " cells of " + length);
            }
            long[] from = LongStream.range(-pads[i], length + pads[i + rank])
                    .map(cell -> mode.equals("edge")
                            ? Math.max(0, Math.min(length - 1, cell))
                            : cell < 0 ? -cell : cell >= length ? 2 * length - 2 - cell : cell)
                    .toArray();
            padded = padded.select(i, Tensor.indices(from));
        }
        return padded;
    }

    private static Tensor depthToSpace(Tensor x, long block, boolean depthFirst) {
        long[] s = x.shape();
        if (s.length != 4 || block < 1 || s[1] % (block * block) != 0) {
            throw new NetworkFailure("blocks of " + block + " from a tensor of shape " + Arrays.toString(s));
        }
        long depth = s[1] / block / block;
        Tensor blocks = depthFirst
                ? Views.reshape(x, s[0], block, block, depth, s[2], s[3]).permute(0, 3, 4, 1, 5, 2)
                : Views.reshape(x, s[0], depth, block, block, s[2], s[3]).permute(0, 1, 4, 2, 5, 3);
        return Views.reshape(blocks, s[0], depth, s[2] * block, s[3] * block);
    }
}
