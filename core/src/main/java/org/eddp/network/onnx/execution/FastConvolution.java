package org.eddp.network.onnx.execution;

import java.util.Arrays;
import org.eddp.network.onnx.operators.Operands;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.network.onnx.operators.Operator;
import org.eddp.tensor.PackedConvolution;
import org.eddp.tensor.Tensor;

/**
 * A convolution with constant kernels, fused with the addition and the limits that follow it. It runs in one pass with
 * prepared kernels, or step by step if derivatives are needed. Its inputs are those of the convolution. If it adds, a
 * further input is added before the values are limited, and may be overwritten with the result.
 *
 * @param circuit keeps the prepared kernels
 * @param key tells convolutions apart
 * @param plain the convolution alone
 * @param limited with limits for its values, after the addition if there is one; the same if it has none
 * @param activation what limits; null if there are no limits
 * @param adds whether it adds
 */
record FastConvolution(
        ExecutableGraph circuit,
        String key,
        Operator.Convolving plain,
        Operator.Convolving limited,
        Operator activation,
        boolean adds)
        implements Operator {
    @Override
    public Tensor[] run(Operands in) {
        Tensor images = in.tensor(0);
        Tensor kernels = in.tensor(1);
        if (PackedConvolution.takes(images) && limited.fits(images.shape(), kernels.shape())) {
            Tensor bias = in.has(2) ? in.tensor(2) : null;
            PackedConvolution packed = circuit.pack(key, () -> limited.packed(kernels, bias, images.shape()));
            if (packed != null && !adds) {
                return new Tensor[] {packed.run(images)};
            }
            if (packed != null && packed.adds(in.tensor(3)) && fits(in.tensor(3), images, kernels)) {
                return new Tensor[] {packed.addTo(in.tensor(3), images)};
            }
        }
        return stepByStep(in);
    }

    /** Whether others have the shape of the result, so that nothing is broadcast. */
    private boolean fits(Tensor others, Tensor images, Tensor kernels) {
        return Arrays.equals(others.shape(), limited.resultShape(images.shape(), kernels.shape()));
    }

    private Tensor[] stepByStep(Operands in) {
        if (!adds) {
            return limited.run(in);
        }
        Tensor sum = plain.run(in)[0].plus(in.tensor(3));
        return activation == null ? new Tensor[] {sum} : activation.run(new Operands(new Value(sum)));
    }
}
