package org.eddp.network.onnx;

import org.eddp.tensor.Tensor;

/** What a node does, its attributes already read. Does not modify its inputs; thread-safe. */
@FunctionalInterface
interface Operator {
    /** One tensor per output, in order; trailing optional ones may be left out. */
    Tensor[] run(Inputs in);

    /** An operator with one output. */
    @FunctionalInterface
    interface Single {
        /** The output. */
        Tensor run(Inputs in);
    }

    /** Reads the attributes of a node. */
    @FunctionalInterface
    interface Maker {
        /** The operator of a node with these attributes. */
        Operator make(Attributes attributes);
    }

    /** An operator that can write its result over its first input. */
    interface Overwriting extends Operator {
        /** Writes the result over the first input, of which nothing is recorded. */
        void overwrite(Inputs in);
    }

    /** An operator that looks at the shape of its input only. */
    interface OfShape extends Operator {
        /** Output for an input of this shape. */
        Tensor of(long... shape);

        @Override
        default Tensor[] run(Inputs in) {
            return new Tensor[] {of(in.tensor(0).shape())};
        }
    }
}
