package org.eddp.network.onnx.operators;

import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** Reductions over dimensions. */
final class Reductions {
    private Reductions() {}

    /** A reduction over given dimensions. */
    private interface Reduction {
        Tensor over(Tensor x, long[] axes, boolean keep);
    }

    static void addTo(OperatorSet set) {
        add(set, "ReduceMean", Views::mean);
        add(set, "ReduceSum", Views::sum);
        add(set, "ReduceMax", Views::max);
        add(set, "ReduceMin", Views::min);
        add(set, "ReduceProd", Reductions::product);
        add(set, "ReduceL1", (x, axes, keep) -> Views.sum(x.abs(), axes, keep));
        add(
                set,
                "ReduceL2",
                (x, axes, keep) -> Views.sum(x.times(x), axes, keep).sqrt());
        add(set, "ReduceSumSquare", (x, axes, keep) -> Views.sum(x.times(x), axes, keep));
        add(set, "ReduceLogSum", (x, axes, keep) -> Views.sum(x, axes, keep).log());
        add(set, "ReduceLogSumExp", Views::logSumExp);
        set.single("ArgMax", attributes -> argmax(attributes, false));
        set.single("ArgMin", attributes -> argmax(attributes, true));
    }

    private static void add(OperatorSet set, String name, Reduction reduction) {
        set.single(name, attributes -> {
            long[] fixed = attributes.wholes("axes");
            boolean keep = attributes.flag("keepdims", true);
            boolean noop = attributes.flag("noop_with_empty_axes", false);
            return in -> {
                Tensor x = in.tensor(0);
                long[] axes = in.longs(1, fixed); // an input: of the sum since opset 13, of all others since 18
                if (axes != null && axes.length == 0) {
                    axes = null;
                }
                return axes == null && noop ? x : reduction.over(x, Axes.of(axes, x.shape().length), keep);
            };
        });
    }

    private static Tensor product(Tensor x, long[] axes, boolean keep) {
        Tensor result = x;
        for (long axis : axes) {
            result = Views.product(result, (int) axis, true);
        }
        return keep ? result : ShapeOperators.squeeze(result, axes);
    }

    private static OperatorSet.Single argmax(Attributes attributes, boolean least) {
        long axis = attributes.whole("axis", 0);
        boolean keep = attributes.flag("keepdims", true);
        attributes.only("select_last_index", 0);
        return in -> {
            Tensor x = least ? in.tensor(0).times(-1) : in.tensor(0);
            return Views.argmax(x, Axes.of(axis, x.shape().length), keep);
        };
    }
}
