package org.eddp.network.onnx.operators;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;

/**
 * Padding; negative lengths crop.
 *
 * @param mode "constant", "reflect", "edge" or "wrap"
 */
record Padding(String mode) implements Operator {
    static Padding of(Attributes attributes) {
        return new Padding(attributes.choice("mode", "constant", List.of("constant", "reflect", "edge", "wrap")));
    }

    @Override
    public Tensor[] run(Operands in) {
        Tensor x = in.tensor(0);
        long[] shape = x.shape();
        int rank = shape.length;
        long[] pads = in.has(3) ? spread(in.longs(1), in.longs(3), rank) : in.longs(1);
        if (pads.length != 2 * rank) {
            throw new NetworkFailure("pads " + Arrays.toString(pads) + " for " + rank + " dimensions");
        }
        for (int i = 0; i < rank; i++) {
            shape[i] = Math.addExact(Math.addExact(shape[i], pads[i]), pads[i + rank]);
        }
        Axes.allocatable(shape);
        return new Tensor[] {mode.equals("constant") ? constant(x, pads, in.number(2, 0)) : copies(x, pads)};
    }

    /** Since opset 18 padding may be given for some axes only. */
    private static long[] spread(long[] pads, long[] axes, int rank) {
        if (pads.length != 2 * axes.length) {
            throw new NetworkFailure("pads " + Arrays.toString(pads) + " for axes " + Arrays.toString(axes));
        }
        long[] all = new long[2 * rank];
        for (int i = 0; i < axes.length; i++) {
            int axis = Axes.of(axes[i], rank);
            all[axis] = pads[i];
            all[axis + rank] = pads[i + axes.length];
        }
        return all;
    }

    /**
     * Spatial padding with zeros: all beginnings, then all ends.
     *
     * @param pads the second input, null if it is not constant
     * @param fill the third input, null if it is left out
     * @return null if it pads anything else
     */
    long[] zeros(Value pads, Value fill) {
        if (!mode.equals("constant") || pads == null || (fill != null && fill.doubles()[0] != 0)) {
            return null;
        }
        long[] all = pads.longs();
        int rank = all.length / 2;
        boolean spatial = rank > 2 && all[0] == 0 && all[1] == 0 && all[rank] == 0 && all[rank + 1] == 0;
        if (!spatial || Arrays.stream(all).anyMatch(length -> length < 0)) {
            return null;
        }
        long[] found = new long[2 * (rank - 2)];
        System.arraycopy(all, 2, found, 0, rank - 2);
        System.arraycopy(all, rank + 2, found, rank - 2, rank - 2);
        return found;
    }

    private static Tensor constant(Tensor x, long[] pads, double value) {
        int rank = pads.length / 2;
        long[] order = new long[pads.length];
        for (int i = 0; i < rank; i++) {
            order[2 * i] = pads[rank - 1 - i];
            order[2 * i + 1] = pads[2 * rank - 1 - i];
        }
        return LayerOperations.pad(x, order, value);
    }

    /** Padding with copies of the tensor's own cells, one dimension after the other. */
    private Tensor copies(Tensor x, long[] pads) {
        int rank = pads.length / 2;
        Tensor padded = x;
        for (int i = 0; i < rank; i++) {
            if (pads[i] != 0 || pads[i + rank] != 0) {
                padded = padded.select(i, Tensor.indices(cells(x.size(i), pads[i], pads[i + rank])));
            }
        }
        return padded;
    }

    private long[] cells(long length, long before, long after) {
        if (mode.equals("edge")) {
            return LongStream.range(-before, length + after)
                    .map(cell -> Math.max(0, Math.min(length - 1, cell)))
                    .toArray();
        }
        if (mode.equals("wrap")) {
            return LongStream.range(-before, length + after)
                    .map(cell -> Math.floorMod(cell, length))
                    .toArray();
        }
        if (Math.max(before, after) >= length) {
            throw new NetworkFailure("reflecting " + Math.max(before, after) + " cells of " + length);
        }
        return LongStream.range(-before, length + after)
                .map(cell -> cell < 0 ? -cell : cell >= length ? 2 * length - 2 - cell : cell)
                .toArray();
    }
}
