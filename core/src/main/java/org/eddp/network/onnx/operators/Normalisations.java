package org.eddp.network.onnx.operators;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** Normalisation. */
final class Normalisations {
    private Normalisations() {}

    static void addTo(OperatorSet set) {
        set.add("BatchNormalization", Normalisations::batch);
        set.single("LayerNormalization", Normalisations::layer);
        set.single("InstanceNormalization", attributes -> {
            double epsilon = attributes.real("epsilon", 1e-5);
            return in -> LayerOperations.instanceNorm(in.tensor(0), in.tensor(1), in.tensor(2), epsilon);
        });
        set.single("GroupNormalization", Normalisations::group);
        set.single("RMSNormalization", Normalisations::rootMeanSquare);
        set.single("LpNormalization", Normalisations::lp);
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

    private static Operator batch(Attributes attributes) {
        double epsilon = attributes.real("epsilon", 1e-5);
        attributes.ignore("momentum");
        if (attributes.flag("training_mode", false)) {
            return new WeightStandardisation(epsilon);
        }
        return in -> new Tensor[] {
            LayerOperations.batchNorm(in.tensor(0), in.tensor(1), in.tensor(2), in.tensor(3), in.tensor(4), epsilon)
        };
    }

    /** Weights that are normalised by their own statistics, exported as a batch normalisation in training mode. */
    private record WeightStandardisation(double epsilon) implements Operator.OfConstants {
        @Override
        public Tensor[] run(Operands in) {
            Tensor x = in.tensor(0);
            long[] axes = LongStream.range(0, x.shape().length)
                    .filter(axis -> axis != 1)
                    .toArray();
            Tensor mean = Views.mean(x, axes, true);
            Tensor off = x.minus(mean);
            Tensor variance = Views.mean(off.times(off), axes, true);
            return new Tensor[] {
                LayerOperations.batchNorm(
                        x,
                        in.tensor(1),
                        in.tensor(2),
                        Views.reshape(mean, x.size(1)),
                        Views.reshape(variance, x.size(1)),
                        epsilon)
            };
        }

        @Override
        public String refusal() {
            return "it is in training mode; export the network after model.eval()";
        }
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

    private static OperatorSet.Single group(Attributes attributes) {
        long groups = attributes.whole("num_groups", 1);
        double epsilon = attributes.real("epsilon", 1e-5);
        attributes.only("stash_type", 1);
        return in -> {
            long channels = in.tensor(0).size(1);
            return LayerOperations.groupNorm(
                    in.tensor(0),
                    groups,
                    perChannel(in.tensor(1), groups, channels),
                    perChannel(in.tensor(2), groups, channels),
                    epsilon);
        };
    }

    /** In opset 18 scale and shift are one per group, since opset 21 one per channel. */
    private static Tensor perChannel(Tensor values, long groups, long channels) {
        if (values.count() == channels || values.count() != groups || channels % groups != 0) {
            return values;
        }
        return Views.reshape(Views.expand(Views.reshape(values, groups, 1), groups, channels / groups), channels);
    }

    private static OperatorSet.Single rootMeanSquare(Attributes attributes) {
        long axis = attributes.whole("axis", -1);
        double epsilon = attributes.real("epsilon", 1e-5);
        attributes.only("stash_type", 1);
        return in -> {
            Tensor x = in.tensor(0);
            int rank = x.shape().length;
            long[] last = LongStream.range(Axes.of(axis, rank), rank).toArray();
            Tensor size = Views.mean(x.times(x), last, true).plus(epsilon).sqrt();
            return x.over(size).times(in.tensor(1));
        };
    }

    private static OperatorSet.Single lp(Attributes attributes) {
        long axis = attributes.whole("axis", -1);
        long p = attributes.whole("p", 2);
        if (p != 1 && p != 2) {
            throw new NetworkFailure("p = " + p + " is not supported, only 1 and 2");
        }
        return in -> {
            Tensor x = in.tensor(0);
            long[] along = {Axes.of(axis, x.shape().length)};
            return x.over(
                    p == 1
                            ? Views.sum(x.abs(), along, true)
                            : Views.sum(x.times(x), along, true).sqrt());
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
