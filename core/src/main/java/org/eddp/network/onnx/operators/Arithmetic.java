package org.eddp.network.onnx.operators;

import java.util.function.BinaryOperator;
import org.eddp.tensor.DType;
import org.eddp.tensor.Elements;
import org.eddp.tensor.Tensor;

/** Arithmetic on single elements, broadcasting. */
final class Arithmetic {
    private Arithmetic() {}

    static void addTo(OperatorSet set) {
        binary(set, "Add", Tensor::plus);
        binary(set, "Sub", Tensor::minus);
        binary(set, "Mul", Tensor::times);
        binary(set, "Div", Arithmetic::quotient);
        set.single("Pow", attributes -> Arithmetic::power);
        set.single("Mod", attributes -> {
            boolean truncated = attributes.flag("fmod", false);
            return in -> in.broadcast(truncated ? Elements::truncatedRemainder : Elements::remainder);
        });
        set.single("Sum", attributes -> in -> fold(in, Tensor::plus));
        set.single("Min", attributes -> in -> fold(in, Elements::minimum));
        set.single("Max", attributes -> in -> fold(in, Elements::maximum));
        set.single("Mean", attributes -> in -> fold(in, Tensor::plus).times(1.0 / in.count()));
        set.unary("Sqrt", Tensor::sqrt);
        set.unary("Exp", Tensor::exp);
        set.unary("Log", Tensor::log);
        set.unary("Abs", Tensor::abs);
        set.unary("Neg", Elements::negative);
        set.unary("Sign", Elements::sign);
        set.unary("Sin", Elements::sin);
        set.unary("Cos", Elements::cos);
        set.unary("Reciprocal", Elements::reciprocal);
        set.unary("Floor", Elements::floor);
        set.unary("Ceil", Elements::ceil);
        set.unary("Round", Elements::round);
    }

    private static void binary(OperatorSet set, String name, BinaryOperator<Tensor> function) {
        set.single(name, attributes -> in -> in.broadcast(function));
    }

    private static Tensor fold(Operands in, BinaryOperator<Tensor> function) {
        Tensor[] all = in.tensors();
        Tensor result = all[0];
        for (int i = 1; i < all.length; i++) {
            Axes.checkBroadcast(result, all[i]);
            result = function.apply(result, all[i]);
        }
        return result;
    }

    private static Tensor quotient(Tensor x, Tensor y) {
        return x.type() == DType.INT64 ? Elements.wholeQuotient(x, y) : x.over(y);
    }

    private static Tensor power(Operands in) {
        Tensor x = in.tensor(0);
        Tensor exponent = in.tensor(1);
        Axes.checkBroadcast(x, exponent);
        boolean plain = exponent.count() == 1 && x.type() != DType.INT64 && exponent.shape().length <= x.shape().length;
        Tensor power = plain ? x.pow(in.number(1, 1)) : Elements.pow(x, exponent);
        return power.to(x.type()); // the type of the base, also where the exponent has a wider one
    }
}
