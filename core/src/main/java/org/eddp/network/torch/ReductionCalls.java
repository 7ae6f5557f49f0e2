package org.eddp.network.torch;

import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;

/** Reductions over dimensions. */
final class ReductionCalls {
    private ReductionCalls() {}

    static void addTo(TorchOperators set) {
        for (String[] pair : new String[][] {{"mean", "ReduceMean"}, {"sum", "ReduceSum"}}) {
            set.add(pair[0] + "(Tensor self, *, ScalarType? dtype=None)", c -> reduce(c, pair[1], false));
            set.add(
                    pair[0] + "(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None)",
                    c -> reduce(c, pair[1], false));
        }
        set.add("prod(Tensor self, *, ScalarType? dtype=None)", c -> reduce(c, "ReduceProd", false));
        set.add(
                "prod(Tensor self, int[1] dim, bool keepdim=False, *, ScalarType? dtype=None)",
                c -> reduce(c, "ReduceProd", false));
        set.add("logsumexp(Tensor self, int[1] dim, bool keepdim=False)", c -> reduce(c, "ReduceLogSumExp", true));
        set.add("amax(Tensor self, int[1] dim=[], bool keepdim=False)", c -> reduce(c, "ReduceMax", true));
        set.add("amin(Tensor self, int[1] dim=[], bool keepdim=False)", c -> reduce(c, "ReduceMin", true));
        extremes(set, "max", "ReduceMax", "ArgMax", "Max");
        extremes(set, "min", "ReduceMin", "ArgMin", "Min");
        set.add("argmax(Tensor self, int? dim=None, bool keepdim=False)", c -> extreme(c, "ArgMax"));
        set.add("argmin(Tensor self, int? dim=None, bool keepdim=False)", c -> extreme(c, "ArgMin"));
        for (String[] pair : new String[][] {{"any", "ReduceMax"}, {"all", "ReduceMin"}}) {
            set.add(pair[0] + "(Tensor self)", c -> truth(c, pair[1]));
            set.add(pair[0] + "(Tensor self, int[1]? dim, bool keepdim=False)", c -> truth(c, pair[1]));
        }
        for (String name : List.of("var", "std")) {
            boolean root = name.equals("std");
            set.add(name + "(Tensor self, bool unbiased=True)", c -> variance(c, root, c.flag("unbiased") ? 1 : 0));
            set.add(
                    name + "(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False)",
                    c -> variance(c, root, c.flag("unbiased") ? 1 : 0));
            String corrected = "(Tensor self, int[1]? dim=None, Scalar? correction=None, bool keepdim=False)";
            set.add(name + corrected, c -> variance(c, root, c.real("correction", 1)));
            set.add(name + "_mean" + corrected, c ->
                    new Object[] {variance(c, root, c.real("correction", 1)), reduce(c, "ReduceMean", false)});
            set.add(name + "_mean(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False)", c ->
                    new Object[] {variance(c, root, c.flag("unbiased") ? 1 : 0), reduce(c, "ReduceMean", false)});
        }
        set.add("norm(Tensor self, Scalar p=2)", c -> norm(c, "p"));
        set.add(
                "norm(Tensor self, Scalar? p, int[1] dim, bool keepdim=False, *, ScalarType? dtype=None)",
                c -> norm(c, "p"));
        set.add(
                "linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False,"
                        + " *, ScalarType? dtype=None)",
                c -> norm(c, "ord"));
        set.add("cumsum(Tensor self, int dim, *, ScalarType? dtype=None)", c -> {
            GraphValue x = typed(c, c.value("self"));
            return c.op("CumSum", x, c.graph.wholes(new long[] {c.axis("dim", x.rank())}));
        });
    }

    private static void extremes(TorchOperators set, String name, String kind, String place, String pairwise) {
        set.add(name + "(Tensor self)", c -> reduce(c, kind, true));
        set.add(name + "(Tensor self, int dim, bool keepdim=False)", c -> {
            GraphValue x = c.value("self");
            long axis = c.axis("dim", x.rank());
            return new Object[] {
                c.reduce(kind, x, new long[] {axis}, c.flag("keepdim")).as(x.type()), extreme(c, place)
            };
        });
        set.add(name + "(Tensor self, Tensor other)", c -> c.binary(pairwise, c.value("self"), c.value("other")));
    }

    /** Converts to the requested type; sums of truth values are whole numbers. */
    private static GraphValue typed(Call c, GraphValue x) {
        if (c.given("dtype")) {
            return c.cast(x, c.type("dtype", x.type()));
        }
        return x.real() ? x : c.cast(x, ElementKind.INT64);
    }

    private static GraphValue reduce(Call c, String kind, boolean keepType) {
        GraphValue x = keepType ? c.value("self") : typed(c, c.value("self"));
        if (x.rank() == 0) {
            return x;
        }
        return c.reduce(kind, x, c.axes("dim", x), c.flag("keepdim")).as(x.type());
    }

    private static GraphValue extreme(Call c, String kind) {
        GraphValue x = c.value("self");
        if (!c.given("dim")) {
            x = c.reshape(x, -1);
        }
        long axis = c.given("dim") ? c.axis("dim", x.rank()) : 0;
        return c.op(
                kind,
                c.real(x),
                Attribute.of("axis", axis),
                Attribute.of("keepdims", c.given("dim") && c.flag("keepdim") ? 1L : 0L));
    }

    private static GraphValue truth(Call c, String kind) {
        GraphValue x = c.cast(c.cast(c.value("self"), ElementKind.BOOL), ElementKind.INT64);
        GraphValue found = x.rank() == 0 ? x : c.reduce(kind, x, c.axes("dim", x), c.flag("keepdim"));
        return c.cast(found, ElementKind.BOOL);
    }

    private static GraphValue variance(Call c, boolean root, double correction) {
        GraphValue x = c.value("self");
        long[] axes = c.axes("dim", x);
        Object count = 1L;
        for (long axis : axes) {
            count = WholeNumbers.times(count, x.size((int) axis));
        }
        double numbers = WholeNumbers.fixed(count);
        GraphValue off = c.op("Sub", x, c.reduce("ReduceMean", x, axes, true));
        GraphValue mean = c.reduce("ReduceMean", c.op("Mul", off, off), axes, c.flag("keepdim"));
        GraphValue variance = c.times(mean, numbers / Math.max(0, numbers - correction));
        return root ? c.op("Sqrt", variance) : variance;
    }

    private static GraphValue norm(Call c, String order) {
        GraphValue x = c.real(c.value("self"));
        double p = c.real(order, 2);
        long[] axes = c.axes("dim", x);
        boolean keep = c.flag("keepdim");
        if (p == 2) {
            return c.reduce("ReduceL2", x, axes, keep);
        }
        if (p == 1) {
            return c.reduce("ReduceL1", x, axes, keep);
        }
        if (Double.isInfinite(p)) {
            return c.reduce(p > 0 ? "ReduceMax" : "ReduceMin", c.op("Abs", x), axes, keep);
        }
        if (p <= 0) {
            throw new NetworkFailure("norm of order " + p + " is not supported");
        }
        GraphValue sum = c.reduce("ReduceSum", c.op("Pow", c.op("Abs", x), c.number(p, x.type())), axes, keep);
        return c.op("Pow", sum, c.number(1 / p, x.type()));
    }
}
