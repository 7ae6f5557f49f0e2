package org.eddp.network.torch;

import java.util.List;
import org.eddp.network.NetworkFailure;

/** Copies, other element types, and operators without an effect on the result. */
final class TypeCalls {
    private static final String FLAGS = ", Any non_blocking=False, Any copy=False, MemoryFormat memory_format=None)";

    private TypeCalls() {}

    static void addTo(TorchOperators set) {
        set.add("to(Tensor self, ScalarType dtype" + FLAGS, c -> converted(c, c.type("dtype", 0)));
        set.add(
                "to(Tensor self, Device device, ScalarType? dtype=None" + FLAGS,
                c -> converted(c, c.type("dtype", c.value("self").type())));
        set.add(
                "to(Tensor self, Tensor other" + FLAGS,
                c -> converted(c, c.value("other").type()));
        String options = "(Tensor self, *, ScalarType? dtype=None, Layout layout=None, Device device=None,"
                + " Any pin_memory=None, Any non_blocking=False, Any copy=False, MemoryFormat memory_format=None)";
        set.add(
                "to" + options,
                c -> converted(c, c.type("dtype", c.value("self").type())));
        set.add(
                "_to_copy" + options,
                c -> c.cast(c.value("self"), c.type("dtype", c.value("self").type())));
        set.add(
                "type_as(Tensor self, Tensor other)",
                c -> converted(c, c.value("other").type()));
        set.add("float(Tensor self)", c -> converted(c, ElementKind.FLOAT));
        set.add("double(Tensor self)", c -> converted(c, ElementKind.DOUBLE));
        set.add("long(Tensor self)", c -> converted(c, ElementKind.INT64));
        set.add("int(Tensor self)", c -> converted(c, ElementKind.INT32));
        set.add("bool(Tensor self)", c -> converted(c, ElementKind.BOOL));

        set.add(
                "contiguous(Tensor self, MemoryFormat memory_format=None)",
                c -> c.handle("self").contiguous()
                        ? c.handle("self")
                        : c.view("self", TensorView.maybe(TensorView.same())));
        set.add(
                List.of("detach", "alias", "lift", "lift_fresh"),
                "(Tensor self)",
                c -> c.view("self", TensorView.same()));
        set.add(List.of("detach_", "requires_grad_", "cpu", "positive"), "(Tensor self)", c -> c.handle("self"));
        set.add(List.of("clone"), "(Tensor self, MemoryFormat memory_format=None)", c -> c.value("self"));
        set.add(List.of("lift_fresh_copy", "detach_copy", "alias_copy"), "(Tensor self)", c -> c.value("self"));
        set.add(
                "copy(Tensor self, Tensor src, Any non_blocking=False)",
                c -> c.expand(c.cast(c.value("src"), c.value("self").type()), Primitives.shape(c.value("self"))));
        set.add("copy_(Tensor self, Value src, Any non_blocking=False)", c -> written(c, "src"));
        set.add("fill_(Tensor self, Value value)", c -> written(c, "value"));
        set.add("fill(Tensor self, Value value)", c -> {
            GraphValue x = c.value("self");
            return c.expand(c.cast(c.value("value", x), x.type()), Primitives.shape(x));
        });
        set.add("zero_(Tensor self)", c -> {
            TorchTensor self = c.handle("self");
            TorchOperators.write(c, self, c.number(0L, self.type()));
            return self;
        });

        set.add(
                List.of("dropout", "feature_dropout", "alpha_dropout", "feature_alpha_dropout", "dropout_"),
                "(Tensor input, float p, bool train)",
                c -> untrained(c, "train"));
        set.add("native_dropout(Tensor input, float p, bool? train)", c -> new Object[] {untrained(c, "train"), null});
        for (String name : List.of("_assert_async", "_functional_assert_async")) {
            set.add(name + "(Tensor self, str assert_msg=\"\")", c -> null);
        }
        set.add(
                List.of(
                        "_assert_scalar",
                        "_assert_tensor_metadata",
                        "sym_constrain_range",
                        "sym_constrain_range_for_size",
                        "_assert_static"),
                "(Any a=None, Any b=None, Any c=None, Any d=None, Any e=None, Any f=None)",
                c -> null);
        set.add(
                "_assert_tensor_metadata(Tensor a, Any size=None, Any stride=None, Any dtype=None, Any device=None,"
                        + " Any layout=None)",
                c -> null);
    }

    /** The tensor itself if it has the type already, as in PyTorch. */
    private static Object converted(Call c, long type) {
        GraphValue x = c.value("self");
        boolean copy = Boolean.TRUE.equals(c.get("copy"));
        return x.type() == type && !copy ? c.handle("self") : c.cast(x, type);
    }

    private static TorchTensor written(Call c, String source) {
        TorchTensor self = c.handle("self");
        TorchOperators.write(c, self, c.value(source, self.current()));
        return self;
    }

    private static TorchTensor untrained(Call c, String train) {
        if (c.flag(train) && c.real("p") > 0) {
            throw new NetworkFailure("it is in training mode; export the network after model.eval()");
        }
        return c.handle("input");
    }
}
