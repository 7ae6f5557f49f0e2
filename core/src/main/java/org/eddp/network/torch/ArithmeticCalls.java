package org.eddp.network.torch;

import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;

/** Arithmetic, comparisons and logic on elements, broadcasting. */
final class ArithmeticCalls {
    private ArithmeticCalls() {}

    static void addTo(TorchOperators set) {
        set.elementwise(
                "add(Tensor self, Value other, Scalar alpha=1)",
                c -> c.binary("Add", c.value("self"), scaled(c, "other")));
        set.elementwise(
                "sub(Tensor self, Value other, Scalar alpha=1)",
                c -> c.binary("Sub", c.value("self"), scaled(c, "other")));
        set.add(
                List.of("subtract"),
                "(Tensor self, Value other, Scalar alpha=1)",
                c -> c.binary("Sub", c.value("self"), scaled(c, "other")));
        set.add("rsub(Tensor self, Value other, Scalar alpha=1)", c -> {
            GraphValue x = c.value("self");
            return c.binary("Sub", c.value("other", x), scaled(c, x));
        });
        set.elementwise("mul(Tensor self, Value other)", c -> binary(c, "Mul"));
        set.add("multiply(Tensor self, Value other)", c -> binary(c, "Mul"));
        for (String name : List.of("div", "divide")) {
            set.elementwise(name + "(Tensor self, Value other)", c -> divide(c));
            set.elementwise(
                    name + "(Tensor self, Value other, str? rounding_mode)",
                    c -> c.given("rounding_mode") ? rounded(c, c.text("rounding_mode")) : divide(c));
        }
        set.add("true_divide(Tensor self, Value other)", c -> divide(c));
        set.elementwise("floor_divide(Tensor self, Value other)", c -> rounded(c, "floor"));
        set.elementwise("remainder(Tensor self, Value other)", c -> remainder(c));
        for (String[] pair : new String[][] {{"add", "Add"}, {"sub", "Sub"}, {"mul", "Mul"}}) {
            set.add(pair[0] + "(Scalar self, Tensor other)", c -> {
                GraphValue y = c.value("other");
                return c.binary(pair[1], c.value("self", y), y);
            });
        }
        set.add("div(Scalar self, Tensor other)", c -> {
            GraphValue y = c.real(c.value("other"));
            return c.op("Div", c.number(c.real("self"), y.type()), y);
        });
        set.elementwise("fmod(Tensor self, Value other)", c -> {
            GraphValue x = c.value("self");
            GraphValue y = c.value("other", x);
            long type = ElementKind.promoted(x.type(), y.type());
            return c.op("Mod", c.cast(x, type), c.cast(y, type), Attribute.of("fmod", 1L))
                    .as(type);
        });
        set.elementwise("pow(Tensor self, Value exponent)", c -> power(c));
        set.add("pow(Scalar self, Tensor exponent)", c -> {
            GraphValue exponent = c.real(c.value("exponent"));
            return c.op("Pow", c.number(c.real("self"), exponent.type()), exponent);
        });
        set.elementwise("square(Tensor self)", c -> c.op("Mul", c.value("self"), c.value("self")));
        for (String[] pair : new String[][] {
            {"sqrt", "Sqrt"},
            {"exp", "Exp"},
            {"log", "Log"},
            {"erf", "Erf"},
            {"sin", "Sin"},
            {"cos", "Cos"},
            {"reciprocal", "Reciprocal"}
        }) {
            set.elementwise(pair[0] + "(Tensor self)", c -> c.op(pair[1], c.real(c.value("self"))));
        }
        for (String[] pair : new String[][] {{"abs", "Abs"}, {"neg", "Neg"}, {"sign", "Sign"}}) {
            set.elementwise(
                    pair[0] + "(Tensor self)",
                    c -> c.op(pair[1], c.value("self")).as(c.value("self").type()));
        }
        for (String[] pair : new String[][] {{"floor", "Floor"}, {"ceil", "Ceil"}, {"round", "Round"}}) {
            set.elementwise(
                    pair[0] + "(Tensor self)",
                    c -> c.value("self").real() ? c.op(pair[1], c.value("self")) : c.value("self"));
        }
        set.elementwise("trunc(Tensor self)", c -> {
            GraphValue x = c.value("self");
            return x.real() ? c.op("Mul", c.op("Floor", c.op("Abs", x)), c.op("Sign", x)) : x;
        });
        set.elementwise("rsqrt(Tensor self)", c -> c.op("Reciprocal", c.op("Sqrt", c.real(c.value("self")))));
        set.elementwise("log2(Tensor self)", c -> c.times(c.op("Log", c.real(c.value("self"))), 1 / Math.log(2)));
        set.elementwise("log10(Tensor self)", c -> c.times(c.op("Log", c.real(c.value("self"))), 1 / Math.log(10)));
        set.elementwise("log1p(Tensor self)", c -> c.op("Log", c.plus(c.real(c.value("self")), 1)));
        set.elementwise("expm1(Tensor self)", c -> c.plus(c.op("Exp", c.real(c.value("self"))), -1));
        set.elementwise(
                "addcmul(Tensor self, Tensor tensor1, Tensor tensor2, Scalar value=1)",
                c -> c.op(
                        "Add",
                        c.value("self"),
                        c.times(c.op("Mul", c.value("tensor1"), c.value("tensor2")), c.real("value"))));
        set.elementwise(
                "addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, Scalar value=1)",
                c -> c.op(
                        "Add",
                        c.value("self"),
                        c.times(c.op("Div", c.value("tensor1"), c.value("tensor2")), c.real("value"))));
        set.elementwise("lerp(Tensor self, Tensor end, Value weight)", c -> {
            GraphValue x = c.value("self");
            return c.op("Add", x, c.op("Mul", c.value("weight", x), c.op("Sub", c.value("end"), x)));
        });
        set.add("minimum(Tensor self, Tensor other)", c -> binary(c, "Min"));
        set.add("maximum(Tensor self, Tensor other)", c -> binary(c, "Max"));
        comparisons(set);
        logic(set);
    }

    private static void comparisons(TorchOperators set) {
        for (String[] pair : new String[][] {
            {"eq", "Equal"}, {"lt", "Less"}, {"le", "LessOrEqual"}, {"gt", "Greater"}, {"ge", "GreaterOrEqual"}
        }) {
            set.add(pair[0] + "(Tensor self, Value other)", c -> compared(c, pair[1]));
        }
        set.add(List.of("greater", "__gt__"), "(Tensor self, Value other)", c -> compared(c, "Greater"));
        set.add(List.of("less", "__lt__"), "(Tensor self, Value other)", c -> compared(c, "Less"));
        set.add(List.of("ne", "not_equal"), "(Tensor self, Value other)", c -> c.op("Not", compared(c, "Equal")));
        set.add("isnan(Tensor self)", c -> c.op("IsNaN", c.real(c.value("self"))));
        set.add("isinf(Tensor self)", c -> {
            GraphValue size = c.op("Abs", c.real(c.value("self")));
            return c.op("Equal", size, c.number(Double.POSITIVE_INFINITY, size.type()));
        });
        set.add("where(Tensor condition, Value self, Value other)", ArithmeticCalls::where);
        set.elementwise("masked_fill(Tensor self, Tensor mask, Value value)", c -> {
            GraphValue x = c.value("self");
            GraphValue fill = c.cast(c.value("value", x), x.type());
            return c.op("Where", List.of(c.cast(c.value("mask"), ElementKind.BOOL), fill, x))
                    .as(x.type());
        });
    }

    private static void logic(TorchOperators set) {
        for (String[] pair : new String[][] {{"and", "And"}, {"or", "Or"}, {"xor", "Xor"}}) {
            set.elementwise(
                    "logical_" + pair[0] + "(Tensor self, Tensor other)",
                    c -> c.op(pair[1], truth(c, c.value("self")), truth(c, c.value("other"))));
            for (String name : List.of("bitwise_" + pair[0], "__" + pair[0] + "__")) {
                set.add(name + "(Tensor self, Value other)", c -> {
                    GraphValue x = c.value("self");
                    GraphValue y = c.value("other", x);
                    if (!ElementKind.bool(x.type()) || !ElementKind.bool(y.type())) {
                        throw new NetworkFailure("bits of whole numbers are not supported, only truth values");
                    }
                    return c.op(pair[1], x, y);
                });
            }
        }
        set.elementwise("logical_not(Tensor self)", c -> c.op("Not", truth(c, c.value("self"))));
        set.elementwise("bitwise_not(Tensor self)", c -> {
            GraphValue x = c.value("self");
            return ElementKind.bool(x.type())
                    ? c.op("Not", x)
                    : c.op("Sub", c.op("Neg", x), c.number(1L, x.type())).as(x.type());
        });
    }

    private static GraphValue truth(Call c, GraphValue x) {
        return c.cast(x, ElementKind.BOOL);
    }

    private static GraphValue binary(Call c, String kind) {
        GraphValue x = c.value("self");
        GraphValue y = c.value("other", x);
        long type = ElementKind.promoted(x.type(), y.type());
        if (ElementKind.bool(type)) { // the engine has no arithmetic on truth values
            return c.op(kind.equals("Mul") || kind.equals("Min") ? "And" : "Or", x, y);
        }
        return c.binary(kind, x, y).as(type);
    }

    /** alpha times an argument. */
    private static GraphValue scaled(Call c, String name) {
        GraphValue x = c.value("self");
        return scaled(c, c.value(name, x));
    }

    private static GraphValue scaled(Call c, GraphValue y) {
        Object alpha = c.get("alpha");
        if (alpha instanceof Number number && number.doubleValue() == 1) {
            return ElementKind.bool(y.type()) ? c.cast(y, ElementKind.INT64) : y;
        }
        return c.binary("Mul", y, c.number(alpha, ElementKind.promotedByNumber(y.type(), alpha)));
    }

    private static GraphValue divide(Call c) {
        GraphValue x = c.real(c.value("self"));
        return c.op("Div", x, c.real(c.value("other", x)));
    }

    private static GraphValue rounded(Call c, String mode) {
        GraphValue x = c.value("self");
        GraphValue y = c.value("other", x);
        long type = ElementKind.promoted(x.type(), y.type());
        x = c.cast(x, type);
        y = c.cast(y, type);
        if (mode.equals("trunc")) {
            GraphValue quotient = c.op("Div", x, y);
            return ElementKind.real(type)
                    ? c.op("Mul", c.op("Floor", c.op("Abs", quotient)), c.op("Sign", quotient))
                    : quotient.as(type);
        }
        if (!mode.equals("floor")) {
            throw new NetworkFailure("rounding mode '" + mode + "' is not supported, only 'floor' and 'trunc'");
        }
        if (ElementKind.real(type)) {
            return c.op("Floor", c.op("Div", x, y));
        }
        return c.op("Div", c.op("Sub", x, c.op("Mod", x, y)), y).as(type);
    }

    private static GraphValue remainder(Call c) {
        GraphValue x = c.value("self");
        GraphValue y = c.value("other", x);
        long type = ElementKind.promoted(x.type(), y.type());
        if (!ElementKind.real(type)) {
            return c.op("Mod", c.cast(x, type), c.cast(y, type)).as(type);
        }
        x = c.cast(x, type);
        y = c.cast(y, type);
        return c.op("Sub", x, c.op("Mul", y, c.op("Floor", c.op("Div", x, y))));
    }

    private static GraphValue power(Call c) {
        GraphValue x = c.value("self");
        Object exponent = c.get("exponent");
        if (exponent instanceof Number number && number.doubleValue() == 2) {
            return c.op("Mul", x, x).as(x.type());
        }
        GraphValue y = c.value("exponent", x);
        return c.binary("Pow", x, y);
    }

    private static GraphValue compared(Call c, String kind) {
        return c.binary(kind, c.value("self"), c.value("other", c.value("self")));
    }

    private static GraphValue where(Call c) {
        Object a = c.get("self");
        Object b = c.get("other");
        GraphValue x;
        GraphValue y;
        if (a instanceof TorchTensor tensor) {
            x = tensor.current();
            y = c.value("other", x);
        } else if (b instanceof TorchTensor tensor) {
            y = tensor.current();
            x = c.value("self", y);
        } else {
            x = c.number(a, ElementKind.ofNumber(a));
            y = c.number(b, ElementKind.ofNumber(b));
        }
        long type = ElementKind.promoted(x.type(), y.type());
        return c.op("Where", List.of(truth(c, c.value("condition")), c.cast(x, type), c.cast(y, type)))
                .as(type);
    }
}
