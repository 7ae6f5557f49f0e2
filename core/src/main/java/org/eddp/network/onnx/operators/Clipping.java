package org.eddp.network.onnx.operators;

import java.util.function.ToDoubleFunction;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Elements;
import org.eddp.tensor.Tensor;

/**
 * Values limited to a range.
 *
 * @param low finds the lower limit
 * @param high finds the upper limit
 */
record Clipping(ToDoubleFunction<Operands> low, ToDoubleFunction<Operands> high) implements Operator.Overwriting {
    @Override
    public Tensor[] run(Operands in) {
        Tensor x = in.tensor(0);
        double from = low.applyAsDouble(in);
        double to = checked(from, high.applyAsDouble(in));
        if (x.type() == DType.INT64) {
            Tensor limited = Double.isInfinite(from) ? x : Elements.maximum(x, whole(from));
            return new Tensor[] {Double.isInfinite(to) ? limited : Elements.minimum(limited, whole(to))};
        }
        if (from == 0 && to == Double.POSITIVE_INFINITY) {
            return new Tensor[] {x.relu()};
        }
        return new Tensor[] {x.clamp(from, to)};
    }

    private static Tensor whole(double limit) {
        return Tensor.indices((long) limit);
    }

    @Override
    public void overwrite(Operands in) {
        double from = low.applyAsDouble(in);
        Elements.clampInPlace(in.tensor(0), from, checked(from, high.applyAsDouble(in)));
    }

    private static double checked(double from, double to) {
        if (from > to) {
            throw new NetworkFailure("limits " + from + " and " + to + " are the wrong way round");
        }
        return to;
    }
}
