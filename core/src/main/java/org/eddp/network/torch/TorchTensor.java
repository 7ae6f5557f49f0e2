package org.eddp.network.torch;

/**
 * A tensor of a PyTorch program. It is a handle: operators that work in place change what it refers to, for every holder of the
 * handle, as in PyTorch.
 */
public final class TorchTensor {
    /** Number of dimensions. */
    public int rank() {
        throw new UnsupportedOperationException();
    }

    /** Length of a dimension: a {@link Long}, or a {@link BatchNumber} if it depends on the number of images. */
    public Object size(int dimension) {
        throw new UnsupportedOperationException();
    }

    /** PyTorch's number of the element type. */
    public long type() {
        throw new UnsupportedOperationException();
    }

    /** Name of the graph's value that it refers to now. */
    public String value() {
        throw new UnsupportedOperationException();
    }
}
