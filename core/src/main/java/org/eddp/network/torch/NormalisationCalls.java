package org.eddp.network.torch;

import java.util.Arrays;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;

/** Normalisation. */
final class NormalisationCalls {
    private static final double FLOAT_EPSILON = Math.ulp(1f);

    private NormalisationCalls() {}

    static void addTo(TorchOperators set) {
        String first = "(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, ";
        set.add("batch_norm" + first + "bool training, float momentum, float eps, bool cudnn_enabled)", c -> batch(c));
        set.add("native_batch_norm" + first + "bool training, float momentum, float eps)", c -> tuple(batch(c), 2));
        set.add(
                "_native_batch_norm_legit" + first + "bool training, float momentum, float eps)",
                c -> tuple(batch(c), 2));
        set.add(
                "_native_batch_norm_legit(Tensor input, Tensor? weight, Tensor? bias, bool training, float momentum,"
                        + " float eps)",
                c -> tuple(batch(c), 2));
        set.add("_native_batch_norm_legit_no_training" + first + "float momentum, float eps)", c -> tuple(batch(c), 2));
        set.add("_batch_norm_no_update" + first + "float momentum, float eps)", c -> tuple(batch(c), 3));
        set.add(
                "cudnn_batch_norm" + first + "bool training, float exponential_average_factor, float eps)",
                c -> tuple(batch(c), 3));
        set.add(
                "_batch_norm_impl_index" + first + "bool training, float momentum, float eps, bool cudnn_enabled)",
                c -> tuple(batch(c), 4));
        set.add(
                "layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None,"
                        + " float eps=1e-05, bool cudnn_enable=True)",
                c -> layer(c));
        set.add(
                "native_layer_norm(Tensor input, int[] normalized_shape, Tensor? weight, Tensor? bias, float eps)",
                c -> tuple(layer(c), 2));
        set.add(
                "group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05,"
                        + " bool cudnn_enabled=True)",
                c -> group(c, c.whole("num_groups")));
        set.add(
                "native_group_norm(Tensor input, Tensor? weight, Tensor? bias, int N, int C, int HxW, int group,"
                        + " float eps)",
                c -> tuple(group(c, c.whole("group")), 2));
        set.add(
                "instance_norm" + first + "bool use_input_stats, float momentum, float eps, bool cudnn_enabled)",
                NormalisationCalls::instance);
        set.add(
                List.of("rms_norm", "_fused_rms_norm"),
                "(Tensor input, int[] normalized_shape, Tensor? weight=None, float? eps=None)",
                NormalisationCalls::rootMeanSquare);
    }

    private static Object[] tuple(GraphValue first, int more) {
        Object[] all = new Object[more + 1];
        all[0] = first;
        return all;
    }

    static GraphValue filled(Primitives c, double value, long... shape) {
        return c.op(
                "ConstantOfShape",
                c.wholes(shape),
                Attribute.of("value", org.eddp.network.onnx.file.OnnxTensor.of("", new float[] {(float) value}, 1)));
    }

    private static GraphValue orFilled(Call c, String name, double value, long... shape) {
        return c.given(name) ? c.value(name) : filled(c, value, shape);
    }

    private static GraphValue batch(Call c) {
        GraphValue x = c.value("input");
        if (x.fixed() && c.flag("training") && !c.given("running_mean")) {
            return standardised(c, x);
        }
        if (c.flag("training") || !c.given("running_mean") || !c.given("running_var")) {
            throw new NetworkFailure("it is in training mode; export the network after model.eval()");
        }
        long channels = WholeNumbers.fixed(x.size(1));
        return c.op(
                "BatchNormalization",
                List.of(
                        x,
                        orFilled(c, "weight", 1, channels),
                        orFilled(c, "bias", 0, channels),
                        c.value("running_mean"),
                        c.value("running_var")),
                Attribute.of("epsilon", (float) c.real("eps")));
    }

    /** Weights that are normalised by their own statistics before they are used. */
    private static GraphValue standardised(Call c, GraphValue x) {
        long[] axes =
                Arrays.stream(Primitives.allAxes(x)).filter(axis -> axis != 1).toArray();
        long[] perChannel = new long[x.rank() - 1];
        Arrays.fill(perChannel, 1);
        perChannel[0] = WholeNumbers.fixed(x.size(1));
        GraphValue off = c.op("Sub", x, c.reduce("ReduceMean", x, axes, true));
        GraphValue variance = c.reduce("ReduceMean", c.op("Mul", off, off), axes, true);
        GraphValue normal = c.op("Div", off, c.op("Sqrt", c.plus(variance, c.real("eps"))));
        GraphValue scaled = c.given("weight") ? c.op("Mul", normal, c.reshape(c.value("weight"), perChannel)) : normal;
        return c.given("bias") ? c.op("Add", scaled, c.reshape(c.value("bias"), perChannel)) : scaled;
    }

    private static GraphValue layer(Call c) {
        long[] shape = c.wholes("normalized_shape");
        return layer(
                c, c.value("input"), orFilled(c, "weight", 1, shape), c.optional("bias"), shape.length, c.real("eps"));
    }

    static GraphValue layer(Primitives c, GraphValue x, GraphValue scale, GraphValue shift, int axes, double epsilon) {
        return c.op(
                "LayerNormalization",
                shift == null ? List.of(x, scale) : List.of(x, scale, shift),
                Attribute.of("axis", (long) -axes),
                Attribute.of("epsilon", (float) epsilon));
    }

    private static GraphValue group(Call c, long groups) {
        GraphValue x = c.value("input");
        long channels = WholeNumbers.fixed(x.size(1));
        if (groups < 1 || channels % groups != 0) {
            throw new NetworkFailure(groups + " groups of " + channels + " channels");
        }
        return c.op(
                "GroupNormalization",
                List.of(x, orFilled(c, "weight", 1, channels), orFilled(c, "bias", 0, channels)),
                Attribute.of("num_groups", groups),
                Attribute.of("epsilon", (float) c.real("eps")));
    }

    private static GraphValue instance(Call c) {
        if (!c.flag("use_input_stats")) {
            return batch(c);
        }
        GraphValue x = c.value("input");
        long channels = WholeNumbers.fixed(x.size(1));
        return c.op(
                "InstanceNormalization",
                List.of(x, orFilled(c, "weight", 1, channels), orFilled(c, "bias", 0, channels)),
                Attribute.of("epsilon", (float) c.real("eps")));
    }

    private static GraphValue rootMeanSquare(Call c) {
        long[] shape = c.wholes("normalized_shape");
        GraphValue x = c.value("input");
        if (Arrays.stream(shape).anyMatch(size -> size < 1)) {
            throw new NetworkFailure("normalisation over " + Arrays.toString(shape));
        }
        return c.op(
                "RMSNormalization",
                List.of(x, orFilled(c, "weight", 1, shape)),
                Attribute.of("axis", (long) -shape.length),
                Attribute.of("epsilon", (float) c.real("eps", FLOAT_EPSILON)));
    }
}
