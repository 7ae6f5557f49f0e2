package org.eddp.network.torch;

import java.util.List;
import java.util.stream.LongStream;
import org.eddp.network.NetworkFailure;

/** A tensor that shares elements with another one, its base: a write to one is visible in the other. */
interface TensorView {
    /** The elements of the base that it shows. */
    GraphValue of(Primitives graph, GraphValue base);

    /** The base after other elements were written into the view. */
    GraphValue written(Primitives graph, GraphValue base, GraphValue elements);

    /** Whether its elements lie one after the other in memory if those of the base do. */
    default boolean contiguous() {
        return false;
    }

    /** Whether PyTorch might make a copy instead. */
    default boolean uncertain() {
        return false;
    }

    /** A function and its inverse. */
    @FunctionalInterface
    interface Function {
        /** The result. */
        GraphValue of(Primitives graph, GraphValue x);
    }

    /** The same elements arranged in another way. */
    record Rearranged(Function function, Function inverse, boolean contiguous, boolean uncertain)
            implements TensorView {
        @Override
        public GraphValue of(Primitives graph, GraphValue base) {
            return function.of(graph, base);
        }

        @Override
        public GraphValue written(Primitives graph, GraphValue base, GraphValue elements) {
            return inverse.of(graph, elements);
        }
    }

    /** Another shape. */
    static TensorView shaped(GraphValue base, List<Object> shape) {
        List<Object> old = Primitives.shape(base);
        List<Object> resolved = Primitives.resolved(base, shape);
        return new Rearranged((g, x) -> g.reshape(x, resolved), (g, x) -> g.reshape(x, old), true, false);
    }

    /** Dimensions in another order. */
    static TensorView permuted(long... order) {
        long[] inverse = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            inverse[(int) order[i]] = i;
        }
        return new Rearranged((g, x) -> g.transpose(x, order), (g, x) -> g.transpose(x, inverse), false, false);
    }

    /** Two dimensions exchanged. */
    static TensorView swapped(int rank, int a, int b) {
        long[] order = LongStream.range(0, rank).toArray();
        if (rank > 0) {
            order[a] = b;
            order[b] = a;
        }
        return permuted(order);
    }

    /** The tensor itself. */
    static TensorView same() {
        return new Rearranged((g, x) -> x, (g, x) -> x, true, false);
    }

    /** A view like another one, or a copy: PyTorch decides by how the elements lie in memory. */
    static TensorView maybe(TensorView view) {
        return new Rearranged(view::of, (g, x) -> null, false, true);
    }

    /** Expanded; nothing can be written into it. */
    static TensorView expanded(List<Object> shape) {
        return new Rearranged(
                (g, x) -> g.expand(x, shape),
                (g, x) -> {
                    throw new NetworkFailure("the program writes into an expanded tensor; clone it first");
                },
                false,
                false);
    }

    /** Part of a dimension, with bounds that lie inside. */
    record Sliced(int axis, Object start, Object end, long step) implements TensorView {
        @Override
        public GraphValue of(Primitives graph, GraphValue base) {
            return graph.slice(base, axis, start, end, step);
        }

        @Override
        public GraphValue written(Primitives graph, GraphValue base, GraphValue elements) {
            return graph.withSlice(base, axis, start, end, step, elements);
        }

        @Override
        public boolean contiguous() {
            return axis == 0 && step == 1;
        }
    }

    /** One element of a dimension, counted from the front, which is dropped. */
    record Selected(int axis, Object index) implements TensorView {
        @Override
        public GraphValue of(Primitives graph, GraphValue base) {
            if (index instanceof Long whole) {
                return graph.op(
                                "Gather",
                                base,
                                graph.graph.wholes(new long[] {whole}),
                                org.eddp.network.onnx.file.Node.Attribute.of("axis", (long) axis))
                        .as(base.type());
            }
            return graph.squeeze(graph.slice(base, axis, index, WholeNumbers.plus(index, 1L), 1), axis);
        }

        @Override
        public GraphValue written(Primitives graph, GraphValue base, GraphValue elements) {
            return graph.withSlice(base, axis, index, WholeNumbers.plus(index, 1L), 1, graph.unsqueeze(elements, axis));
        }

        @Override
        public boolean contiguous() {
            return axis == 0;
        }
    }
}
