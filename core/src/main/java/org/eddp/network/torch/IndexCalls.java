package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;

/** Elements read and written by index. */
final class IndexCalls {
    private IndexCalls() {}

    static void addTo(TorchOperators set) {
        set.add(
                List.of("index", "_unsafe_index"),
                "(Tensor self, Tensor?[] indices)",
                c -> index(c, c.value("self"), c.values("indices")));
        set.add(
                "index_select(Tensor self, int dim, Tensor index)",
                c -> c.gather(c.value("self"), c.axis("dim", c.value("self").rank()), c.reshape(c.value("index"), -1)));
        set.add(
                "gather(Tensor self, int dim, Tensor index, bool sparse_grad=False)",
                c -> c.op("GatherElements", c.value("self"), c.value("index"), axis(c))
                        .as(c.value("self").type()));
        set.add("take_along_dim(Tensor self, Tensor indices, int? dim=None)", IndexCalls::takeAlong);
        set.add(
                "embedding(Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False,"
                        + " bool sparse=False)",
                c -> c.gather(c.value("weight"), 0, c.value("indices")));
        set.elementwise("index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False)", c -> put(c));
        set.add("_unsafe_index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False)", c -> put(c));
        set.elementwise("scatter(Tensor self, int dim, Tensor index, Value src)", c -> scatter(c, "src", "none"));
        set.elementwise("scatter(Tensor self, int dim, Tensor index, Scalar value)", c -> scatter(c, "value", "none"));
        set.elementwise("scatter_add(Tensor self, int dim, Tensor index, Tensor src)", c -> scatter(c, "src", "add"));
        set.elementwise("tril(Tensor self, int diagonal=0)", c -> triangle(c, false));
        set.elementwise("triu(Tensor self, int diagonal=0)", c -> triangle(c, true));
        set.add("nonzero(Tensor self)", c -> {
            int rank = c.value("self").rank();
            long[] places = placesOf(c, c.value("self"));
            return c.graph.wholes(places, places.length / Math.max(1, rank), rank);
        });
    }

    private static Attribute axis(Call c) {
        return Attribute.of("axis", (long) c.axis("dim", c.value("self").rank()));
    }

    private static GraphValue triangle(Call c, boolean upper) {
        GraphValue x = c.value("self");
        return c.op(
                        "Trilu",
                        x,
                        c.graph.wholes(new long[] {c.whole("diagonal")}),
                        Attribute.of("upper", upper ? 1L : 0L))
                .as(x.type());
    }

    private static GraphValue takeAlong(Call c) {
        GraphValue x = c.value("self");
        GraphValue indices = c.value("indices");
        if (!c.given("dim")) {
            return c.gather(c.reshape(x, -1), 0, c.reshape(indices, -1));
        }
        int axis = c.axis("dim", x.rank());
        List<Object> wide = new ArrayList<>(Primitives.shape(x));
        List<Object> tall = new ArrayList<>(Primitives.shape(indices));
        for (int i = 0; i < wide.size(); i++) {
            if (i != axis) {
                Object common = tall.get(i).equals(1L) ? wide.get(i) : tall.get(i);
                wide.set(i, common);
                tall.set(i, common);
            }
        }
        return c.op("GatherElements", c.expand(x, wide), c.expand(indices, tall), Attribute.of("axis", (long) axis))
                .as(x.type());
    }

    private static GraphValue scatter(Call c, String source, String reduction) {
        GraphValue x = c.value("self");
        GraphValue indices = c.value("index");
        GraphValue elements = c.cast(c.value(source, x), x.type());
        if (elements.rank() == 0) {
            elements = c.expand(elements, Primitives.shape(indices));
        }
        return c.op("ScatterElements", List.of(x, indices, elements), axis(c), Attribute.of("reduction", reduction))
                .as(x.type());
    }

    /** Positions of the non-zero elements, row by row; of constants only. */
    private static long[] placesOf(Primitives c, GraphValue mask) {
        if (!mask.fixed() || !mask.exact()) {
            throw new NetworkFailure("a mask that depends on the images has no fixed number of places; export the"
                    + " network with where or masked_fill");
        }
        long[] shape = mask.shape();
        c.graph.hold(Double.BYTES * mask.count());
        double[] values = mask.one().doubles();
        long count = Arrays.stream(values).filter(value -> value != 0).count();
        c.graph.hold(Long.BYTES * count * shape.length);
        long[] places = new long[(int) count * shape.length];
        int at = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] != 0) {
                long rest = i;
                for (int k = shape.length - 1; k >= 0; k--) {
                    places[at + k] = rest % shape[k];
                    rest /= shape[k];
                }
                at += shape.length;
            }
        }
        return places;
    }

    /**
     * Elements selected by indices of several dimensions, which are merged into one.
     *
     * @param table the tensor with the indexed dimensions merged, at {@code axis}
     * @param axis of the merged dimension
     * @param places indices into it, of the shape that the indices broadcast to
     * @param order of dimensions for merging
     * @param moved shape in that order, before merging
     */
    private record Merged(GraphValue table, int axis, GraphValue places, long[] order, List<Object> moved) {}

    private static List<GraphValue> withoutMasks(Call c, List<GraphValue> indices) {
        List<GraphValue> plain = new ArrayList<>();
        for (GraphValue index : indices) {
            if (index == null || !ElementKind.bool(index.type())) {
                plain.add(index);
                continue;
            }
            long[] places = placesOf(c, index);
            int rank = Math.max(1, index.rank());
            for (int k = 0; k < index.rank(); k++) {
                long[] along = new long[places.length / rank];
                for (int i = 0; i < along.length; i++) {
                    along[i] = places[i * rank + k];
                }
                plain.add(c.wholes(along));
            }
        }
        return plain;
    }

    private static Merged merge(Call c, GraphValue x, List<GraphValue> given) {
        List<GraphValue> indices = withoutMasks(c, given);
        int[] axes = IntStream.range(0, indices.size())
                .filter(i -> indices.get(i) != null)
                .toArray();
        if (axes.length == 0 || indices.size() > x.rank()) {
            throw new NetworkFailure(indices.size() + " indices of a tensor with " + x.rank() + " dimensions");
        }
        boolean together = axes[axes.length - 1] - axes[0] == axes.length - 1;
        int axis = together ? axes[0] : 0;
        long[] order = together
                ? LongStream.range(0, x.rank()).toArray()
                : LongStream.concat(
                                Arrays.stream(axes).asLongStream(),
                                LongStream.range(0, x.rank())
                                        .filter(i -> Arrays.stream(axes).noneMatch(a -> a == i)))
                        .toArray();
        GraphValue moved = c.transpose(x, order);
        GraphValue places = null;
        for (int a : axes) {
            GraphValue index = indices.get(a);
            if (axes.length > 1) {
                Object size = x.size(a);
                GraphValue length = c.number(size, ElementKind.INT64);
                GraphValue zero = c.number(0L, ElementKind.INT64);
                GraphValue front = c.op("Where", List.of(c.op("Less", index, zero), c.op("Add", index, length), index));
                places = places == null ? front : c.op("Add", c.op("Mul", places, length), front);
            } else {
                places = index;
            }
        }
        List<Object> shape = new ArrayList<>(Primitives.shape(moved));
        List<Object> merged = new ArrayList<>(shape.subList(0, axis));
        merged.add(Primitives.count(shape.subList(axis, axis + axes.length)));
        merged.addAll(shape.subList(axis + axes.length, shape.size()));
        return new Merged(c.reshape(moved, merged), axis, places, order, shape);
    }

    static GraphValue index(Call c, GraphValue x, List<GraphValue> indices) {
        if (indices.stream().allMatch(index -> index == null)) {
            return x;
        }
        Merged merged = merge(c, x, indices);
        return c.gather(merged.table, merged.axis, merged.places);
    }

    private static GraphValue put(Call c) {
        GraphValue x = c.value("self");
        List<GraphValue> indices = c.values("indices");
        GraphValue values = c.cast(c.value("values"), x.type());
        boolean accumulate = c.flag("accumulate");
        GraphValue mask = indices.get(0);
        boolean masked = indices.size() == 1 && mask != null && ElementKind.bool(mask.type());
        if (masked && values.count() == 1 && !accumulate) {
            List<Object> wide = new ArrayList<>(Primitives.shape(mask));
            wide.addAll(ShapeCalls.ones(x.rank() - wide.size()));
            return c.op("Where", List.of(c.reshape(mask, wide), c.reshape(values, List.of()), x))
                    .as(x.type());
        }
        Merged merged = merge(c, x, indices);
        // the merged dimension first, then write rows
        long[] front = LongStream.range(0, merged.table.rank()).toArray();
        System.arraycopy(front, 0, front, 1, merged.axis);
        front[0] = merged.axis;
        GraphValue table = c.transpose(merged.table, front);
        List<Object> rest = Primitives.shape(table).subList(1, table.rank());
        List<Object> picked = Primitives.shape(merged.places);
        List<Object> wanted = new ArrayList<>(Primitives.shape(merged.table).subList(0, merged.axis));
        wanted.addAll(picked);
        wanted.addAll(Primitives.shape(merged.table).subList(merged.axis + 1, merged.table.rank()));
        GraphValue rows = c.expand(values, wanted);
        long[] rowOrder = new long[wanted.size()];
        for (int i = 0; i < picked.size(); i++) {
            rowOrder[i] = merged.axis + (long) i;
        }
        for (int i = 0; i < merged.axis; i++) {
            rowOrder[picked.size() + i] = i;
        }
        for (int i = picked.size() + merged.axis; i < rowOrder.length; i++) {
            rowOrder[i] = i;
        }
        rows = c.transpose(rows, rowOrder);
        List<Object> rowShape = new ArrayList<>(List.of(Primitives.count(picked)));
        rowShape.addAll(rest);
        GraphValue written = c.op(
                "ScatterND",
                List.of(table, c.reshape(merged.places, -1, 1), c.reshape(rows, rowShape)),
                Attribute.of("reduction", accumulate ? "add" : "none"));
        long[] back = new long[front.length];
        for (int i = 0; i < front.length; i++) {
            back[(int) front[i]] = i;
        }
        GraphValue inPlace = c.reshape(c.transpose(written, back), merged.moved);
        long[] order = new long[merged.order.length];
        for (int i = 0; i < order.length; i++) {
            order[(int) merged.order[i]] = i;
        }
        return c.transpose(inPlace, order).as(x.type());
    }
}
