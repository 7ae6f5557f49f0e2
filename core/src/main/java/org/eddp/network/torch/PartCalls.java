package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;

/** Parts of tensors, and tensors from parts. */
final class PartCalls {
    private static final int MOST_PARTS = 1 << 14;

    private PartCalls() {}

    static void addTo(TorchOperators set) {
        set.add(List.of("cat", "concat", "concatenate"), "(Tensor[] tensors, int dim=0)", PartCalls::cat);
        set.add("stack(Tensor[] tensors, int dim=0)", PartCalls::stack);
        for (String name : List.of("split", "unsafe_split")) {
            set.add(name + "(Tensor self, int split_size, int dim=0)", PartCalls::split);
            set.add(name + "(Tensor self, int[] split_size, int dim=0)", c -> parts(c, c.list("split_size")));
        }
        set.add(
                List.of("split_with_sizes", "split_with_sizes_copy", "unsafe_split_with_sizes"),
                "(Tensor self, int[] split_sizes, int dim=0)",
                c -> parts(c, c.list("split_sizes")));
        set.add(List.of("split_copy"), "(Tensor self, int split_size, int dim=0)", PartCalls::split);
        set.add(List.of("chunk", "unsafe_chunk"), "(Tensor self, int chunks, int dim=0)", PartCalls::chunk);
        set.add("tensor_split(Tensor self, int sections, int dim=0)", PartCalls::sections);
        set.add("tensor_split(Tensor self, int[] indices, int dim=0)", PartCalls::splitAt);
        set.add(List.of("unbind", "unbind_copy"), "(Tensor self, int dim=0)", PartCalls::unbind);
        set.add(
                List.of("slice", "slice_copy"),
                "(Tensor self, int dim=0, int? start=None, int? end=None, int step=1)",
                c -> c.view("self", slice(c, c.value("self"))));
        set.add("narrow(Tensor self, int dim, int start, int length)", PartCalls::narrow);
        set.add(
                List.of("select", "select_copy"),
                "(Tensor self, int dim, int index)",
                c -> c.view("self", selected(c, c.value("self"))));
        set.add(
                "slice_scatter(Tensor self, Tensor src, int dim=0, int? start=None, int? end=None, int step=1)",
                c -> scattered(c, slice(c, c.value("self"))));
        set.add(
                "select_scatter(Tensor self, Tensor src, int dim, int index)",
                c -> scattered(c, selected(c, c.value("self"))));
    }

    private static GraphValue scattered(Call c, TensorView view) {
        GraphValue x = c.value("self");
        GraphValue part = view.of(c, x);
        GraphValue source = c.expand(c.cast(c.value("src"), x.type()), Primitives.shape(part));
        return view.written(c, x, source);
    }

    private static GraphValue cat(Call c) {
        List<GraphValue> all = c.values("tensors");
        List<GraphValue> parts = new ArrayList<>(all);
        parts.removeIf(part -> part.rank() == 1 && part.count() == 0); // PyTorch leaves out such parts
        if (parts.isEmpty()) {
            return all.get(0);
        }
        long type = parts.get(0).type();
        for (GraphValue part : parts) {
            type = ElementKind.promoted(type, part.type());
        }
        long common = type;
        parts.replaceAll(part -> c.cast(part, common));
        return c.concat(c.axis("dim", parts.get(0).rank()), parts);
    }

    private static GraphValue stack(Call c) {
        List<GraphValue> parts = c.values("tensors");
        if (parts.isEmpty()) {
            throw new NetworkFailure("there is nothing to stack");
        }
        int axis = c.axis("dim", parts.get(0).rank() + 1);
        return c.concat(
                axis, parts.stream().map(part -> c.unsqueeze(part, axis)).toList());
    }

    private static List<TorchTensor> split(Call c) {
        GraphValue x = c.value("self");
        int axis = c.axis("dim", x.rank());
        return even(c, WholeNumbers.fixed(x.size(axis)), c.whole("split_size"));
    }

    private static List<TorchTensor> chunk(Call c) {
        GraphValue x = c.value("self");
        long length = WholeNumbers.fixed(x.size(c.axis("dim", x.rank())));
        long chunks = c.whole("chunks");
        if (chunks < 1) {
            throw new NetworkFailure("it cannot be cut into " + chunks + " parts");
        }
        return even(c, length, Math.max(1, (length + chunks - 1) / chunks));
    }

    private static List<TorchTensor> even(Call c, long length, long size) {
        if (size < 1 || length / size > MOST_PARTS) {
            throw new NetworkFailure("parts of " + size + " from a length of " + length);
        }
        List<Object> sizes = new ArrayList<>();
        for (long at = 0; at < length; at += size) {
            sizes.add(Math.min(size, length - at));
        }
        return parts(c, sizes);
    }

    private static List<TorchTensor> sections(Call c) {
        GraphValue x = c.value("self");
        long length = WholeNumbers.fixed(x.size(c.axis("dim", x.rank())));
        long sections = c.whole("sections");
        if (sections < 1 || sections > MOST_PARTS) {
            throw new NetworkFailure("it cannot be cut into " + sections + " parts");
        }
        List<Object> sizes = new ArrayList<>();
        for (long i = 0; i < sections; i++) {
            sizes.add(length / sections + (i < length % sections ? 1 : 0));
        }
        return parts(c, sizes);
    }

    private static List<TorchTensor> splitAt(Call c) {
        GraphValue x = c.value("self");
        long length = WholeNumbers.fixed(x.size(c.axis("dim", x.rank())));
        List<Object> sizes = new ArrayList<>();
        long last = 0;
        for (long index : c.wholes("indices")) {
            long at = Math.max(last, Math.min(length, index < 0 ? index + length : index));
            sizes.add(at - last);
            last = at;
        }
        sizes.add(length - last);
        return parts(c, sizes);
    }

    /** Consecutive parts, each a view. */
    private static List<TorchTensor> parts(Call c, List<Object> sizes) {
        TorchTensor self = c.handle("self");
        GraphValue x = self.current();
        int axis = c.axis("dim", x.rank());
        if (sizes.size() > MOST_PARTS) {
            throw new NetworkFailure(sizes.size() + " parts; at most " + MOST_PARTS + " are supported");
        }
        List<GraphValue> values = sizes.size() == 1
                ? List.of(x)
                : c.graph.node("Split", sizes.size(), List.of(x, c.sizes(sizes)), Attribute.of("axis", (long) axis));
        List<TorchTensor> parts = new ArrayList<>();
        Object at = 0L;
        for (int i = 0; i < sizes.size(); i++) {
            Object end = WholeNumbers.plus(at, sizes.get(i));
            parts.add(self.view(
                    new TensorView.Sliced(axis, at, end, 1), values.get(i).as(x.type())));
            at = end;
        }
        if (!WholeNumbers.same(at, x.size(axis))) {
            throw new NetworkFailure("parts of " + sizes + " of a length of " + WholeNumbers.describe(x.size(axis)));
        }
        return parts;
    }

    private static List<TorchTensor> unbind(Call c) {
        GraphValue x = c.value("self");
        int axis = c.axis("dim", x.rank());
        long length = WholeNumbers.fixed(x.size(axis));
        if (length > MOST_PARTS) {
            throw new NetworkFailure(length + " parts; at most " + MOST_PARTS + " are supported");
        }
        List<TorchTensor> parts = new ArrayList<>();
        for (long i = 0; i < length; i++) {
            parts.add(c.view("self", new TensorView.Selected(axis, i)));
        }
        return parts;
    }

    private static TensorView slice(Call c, GraphValue x) {
        int axis = c.axis("dim", x.rank());
        Object size = x.size(axis);
        long step = c.whole("step");
        if (step < 1) {
            throw new NetworkFailure("a step of " + step);
        }
        Object start = c.given("start") ? inside(c.get("start"), size) : 0L;
        Object end = c.given("end") ? inside(c.get("end"), size) : size;
        return new TensorView.Sliced(axis, start, WholeNumbers.max(start, end), step);
    }

    /** A position counted from the front, between 0 and the length. */
    private static Object inside(Object place, Object length) {
        Object front = WholeNumbers.of(
                front(WholeNumbers.one(place), WholeNumbers.one(length)),
                front(WholeNumbers.two(place), WholeNumbers.two(length)));
        return WholeNumbers.max(0L, WholeNumbers.min(front, length));
    }

    private static long front(long place, long length) {
        return place < 0 ? place + length : place;
    }

    private static TorchTensor narrow(Call c) {
        GraphValue x = c.value("self");
        int axis = c.axis("dim", x.rank());
        Object start = inside(c.get("start"), x.size(axis));
        Object end = WholeNumbers.plus(start, c.get("length"));
        if (!WholeNumbers.compare(end, x.size(axis), (a, b) -> a <= b)) {
            throw new NetworkFailure("places " + start + " to " + end + " of a length of " + x.size(axis));
        }
        return c.view("self", new TensorView.Sliced(axis, start, end, 1));
    }

    private static TensorView selected(Call c, GraphValue x) {
        int axis = c.axis("dim", x.rank());
        Object index = c.get("index");
        Object size = x.size(axis);
        Object front = WholeNumbers.of(
                front(WholeNumbers.one(index), WholeNumbers.one(size)),
                front(WholeNumbers.two(index), WholeNumbers.two(size)));
        if (!WholeNumbers.compare(front, size, (a, b) -> a >= 0 && a < b)) {
            throw new NetworkFailure("place " + index + " of a length of " + WholeNumbers.describe(size));
        }
        return new TensorView.Selected(axis, front);
    }
}
