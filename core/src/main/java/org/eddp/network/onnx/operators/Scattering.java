package org.eddp.network.onnx.operators;

import java.util.Arrays;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.Elements;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** Elements read and written by index. */
final class Scattering {
    private Scattering() {}

    static void addTo(OperatorSet set) {
        set.single("GatherElements", attributes -> {
            long axis = attributes.whole("axis", 0);
            return in -> {
                int dimension = Axes.of(axis, in.tensor(0).shape().length);
                return Views.gather(in.tensor(0), dimension, fromTheFront(in, dimension));
            };
        });
        set.single("ScatterElements", attributes -> {
            long axis = attributes.whole("axis", 0);
            boolean adds = adds(attributes);
            return in -> {
                int dimension = Axes.of(axis, in.tensor(0).shape().length);
                Tensor places = fromTheFront(in, dimension);
                return adds
                        ? Views.scatterAdd(in.tensor(0), dimension, places, in.tensor(2))
                        : Views.scatter(in.tensor(0), dimension, places, in.tensor(2));
            };
        });
        set.single("GatherND", attributes -> {
            attributes.only("batch_dims", 0);
            return Scattering::gatherBlocks;
        });
        set.single("ScatterND", attributes -> {
            boolean adds = adds(attributes);
            return in -> scatterBlocks(in, adds);
        });
    }

    private static boolean adds(Attributes attributes) {
        return attributes.choice("reduction", "none", List.of("none", "add")).equals("add");
    }

    /** The indices along a dimension, counted from the front. */
    private static Tensor fromTheFront(Operands in, int dimension) {
        Tensor indices = in.tensor(1);
        Tensor length = Tensor.indices((long) in.tensor(0).size(dimension));
        return Elements.where(Elements.greater(Tensor.indices(0), indices), indices.plus(length), indices);
    }

    private static Tensor gatherBlocks(Operands in) {
        Blocks blocks = Blocks.of(in.tensor(0).shape(), in.tensor(1).shape(), in.longs(1));
        Tensor found =
                Views.reshape(in.tensor(0), blocks.count(), blocks.size()).select(0, Tensor.indices(blocks.rows()));
        return Views.reshape(found, Axes.allocatable(blocks.result()));
    }

    private static Tensor scatterBlocks(Operands in, boolean adds) {
        Blocks blocks = Blocks.of(in.tensor(0).shape(), in.tensor(1).shape(), in.longs(1));
        Tensor table = Views.reshape(in.tensor(0), blocks.count(), blocks.size());
        Tensor rows = Tensor.indices(blocks.rows());
        Tensor content = Views.reshape(in.tensor(2), blocks.rows().length, blocks.size());
        Tensor changed = adds ? Views.plusRows(table, rows, content) : Views.withRows(table, rows, content);
        return Views.reshape(changed, in.tensor(0).shape());
    }

    /**
     * A tensor as a table: the indices name rows of it.
     *
     * @param count of all rows
     * @param size of a row
     * @param rows that are named
     * @param result shape of the rows that are named, together
     */
    private record Blocks(long count, long size, long[] rows, long[] result) {
        static Blocks of(long[] shape, long[] indexShape, long[] indices) {
            int depth = indexShape.length == 0 ? 0 : Math.toIntExact(indexShape[indexShape.length - 1]);
            if (depth < 1 || depth > shape.length) {
                throw new NetworkFailure("indices of shape " + Arrays.toString(indexShape) + " into a tensor of shape "
                        + Arrays.toString(shape));
            }
            long[] rows = new long[indices.length / depth];
            for (int i = 0; i < rows.length; i++) {
                for (int k = 0; k < depth; k++) {
                    rows[i] = rows[i] * shape[k] + Axes.of(indices[i * depth + k], Math.toIntExact(shape[k]));
                }
            }
            long count = 1;
            long size = 1;
            for (int i = 0; i < shape.length; i++) {
                count *= i < depth ? shape[i] : 1;
                size *= i < depth ? 1 : shape[i];
            }
            long[] result = Arrays.copyOf(indexShape, indexShape.length - 1 + shape.length - depth);
            System.arraycopy(shape, depth, result, indexShape.length - 1, shape.length - depth);
            return new Blocks(count, size, rows, result);
        }
    }
}
