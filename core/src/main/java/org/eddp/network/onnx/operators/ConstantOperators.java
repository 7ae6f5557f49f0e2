package org.eddp.network.onnx.operators;

import java.util.stream.LongStream;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** Operators without inputs: constants and ranges. */
final class ConstantOperators {
    private static final long LONGEST_RANGE = 1 << 24;

    private ConstantOperators() {}

    static void addTo(OperatorSet set) {
        set.single("Constant", ConstantOperators::constant);
        set.single("ConstantOfShape", ConstantOperators::constantOfShape);
        set.single("Range", attributes -> ConstantOperators::range);
    }

    private static OperatorSet.Single constant(Attributes attributes) {
        OnnxTensor tensor = attributes.tensor("value");
        DType floating = attributes.floating();
        if (tensor != null) {
            return in -> tensor.decode(floating);
        }
        if (attributes.has("value_float")) {
            double number = attributes.real("value_float", 0);
            return in -> Tensor.of(new double[] {number}, floating);
        }
        if (attributes.has("value_int")) {
            long number = attributes.whole("value_int", 0);
            return in -> Views.whole(new long[] {number});
        }
        float[] reals = attributes.reals("value_floats");
        if (reals != null) {
            return in -> Tensor.of(reals, reals.length).to(floating);
        }
        long[] wholes = attributes.wholes("value_ints");
        if (wholes != null) {
            return in -> Tensor.indices(wholes);
        }
        throw new NetworkFailure("its value is neither a tensor nor a number");
    }

    private static OperatorSet.Single constantOfShape(Attributes attributes) {
        OnnxTensor tensor = attributes.tensor("value");
        DType floating = attributes.floating();
        return in -> {
            Tensor value = tensor == null ? Tensor.zeros(floating, 1) : Views.reshape(tensor.decode(floating), 1);
            long[] shape = Axes.allocatable(in.longs(0).clone());
            long[] ones = LongStream.generate(() -> 1).limit(shape.length).toArray();
            return Views.expand(Views.reshape(value, ones), shape).copy();
        };
    }

    private static Tensor range(Operands in) {
        boolean whole = in.value(0).whole();
        double start = in.number(0, 0);
        double step = in.number(2, 1);
        double count = Math.max(0, Math.ceil((in.number(1, 0) - start) / step));
        if (!(count <= LONGEST_RANGE)) {
            throw new NetworkFailure("a range of " + count + " numbers; at most " + LONGEST_RANGE + " are supported");
        }
        double[] numbers = new double[(int) count];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = start + i * step;
        }
        Tensor range = Tensor.of(numbers, DType.FLOAT64, numbers.length);
        return whole ? range.to(DType.INT64) : range.to(in.tensor(0).type());
    }
}
