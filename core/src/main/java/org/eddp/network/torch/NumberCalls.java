package org.eddp.network.torch;

import java.util.List;
import org.eddp.network.NetworkFailure;

/** Numbers read from tensors: sizes, and the content of constants. */
final class NumberCalls {
    private NumberCalls() {}

    static void addTo(TorchOperators set) {
        set.add(List.of("size", "sym_size"), "(Tensor self)", c -> Primitives.shape(c.value("self")));
        set.add(List.of("size", "sym_size"), "(Tensor self, int dim)", c -> {
            GraphValue x = c.value("self");
            return x.size(c.axis("dim", x.rank()));
        });
        set.add(
                List.of("numel", "sym_numel"),
                "(Tensor self)",
                c -> Primitives.count(Primitives.shape(c.value("self"))));
        set.add(List.of("dim", "ndimension"), "(Tensor self)", c ->
                (long) c.value("self").rank());
        set.add("len(Tensor self)", c -> c.value("self").size(0));
        set.add("is_floating_point(Tensor self)", c -> c.value("self").real());
        set.add(
                List.of("is_complex", "is_cuda", "is_nested", "is_sparse", "requires_grad"),
                "(Tensor self)",
                c -> false);
        set.add(
                "is_contiguous(Tensor self, MemoryFormat memory_format=None)",
                c -> c.handle("self").contiguous());
        set.add(List.of("item", "_local_scalar_dense"), "(Tensor self)", NumberCalls::item);
    }

    private static Object item(Call c) {
        GraphValue x = c.value("self");
        if (!x.exact() || x.count() != 1) {
            throw new NetworkFailure("the program reads a number from a tensor that depends on the images");
        }
        if (!ElementKind.real(x.type()) && !ElementKind.bool(x.type())) {
            return WholeNumbers.of(x.one().longs()[0], x.two().longs()[0]);
        }
        double one = x.one().doubles()[0];
        if (one != x.two().doubles()[0]) {
            throw new NetworkFailure("the program reads a number that depends on the number of images");
        }
        return ElementKind.bool(x.type()) ? (Object) (one != 0) : (Object) one;
    }
}
