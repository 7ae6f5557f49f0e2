package org.eddp.network.onnx.operators;

import java.util.Arrays;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** Normalisation. */
final class Normalisations {
    private Normalisations() {}

    static void addTo(OperatorSet set) {
        set.single("BatchNormalization", Normalisations::batch);
        set.single("LayerNormalization", Normalisations::layer);
        set.single("InstanceNormalization", attributes -> {
            double epsilon = attributes.real("epsilon", 1e-5);
            return in -> LayerOperations.instanceNorm(in.tensor(0), in.tensor(1), in.tensor(2), epsilon);
        });
        set.single("LRN", Normalisations::localResponse);
        set.add("Dropout", attributes -> {
            attributes.ignore("ratio", "seed");
            return in -> {
                if (in.number(2, 0) != 0) {
                    throw new NetworkFailure("it is in training mode; export the network after model.eval()");
                }
                return new Tensor[] {in.tensor(0)};
            };
        });
    }

    private static OperatorSet.Single batch(Attributes attributes) {
        double epsilon = attributes.real("epsilon", 1e-5);
        attributes.ignore("momentum");
        if (attributes.flag("training_mode", false)) {
            throw new NetworkFailure("it is in training mode; export the network after model.eval()");
        }
        return in -> LayerOperations.batchNorm(
                in.tensor(0), in.tensor(1), in.tensor(2), in.tensor(3), in.tensor(4), epsilon);
    }

    private static OperatorSet.Single layer(Attributes attributes) {
        long axis = attributes.whole("axis", -1);
        double epsilon = attributes.real("epsilon", 1e-5);
        attributes.only("stash_type", 1);
        return in -> {
            Tensor x = in.tensor(0);
            Tensor scale = in.tensor(1);
            Tensor shift = in.optional(2);
            long[] shape = x.shape();
            long[] last = Arrays.copyOfRange(shape, Axes.of(axis, shape.length), shape.length);
            if (Arrays.equals(scale.shape(), last) && (shift == null || Arrays.equals(shift.shape(), last))) {
                return LayerOperations.layerNorm(x, last, scale, shift, epsilon);
            }
            Tensor scaled =
                    LayerOperations.layerNorm(x, last, null, null, epsilon).times(scale);
            return shift == null ? scaled : scaled.plus(shift);
        };
    }

    /** x / (bias + alpha / size * sum of squares of the neighbouring channels) ^ beta. */
    private static OperatorSet.Single localResponse(Attributes attributes) {
        double alpha = attributes.real("alpha", 1e-4);
        double beta = attributes.real("beta", 0.75);
        double bias = attributes.real("bias", 1);
        long size = attributes.whole("size", 1);
        if (size < 1 || size > 1 << 10) {
            throw new NetworkFailure("size = " + size + " is outside 1 .. 1024");
        }
        return in -> {
            Tensor x = in.tensor(0);
            int channels = x.size(1);
            long[] pads = new long[2 * (x.shape().length - 1)];
            pads[pads.length - 2] = (size - 1) / 2;
            pads[pads.length - 1] = size / 2;
            Tensor squares = LayerOperations.pad(x.times(x), pads, 0);
            Tensor sum = Views.slice(squares, 1, 0, channels, 1);
            for (long i = 1; i < size; i++) {
                sum = sum.plus(Views.slice(squares, 1, i, i + channels, 1));
            }
            return x.over(sum.times(alpha / size).plus(bias).pow(beta));
        };
    }
}
