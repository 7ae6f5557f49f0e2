package org.eddp.network.onnx.operators;

import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.PackedConvolution;
import org.eddp.tensor.Tensor;

/** The operation of a node, with its attributes read. Does not modify its inputs; thread-safe. */
@FunctionalInterface
public interface Operator {
    /** One tensor per output, in order; trailing optional ones may be left out. */
    Tensor[] run(Operands in);

    /** An operator that can write its result over its first input. */
    interface Overwriting extends Operator {
        /** Overwrites the first input, which must not be recorded for gradients, with the result. */
        void overwrite(Operands in);
    }

    /** An operator that is supported for constants, but not for values that depend on the images. */
    interface OfConstants extends Operator {
        /** The reason for refusing values that depend on the images. */
        String refusal();
    }

    /** An operator that depends only on the shape of its input. */
    interface OfShape extends Operator {
        /** Output for an input of this shape. */
        Tensor of(long... shape);

        @Override
        default Tensor[] run(Operands in) {
            return new Tensor[] {of(in.tensor(0).shape())};
        }
    }

    /** An operator that moves kernels, its second input, over images, its first. */
    interface Convolving extends Operator {
        /** Whether kernels fit into padded images, and their channels agree. */
        boolean fits(long[] images, long[] kernels);

        /**
         * The same on images that are not padded yet.
         *
         * @param padding what pads them
         * @param pads the constant second input of the padding, null if it is not constant
         * @param fill the constant third input of the padding, null if it is left out
         * @return null if this is not possible
         */
        Convolving including(Operator padding, Value pads, Value fill);

        /**
         * Number of zeros to put around the kernels, in the engine's order, so that both sides of an image can be
         * padded alike.
         *
         * @return null if they are padded alike already, or it is not possible
         */
        long[] rim();

        /** The same for kernels with that {@link #rim} around them. */
        Convolving withRim();

        /**
         * The same with an activation applied to the values.
         *
         * @param low the constant second input of the activation, null if it is left out
         * @param high the constant third input of the activation, null if it is left out
         * @return null if this is not possible
         */
        Convolving followedBy(Operator activation, Value low, Value high);

        /** Whether it limits its values. */
        boolean isLimited();

        /** Shape of the result for images and kernels of these shapes. */
        long[] resultShape(long[] images, long[] kernels);

        /**
         * The same with its kernels prepared.
         *
         * @param kernels its second input
         * @param bias its third input, null if it is left out
         * @param images shape of its first input
         * @return null if it cannot be prepared
         */
        PackedConvolution packed(Tensor kernels, Tensor bias, long... images);
    }
}
