package org.eddp.network.onnx;

import java.util.Arrays;
import org.eddp.tensor.Operators;
import org.eddp.tensor.Tensor;

/**
 * Convolution.
 *
 * @param windows how kernels move
 * @param groups of channels that are kept apart
 */
record Convolution(Windows windows, long groups) implements Operator {
    static Convolution of(Attributes attributes) {
        return new Convolution(Windows.of(attributes), attributes.whole("group", 1));
    }

    @Override
    public Tensor[] run(Inputs in) {
        Tensor x = in.tensor(0);
        Tensor kernels = in.tensor(1);
        long[] shape = kernels.shape();
        Windows.Fitted fit = windows.fit(x.shape(), Arrays.copyOfRange(shape, 2, shape.length));
        long[] padding = fit.before();
        if (!fit.symmetric()) {
            x = Operators.pad(x, fit.engineOrder(fit.before(), fit.after()), 0);
            padding = new long[padding.length];
        }
        return new Tensor[] {
            Operators.convolution(x, kernels, in.optional(2), fit.strides(), padding, fit.dilations(), groups)
        };
    }

    /** The same on images that are padded first: all beginnings, then all ends. */
    Convolution after(long[] padding) {
        long[] pads = padding.clone();
        for (int i = 0; i < pads.length && windows.pads() != null; i++) {
            pads[i] += windows.pads()[i];
        }
        return new Convolution(windows.withPads(pads), groups);
    }
}
