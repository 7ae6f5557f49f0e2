package org.eddp.network.torch;

import org.eddp.network.onnx.operators.Operands.Value;

/**
 * A value of the graph.
 *
 * @param name in the graph
 * @param type PyTorch's number of the element type
 * @param one outline for one image
 * @param two outline for two images; the same object as {@code one} where it does not depend on the number
 * @param fixed whether it does not depend on the images, nor on their number
 * @param exact whether the outlines hold the real numbers, not only the shape
 */
record GraphValue(String name, long type, Value one, Value two, boolean fixed, boolean exact) {
    long[] shape() {
        return one.tensor().shape();
    }

    int rank() {
        return one.tensor().shape().length;
    }

    Object size(int dimension) {
        return WholeNumbers.of(one.tensor().size(dimension), two.tensor().size(dimension));
    }

    /** Whether the shape is the same for any number of images. */
    boolean sameShape() {
        return one == two
                || java.util.Arrays.equals(one.tensor().shape(), two.tensor().shape());
    }

    long count() {
        return one.tensor().count();
    }

    boolean real() {
        return ElementKind.real(type);
    }

    /** The same value as another type of PyTorch that is the same type in the engine. */
    GraphValue as(long other) {
        return new GraphValue(name, other, one, two, fixed, exact);
    }
}
