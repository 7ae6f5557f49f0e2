package org.eddp.network.onnx.operators;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.eddp.network.NetworkFailure;
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
        set.add("Pad", Padding::of);
        set.single("Resize", Resizing::make);
        set.single("DepthToSpace", attributes -> {
            long block = attributes.whole("blocksize", 1);
            boolean depthFirst =
                    attributes.choice("mode", "DCR", List.of("DCR", "CRD")).equals("DCR");
            return in -> depthToSpace(in.tensor(0), block, depthFirst);
        });
        set.single("SpaceToDepth", attributes -> {
            long block = attributes.whole("blocksize", 1);
            return in -> spaceToDepth(in.tensor(0), block);
        });
        set.single("Trilu", attributes -> {
            boolean upper = attributes.flag("upper", true);
            return in -> Views.triangle(in.tensor(0), upper, (long) in.number(1, 0));
        });
        set.single("CumSum", attributes -> {
            attributes.only("exclusive", 0);
            attributes.only("reverse", 0);
            return in -> Views.runningSum(
                    in.tensor(0), Axes.of((long) in.number(1, 0), in.tensor(0).shape().length));
        });
    }

    private static Operator split(Attributes attributes) {
        long axis = attributes.whole("axis", 0);
        long[] fixed = attributes.wholes("split"); // since opset 13 an input
        long parts = attributes.whole("num_outputs", attributes.outputs()); // since opset 18
        if (parts < 1 || parts != attributes.outputs()) {
            throw new NetworkFailure("num_outputs = " + parts + " of a node with " + attributes.outputs() + " outputs");
        }
        return in -> {
            Tensor x = in.tensor(0);
            int dimension = Axes.of(axis, x.shape().length);
            long[] sizes = in.longs(1, fixed);
            return Views.split(
                    x, dimension, sizes == null ? even(x.size(dimension), parts, attributes.opset()) : sizes);
        };
    }

    /** Since opset 18 the last part may be shorter than the others. */
    private static long[] even(long length, long parts, int opset) {
        long part = (length + parts - 1) / parts;
        long last = length - part * (parts - 1);
        if (last != part && (opset < 18 || last < 0)) {
            throw new NetworkFailure("length " + length + " does not split into " + parts);
        }
        long[] sizes = new long[Math.toIntExact(parts)];
        Arrays.fill(sizes, part);
        sizes[sizes.length - 1] = last;
        return sizes;
    }

    private static Tensor slice(Operands in) {
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

    private static Tensor gather(Operands in, long axis) {
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

    private static Tensor spaceToDepth(Tensor x, long block) {
        long[] s = x.shape();
        if (s.length != 4 || block < 1 || s[2] % block != 0 || s[3] % block != 0) {
            throw new NetworkFailure("blocks of " + block + " in a tensor of shape " + Arrays.toString(s));
        }
        Tensor blocks = Views.reshape(x, s[0], s[1], s[2] / block, block, s[3] / block, block)
                .permute(0, 3, 5, 1, 2, 4);
        return Views.reshape(blocks, s[0], s[1] * block * block, s[2] / block, s[3] / block);
    }
}
