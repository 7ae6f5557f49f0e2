package org.eddp.network.torch;

import java.util.Arrays;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.torch.WholeNumbers.BatchNumber;

/** Activation functions. */
final class ActivationCalls {
    private ActivationCalls() {}

    static void addTo(TorchOperators set) {
        for (String[] pair : new String[][] {
            {"relu", "Relu"}, {"sigmoid", "Sigmoid"}, {"tanh", "Tanh"}, {"mish", "Mish"}, {"hardswish", "HardSwish"}
        }) {
            set.elementwise(pair[0] + "(Tensor self)", c -> c.op(pair[1], c.real(c.value("self"))));
        }
        set.elementwise("relu6(Tensor self)", c -> clip(c, c.value("self"), 0.0, 6.0));
        set.elementwise(
                "hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1)",
                c -> clip(c, c.value("self"), c.real("min_val"), c.real("max_val")));
        set.elementwise("clamp(Tensor self, Value? min=None, Value? max=None)", c -> clamp(c));
        set.add("clip(Tensor self, Value? min=None, Value? max=None)", c -> clamp(c));
        set.elementwise("clamp_min(Tensor self, Value min)", c -> clamp(c));
        set.elementwise("clamp_max(Tensor self, Value max)", c -> clamp(c));
        set.elementwise("silu(Tensor self)", c -> c.op("Mul", c.value("self"), c.op("Sigmoid", c.value("self"))));
        set.elementwise(
                "gelu(Tensor self, str approximate=\"none\")",
                c -> c.op("Gelu", c.value("self"), Attribute.of("approximate", c.text("approximate"))));
        set.elementwise(
                "hardsigmoid(Tensor self)",
                c -> c.op("HardSigmoid", c.value("self"), Attribute.of("alpha", 1f / 6), Attribute.of("beta", 0.5f)));
        set.elementwise(
                "leaky_relu(Tensor self, Scalar negative_slope=0.01)",
                c -> c.op("LeakyRelu", c.value("self"), Attribute.of("alpha", (float) c.real("negative_slope"))));
        set.elementwise("elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1)", c -> elu(c));
        set.elementwise("selu(Tensor self)", c -> c.op("Selu", c.value("self")));
        set.elementwise(
                "celu(Tensor self, Scalar alpha=1.0)",
                c -> c.op("Celu", c.value("self"), Attribute.of("alpha", (float) c.real("alpha"))));
        set.elementwise("threshold(Tensor self, Scalar threshold, Scalar value)", c -> {
            GraphValue x = c.value("self");
            GraphValue above = c.op("Greater", x, c.number(c.real("threshold"), x.type()));
            return c.op("Where", List.of(above, x, c.number(c.real("value"), x.type())));
        });
        set.add("prelu(Tensor self, Tensor weight)", ActivationCalls::prelu);
        set.add("_prelu_kernel(Tensor self, Tensor weight)", c -> c.op("PRelu", c.value("self"), c.value("weight")));
        set.add("softplus(Tensor self, Scalar beta=1, Scalar threshold=20)", ActivationCalls::softplus);
        set.add(
                List.of("log_sigmoid"),
                "(Tensor self)",
                c -> c.op("Neg", c.op("Softplus", c.op("Neg", c.value("self")))));
        set.add("softsign(Tensor self)", c -> c.op("Softsign", c.value("self")));
        set.add(
                List.of("softmax", "_safe_softmax"),
                "(Tensor self, int dim, ScalarType? dtype=None)",
                c -> softmax(c, "Softmax"));
        set.add("_softmax(Tensor self, int dim, bool half_to_float)", c -> softmax(c, "Softmax"));
        set.add("log_softmax(Tensor self, int dim, ScalarType? dtype=None)", c -> softmax(c, "LogSoftmax"));
        set.add("_log_softmax(Tensor self, int dim, bool half_to_float)", c -> softmax(c, "LogSoftmax"));
        set.add("glu(Tensor self, int dim=-1)", ActivationCalls::glu);
    }

    /** Limits that are numbers; null for none. */
    static GraphValue clip(Primitives c, GraphValue x, Double low, Double high) {
        if (low != null && low == 0 && high == null && x.real()) {
            return c.op("Relu", x);
        }
        return c.op(
                "Clip",
                Arrays.asList(
                        x,
                        low == null ? null : c.number(low, x.type()),
                        high == null ? null : c.number(high, x.type())));
    }

    private static GraphValue clamp(Call c) {
        GraphValue x = c.value("self");
        Object low = c.get("min");
        Object high = c.get("max");
        if (low instanceof Double || high instanceof Double) {
            x = c.real(x);
        }
        boolean numbers = !(low instanceof TorchTensor) && !(high instanceof TorchTensor);
        if (numbers && !(low instanceof BatchNumber) && !(high instanceof BatchNumber)) {
            Double from = low == null ? null : (Double) c.real("min");
            Double to = high == null ? null : (Double) c.real("max");
            if (from != null && to != null && from > to) {
                from = to;
            }
            return clip(c, x, from, to).as(x.type());
        }
        GraphValue limited = low == null ? x : c.binary("Max", x, c.value("min", x));
        return high == null ? limited : c.binary("Min", limited, c.value("max", x));
    }

    private static GraphValue elu(Call c) {
        if (c.real("input_scale") != 1) {
            throw new NetworkFailure("input_scale = " + c.real("input_scale") + " is not supported, only 1");
        }
        GraphValue x = c.op("Elu", c.value("self"), Attribute.of("alpha", (float) c.real("alpha")));
        return c.times(x, c.real("scale"));
    }

    private static GraphValue prelu(Call c) {
        GraphValue x = c.value("self");
        GraphValue slope = c.value("weight");
        if (slope.count() > 1 && x.rank() > 2) {
            long[] shape = new long[x.rank() - 1];
            Arrays.fill(shape, 1);
            shape[0] = slope.count();
            slope = c.reshape(slope, shape);
        }
        return c.op("PRelu", x, slope);
    }

    private static GraphValue softplus(Call c) {
        if (c.real("threshold") != 20) {
            throw new NetworkFailure("threshold = " + c.real("threshold") + " is not supported, only 20");
        }
        double beta = c.real("beta");
        return c.times(c.op("Softplus", c.times(c.value("self"), beta)), 1 / beta);
    }

    private static GraphValue softmax(Call c, String kind) {
        GraphValue x = c.real(c.value("self"));
        return c.op(kind, x, Attribute.of("axis", (long) c.axis("dim", x.rank())));
    }

    private static GraphValue glu(Call c) {
        GraphValue x = c.value("self");
        int axis = c.axis("dim", x.rank());
        Object half = WholeNumbers.floorDivide(x.size(axis), 2L);
        GraphValue gate = c.op("Sigmoid", c.slice(x, axis, half, x.size(axis), 1));
        return c.op("Mul", c.slice(x, axis, 0L, half, 1), gate);
    }
}
