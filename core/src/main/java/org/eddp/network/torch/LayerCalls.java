package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;

/** Convolutions and products of matrices. */
final class LayerCalls {
    private LayerCalls() {}

    static void addTo(TorchOperators set) {
        for (int rank = 1; rank <= 3; rank++) {
            String list = "int[" + rank + "] ";
            String first = "conv" + rank + "d(Tensor input, Tensor weight, Tensor? bias=None, " + list + "stride=1, ";
            String last = list + "dilation=1, int groups=1)";
            set.add(first + list + "padding=0, " + last, c -> convolution(c, false));
            set.add(first + "str padding, " + last, LayerCalls::textPadded);
            set.add(
                    "conv_transpose" + rank + "d(Tensor input, Tensor weight, Tensor? bias=None, " + list + "stride=1, "
                            + list + "padding=0, " + list + "output_padding=0, int groups=1, " + list + "dilation=1)",
                    c -> convolution(c, true));
        }
        String general = "(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation,"
                + " bool transposed, int[] output_padding, int groups";
        set.add("convolution" + general + ")", c -> convolution(c, c.flag("transposed")));
        set.add(
                "_convolution" + general + ", bool benchmark=False, bool deterministic=False, bool cudnn_enabled=False,"
                        + " bool allow_tf32=False)",
                c -> convolution(c, c.flag("transposed")));
        set.add(
                "_convolution_mode(Tensor input, Tensor weight, Tensor? bias, int[] stride, str padding, int[] dilation,"
                        + " int groups)",
                LayerCalls::textPadded);
        set.add(
                "linear(Tensor input, Tensor weight, Tensor? bias=None)",
                c -> linear(c, c.value("input"), c.value("weight"), c.optional("bias")));
        set.add(
                "addmm(Tensor self, Tensor mat1, Tensor mat2, Scalar beta=1, Scalar alpha=1)",
                c -> c.op(
                        "Gemm",
                        List.of(c.value("mat1"), c.value("mat2"), c.value("self")),
                        Attribute.of("alpha", (float) c.real("alpha")),
                        Attribute.of("beta", (float) c.real("beta"))));
        set.add(
                List.of("mm", "bmm"),
                "(Tensor self, Tensor mat2)",
                c -> c.op("MatMul", c.value("self"), c.value("mat2")));
        set.add(
                List.of("matmul", "linalg_matmul"),
                "(Tensor self, Tensor other)",
                c -> c.op("MatMul", c.value("self"), c.value("other")));
        set.add("mv(Tensor self, Tensor vec)", c -> c.op("MatMul", c.value("self"), c.value("vec")));
        set.add("dot(Tensor self, Tensor tensor)", c -> c.op("MatMul", c.value("self"), c.value("tensor")));
        set.add(
                List.of("baddbmm"),
                "(Tensor self, Tensor batch1, Tensor batch2, Scalar beta=1, Scalar alpha=1)",
                c -> c.op(
                        "Add",
                        c.times(c.value("self"), c.real("beta")),
                        c.times(c.op("MatMul", c.value("batch1"), c.value("batch2")), c.real("alpha"))));
        set.add(
                "einsum(str equation, Tensor[] tensors, int[]? path=None)",
                c -> c.op(
                        "Einsum",
                        c.values("tensors"),
                        Attribute.of("equation", c.text("equation").replace(" ", ""))));
    }

    /** x W^T + b over the last dimension. */
    static GraphValue linear(Primitives c, GraphValue x, GraphValue weight, GraphValue bias) {
        if (x.rank() == 2 && weight.rank() == 2) {
            List<GraphValue> inputs = bias == null ? List.of(x, weight) : List.of(x, weight, bias);
            return c.op("Gemm", inputs, Attribute.of("transB", 1L));
        }
        GraphValue turned = weight.rank() == 2 ? c.transpose(weight, 1, 0) : weight;
        GraphValue product = c.op("MatMul", x, turned);
        return bias == null ? product : c.op("Add", product, bias);
    }

    private static GraphValue convolution(Call c, boolean transposed) {
        GraphValue weight = c.value("weight");
        int count = weight.rank() - 2;
        long[] padding = c.wholes("padding", count, 0);
        long[] pads = new long[2 * count];
        System.arraycopy(padding, 0, pads, 0, count);
        System.arraycopy(padding, 0, pads, count, count);
        return convolution(c, pads, transposed);
    }

    /** "valid" pads nothing, "same" so that the image keeps its size; the odd one goes to the end. */
    private static GraphValue textPadded(Call c) {
        GraphValue weight = c.value("weight");
        int count = weight.rank() - 2;
        long[] dilation = c.wholes("dilation", count, 1);
        long[] pads = new long[2 * count];
        if (c.text("padding").equals("same")) {
            for (int i = 0; i < count; i++) {
                long total = dilation[i] * (weight.shape()[i + 2] - 1);
                pads[i] = total / 2;
                pads[i + count] = total - total / 2;
            }
        } else if (!c.text("padding").equals("valid")) {
            throw new NetworkFailure("padding '" + c.text("padding") + "' is not supported, only 'valid' and 'same'");
        }
        return convolution(c, pads, false);
    }

    private static GraphValue convolution(Call c, long[] pads, boolean transposed) {
        GraphValue x = c.value("input");
        GraphValue weight = c.value("weight");
        if (x.rank() != weight.rank() || x.rank() < 3) {
            throw new NetworkFailure("kernels of shape " + Arrays.toString(weight.shape()) + " on a tensor of shape "
                    + Arrays.toString(x.shape()));
        }
        int count = weight.rank() - 2;
        List<GraphValue> inputs = new ArrayList<>(List.of(x, weight));
        if (c.given("bias")) {
            inputs.add(c.value("bias"));
        }
        List<Attribute> attributes = new ArrayList<>(List.of(
                Attribute.of("kernel_shape", Arrays.copyOfRange(weight.shape(), 2, count + 2)),
                Attribute.of("strides", c.wholes("stride", count, 1)),
                Attribute.of("pads", pads),
                Attribute.of("dilations", c.wholes("dilation", count, 1)),
                Attribute.of("group", c.whole("groups"))));
        if (transposed) {
            attributes.add(Attribute.of("output_padding", c.wholes("output_padding", count, 0)));
        }
        return c.op(transposed ? "ConvTranspose" : "Conv", inputs, attributes.toArray(new Attribute[0]));
    }
}
