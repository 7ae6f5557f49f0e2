package org.eddp.network.onnx.operators;

import java.util.function.BinaryOperator;
import org.eddp.tensor.Elements;
import org.eddp.tensor.Tensor;

/** Comparisons and logic. */
final class Comparisons {
    private Comparisons() {}

    static void addTo(OperatorSet set) {
        binary(set, "Equal", Elements::equal);
        binary(set, "Greater", Elements::greater);
        binary(set, "GreaterOrEqual", Elements::greaterOrEqual);
        binary(set, "Less", (x, y) -> Elements.greater(y, x));
        binary(set, "LessOrEqual", (x, y) -> Elements.greaterOrEqual(y, x));
        binary(set, "And", Elements::and);
        binary(set, "Or", Elements::or);
        binary(set, "Xor", Elements::xor);
        set.unary("Not", Elements::not);
        set.unary("IsNaN", Elements::isUndefined);
        set.single("Where", attributes -> in -> Elements.where(in.tensor(0), in.tensor(1), in.tensor(2)));
    }

    private static void binary(OperatorSet set, String name, BinaryOperator<Tensor> function) {
        set.single(name, attributes -> in -> in.broadcast(function));
    }
}
