package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.network.NetworkFailure;

/** Other shapes for the same elements, and repetitions of them. */
final class ShapeCalls {
    private ShapeCalls() {}

    static void addTo(TorchOperators set) {
        set.add("view(Tensor self, int[] size)", c -> view(c, c.list("size")));
        set.add("_unsafe_view(Tensor self, int[] size)", c -> c.reshape(c.value("self"), c.list("size")));
        set.add("_reshape_alias(Tensor self, int[] size, int[] stride)", c -> view(c, c.list("size")));
        set.add("view_as(Tensor self, Tensor other)", c -> view(c, Primitives.shape(c.value("other"))));
        set.add("reshape(Tensor self, int[] shape)", c -> reshape(c, c.list("shape")));
        set.add("reshape_as(Tensor self, Tensor other)", c -> reshape(c, Primitives.shape(c.value("other"))));
        set.add("view_copy(Tensor self, int[] size)", c -> c.reshape(c.value("self"), c.list("size")));
        set.add("as_strided(Tensor self, int[] size, int[] stride, int? storage_offset=None)", ShapeCalls::strided);
        set.add("flatten(Tensor self, int start_dim=0, int end_dim=-1)", ShapeCalls::flatten);
        set.add("unflatten(Tensor self, int dim, int[] sizes)", ShapeCalls::unflatten);
        set.add(List.of("permute", "permute_copy"), "(Tensor self, int[] dims)", c -> permute(c, c.wholes("dims")));
        set.add(
                List.of("transpose", "swapaxes", "swapdims", "transpose_copy"),
                "(Tensor self, int dim0, int dim1)",
                c -> transpose(c));
        set.add(List.of("swapaxes"), "(Tensor self, int axis0, int axis1)", c -> transpose(c, "axis0", "axis1"));
        set.add(List.of("t", "t_copy"), "(Tensor self)", c -> swapLast(c, 2));
        set.add(List.of("mT", "adjoint"), "(Tensor self)", c -> swapLast(c, Integer.MAX_VALUE));
        set.add("numpy_T(Tensor self)", c -> {
            int rank = c.value("self").rank();
            return permute(
                    c, IntStream.range(0, rank).mapToLong(i -> rank - 1 - i).toArray());
        });
        set.add(List.of("movedim", "moveaxis"), "(Tensor self, int[1] source, int[1] destination)", ShapeCalls::move);
        set.add(List.of("squeeze", "squeeze_copy"), "(Tensor self)", c -> squeeze(c, null));
        set.add(List.of("squeeze", "squeeze_copy"), "(Tensor self, int[1] dim)", c -> squeeze(c, c.wholes("dim")));
        set.add(
                List.of("unsqueeze", "unsqueeze_copy"),
                "(Tensor self, int dim)",
                c -> inserted(c, c.axis("dim", c.value("self").rank() + 1)));
        set.add(
                List.of("expand", "expand_copy"),
                "(Tensor self, int[] size, bool implicit=False)",
                c -> expand(c, c.list("size")));
        set.add("expand_as(Tensor self, Tensor other)", c -> expand(c, Primitives.shape(c.value("other"))));
        set.add("broadcast_to(Tensor self, int[] size)", c -> expand(c, c.list("size")));
        set.add("repeat(Tensor self, int[] repeats)", c -> repeat(c, c.list("repeats")));
        set.add("tile(Tensor self, int[] dims)", c -> repeat(c, c.list("dims")));
        set.add(
                "repeat_interleave(Tensor self, int repeats, int? dim=None, int? output_size=None)",
                ShapeCalls::interleave);
        set.add("roll(Tensor self, int[1] shifts, int[1] dims=[])", ShapeCalls::roll);
        set.add("flip(Tensor self, int[] dims)", c -> flip(c, c.value("self"), c.axes("dims", c.value("self"))));
        set.add("rot90(Tensor self, int k=1, int[] dims=[0;1])", ShapeCalls::rotate);
    }

    private static TorchTensor view(Call c, List<Object> size) {
        return c.view("self", TensorView.shaped(c.value("self"), size));
    }

    /** PyTorch copies where the elements do not lie one after the other. */
    private static TorchTensor reshape(Call c, List<Object> size) {
        TensorView view = TensorView.shaped(c.value("self"), size);
        return c.view("self", c.handle("self").contiguous() ? view : TensorView.maybe(view));
    }

    /**
     * Other strides, only where they name the same elements in the same order: PyTorch writes so to describe dimensions
     * of length one behind a pooling over all pixels. Other strides cannot be translated.
     */
    private static TorchTensor strided(Call c) {
        TorchTensor self = c.handle("self");
        GraphValue x = self.current();
        List<Object> size = c.list("size");
        List<Object> strides = c.list("stride");
        boolean pooled = x.rank() == 4 && x.size(2).equals(1L) && x.size(3).equals(1L);
        boolean same = Primitives.sameShape(size, Primitives.shape(x)) && strides.size() == size.size();
        Object expected = 1L;
        for (int i = size.size() - 1; same && i >= 0; i--) {
            same = size.get(i).equals(1L) || WholeNumbers.same(strides.get(i), expected);
            expected = WholeNumbers.times(expected, size.get(i));
        }
        if (!same || c.whole("storage_offset", 0) != 0 || !(self.contiguous() || pooled)) {
            throw new NetworkFailure("strides that rearrange elements are not supported");
        }
        return c.view("self", TensorView.same());
    }

    private static TorchTensor flatten(Call c) {
        GraphValue x = c.value("self");
        List<Object> old = Primitives.shape(x);
        if (old.isEmpty()) {
            return reshape(c, List.of(1L));
        }
        int start = c.axis("start_dim", x.rank());
        int end = c.axis("end_dim", x.rank());
        if (start > end) {
            throw new NetworkFailure("start_dim = " + start + " is behind end_dim = " + end);
        }
        if (start == end) {
            return c.handle("self");
        }
        List<Object> shape = new ArrayList<>(old.subList(0, start));
        shape.add(Primitives.count(old.subList(start, end + 1)));
        shape.addAll(old.subList(end + 1, old.size()));
        return reshape(c, shape);
    }

    private static TorchTensor unflatten(Call c) {
        GraphValue x = c.value("self");
        int axis = c.axis("dim", x.rank());
        List<Object> shape = new ArrayList<>(Primitives.shape(x));
        Object length = shape.remove(axis);
        List<Object> sizes = new ArrayList<>(c.list("sizes"));
        Object known = 1L;
        for (Object size : sizes) {
            known = size.equals(-1L) ? known : WholeNumbers.times(known, size);
        }
        Object rest = known;
        sizes.replaceAll(size -> size.equals(-1L) ? WholeNumbers.floorDivide(length, rest) : size);
        shape.addAll(axis, sizes);
        return view(c, shape);
    }

    private static TorchTensor permute(Call c, long[] dims) {
        int rank = c.value("self").rank();
        long[] order =
                Arrays.stream(dims).map(dim -> Primitives.axis(dim, rank)).toArray();
        if (order.length != rank || Arrays.stream(order).distinct().count() != rank) {
            throw new NetworkFailure("dimensions " + Arrays.toString(dims) + " of a tensor with " + rank);
        }
        return c.view("self", TensorView.permuted(order));
    }

    private static TorchTensor transpose(Call c) {
        return transpose(c, "dim0", "dim1");
    }

    private static TorchTensor transpose(Call c, String a, String b) {
        int rank = c.value("self").rank();
        return c.view("self", TensorView.swapped(rank, c.axis(a, rank), c.axis(b, rank)));
    }

    private static TorchTensor swapLast(Call c, int most) {
        int rank = c.value("self").rank();
        if (rank > most) {
            throw new NetworkFailure("a tensor with " + rank + " dimensions is not a matrix");
        }
        return rank < 2 ? c.handle("self") : c.view("self", TensorView.swapped(rank, rank - 2, rank - 1));
    }

    private static TorchTensor move(Call c) {
        int rank = c.value("self").rank();
        long[] from = c.wholes("source");
        long[] to = c.wholes("destination");
        Long[] order = new Long[rank];
        List<Long> left = new ArrayList<>();
        for (long i = 0; i < rank; i++) {
            left.add(i);
        }
        for (int i = 0; i < from.length && i < to.length; i++) {
            long source = Primitives.axis(from[i], rank);
            order[Primitives.axis(to[i], rank)] = source;
            left.remove(source);
        }
        for (int i = 0; i < rank; i++) {
            if (order[i] == null) {
                order[i] = left.remove(0);
            }
        }
        return permute(c, Arrays.stream(order).mapToLong(Long::longValue).toArray());
    }

    private static TorchTensor squeeze(Call c, long[] dims) {
        GraphValue x = c.value("self");
        List<Integer> drop = new ArrayList<>();
        for (int i = 0; i < x.rank(); i++) {
            int axis = i;
            boolean asked = dims == null || Arrays.stream(dims).anyMatch(dim -> Primitives.axis(dim, x.rank()) == axis);
            if (asked && WholeNumbers.compare(x.size(i), 1L, (a, b) -> a == b)) {
                drop.add(i);
            }
        }
        if (drop.isEmpty()) {
            return c.view("self", TensorView.same());
        }
        long[] axes = drop.stream().mapToLong(Integer::longValue).toArray();
        return c.view(
                "self",
                new TensorView.Rearranged((g, y) -> g.squeeze(y, axes), (g, y) -> g.unsqueeze(y, axes), true, false));
    }

    private static TorchTensor inserted(Call c, int axis) {
        return c.view(
                "self",
                new TensorView.Rearranged((g, y) -> g.unsqueeze(y, axis), (g, y) -> g.squeeze(y, axis), true, false));
    }

    private static TorchTensor expand(Call c, List<Object> size) {
        return c.view("self", TensorView.expanded(size));
    }

    private static GraphValue repeat(Call c, List<Object> repeats) {
        GraphValue x = c.value("self");
        List<Object> shape = new ArrayList<>(Primitives.shape(x));
        List<Object> times = new ArrayList<>(repeats);
        while (shape.size() < times.size()) {
            shape.add(0, 1L);
        }
        while (times.size() < shape.size()) {
            times.add(0, 1L);
        }
        x = c.reshape(x, shape);
        return times.stream().allMatch(n -> n.equals(1L))
                ? x
                : c.op("Tile", x, c.sizes(times)).as(x.type());
    }

    /** Repeats every slice of a dimension. */
    private static GraphValue interleave(Call c) {
        GraphValue x = c.given("dim") ? c.value("self") : c.reshape(c.value("self"), -1);
        int axis = c.given("dim") ? c.axis("dim", x.rank()) : 0;
        Object repeats = c.get("repeats");
        List<Object> longer = new ArrayList<>(Primitives.shape(x));
        longer.add(axis + 1, repeats);
        List<Object> shape = new ArrayList<>(Primitives.shape(x));
        shape.set(axis, WholeNumbers.times(shape.get(axis), repeats));
        return c.reshape(c.expand(c.unsqueeze(x, axis + 1), longer), shape);
    }

    private static GraphValue roll(Call c) {
        GraphValue x = c.value("self");
        long[] shifts = c.wholes("shifts");
        long[] dims = c.wholes("dims");
        if (dims.length == 0) {
            GraphValue flat = rolled(c, c.reshape(x, -1), 0, shifts[0]);
            return c.reshape(flat, Primitives.shape(x));
        }
        GraphValue result = x;
        for (int i = 0; i < dims.length; i++) {
            result = rolled(c, result, Primitives.axis(dims[i], x.rank()), shifts[i]);
        }
        return result;
    }

    private static GraphValue rolled(Call c, GraphValue x, int axis, long shift) {
        long length = WholeNumbers.fixed(x.size(axis));
        long start = length == 0 ? 0 : Math.floorMod(-shift, length);
        if (start == 0) {
            return x;
        }
        return c.concat(axis, List.of(c.slice(x, axis, start, length, 1), c.slice(x, axis, 0L, start, 1)));
    }

    private static GraphValue flip(Primitives c, GraphValue x, long[] axes) {
        long[] starts = new long[axes.length];
        Arrays.fill(starts, -1);
        long[] ends = new long[axes.length];
        Arrays.fill(ends, Long.MIN_VALUE + 1);
        return axes.length == 0
                ? x
                : c.op("Slice", List.of(x, c.wholes(starts), c.wholes(ends), c.wholes(axes), c.wholes(starts)))
                        .as(x.type());
    }

    private static GraphValue rotate(Call c) {
        GraphValue x = c.value("self");
        long[] dims = c.axes("dims", x);
        int turns = (int) Math.floorMod(c.whole("k"), 4L);
        int a = (int) dims[0];
        int b = (int) dims[1];
        return switch (turns) {
            case 1 -> c.swapped(flip(c, x, new long[] {b}), a, b);
            case 2 -> flip(c, x, new long[] {a, b});
            case 3 -> flip(c, c.swapped(x, a, b), new long[] {b});
            default -> x;
        };
    }

    static List<Object> ones(int count) {
        return new ArrayList<>(Collections.nCopies(count, (Object) 1L));
    }
}
