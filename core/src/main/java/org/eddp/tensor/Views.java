package org.eddp.tensor;

import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Rearranging tensors: the results share memory with their source where that is possible. */
public final class Views {
    private Views() {}

    /** Another handle on the same tensor, which is released separately. */
    public static Tensor alias(Tensor tensor) {
        return new Tensor(new org.bytedeco.pytorch.Tensor(tensor.torch()));
    }

    /** The same images (n x c x h x w) with the channels of a pixel side by side in memory; no copy if they are already. */
    public static Tensor channelsLast(Tensor images) {
        return new Tensor(images.torch().contiguous(torch.MemoryFormat.ChannelsLast));
    }

    /** Another shape for the same elements, row-major; copies only where the strides demand it. */
    public static Tensor reshape(Tensor tensor, long... shape) {
        return new Tensor(tensor.torch().reshape(shape));
    }

    /** Repeats dimensions of length one without copying. */
    public static Tensor expand(Tensor tensor, long... shape) {
        return new Tensor(tensor.torch().expand(shape));
    }

    /** Copies side by side, {@code repeats} times along every dimension. */
    public static Tensor tile(Tensor tensor, long... repeats) {
        return new Tensor(torch.tile(tensor.torch(), repeats));
    }

    /** Every {@code step}-th slice of a dimension, from {@code start} until before {@code end}. */
    public static Tensor slice(Tensor tensor, int dimension, long start, long end, long step) {
        return new Tensor(tensor.torch().slice(dimension, new LongOptional(start), new LongOptional(end), step));
    }

    /** Tensors one after the other along a dimension. */
    public static Tensor concatenate(int dimension, Tensor... parts) {
        return new Tensor(torch.cat(LayerOperations.vector(parts), dimension));
    }

    /** Consecutive parts of a dimension. */
    public static Tensor[] split(Tensor tensor, int dimension, long... sizes) {
        TensorVector parts = torch.split_with_sizes(tensor.torch(), sizes, dimension);
        Tensor[] split = new Tensor[sizes.length];
        for (int i = 0; i < split.length; i++) {
            split[i] = new Tensor(new org.bytedeco.pytorch.Tensor(parts.get(i)));
        }
        return split;
    }

    /** Whole numbers of any shape, row-major. */
    public static Tensor whole(long[] values, long... shape) {
        return new Tensor(Tensor.indices(values).torch().reshape(shape));
    }

    /** Copies whole numbers to the heap, row-major. */
    public static long[] toLongs(Tensor tensor) {
        long[] values = new long[Math.toIntExact(tensor.count())];
        if (values.length == 0) {
            return values; // there is no memory to point to
        }
        try (Scope scope = Scope.open()) {
            org.bytedeco.pytorch.Tensor dense = tensor.to(DType.INT64).torch().contiguous();
            new org.bytedeco.javacpp.LongPointer(dense.data_ptr()).get(values);
        }
        return values;
    }

    // ---- elements by index ----------------------------------------------------------------------------------------

    /** Elements picked along a dimension, one for every index. */
    public static Tensor gather(Tensor tensor, int dimension, Tensor indices) {
        return new Tensor(torch.gather(tensor.torch(), dimension, indices.torch()));
    }

    /** A copy with elements replaced along a dimension, one for every index. */
    public static Tensor scatter(Tensor tensor, int dimension, Tensor indices, Tensor elements) {
        return new Tensor(torch.scatter(tensor.torch(), dimension, indices.torch(), elements.torch()));
    }

    /** A copy to whose elements others are added along a dimension, one for every index. */
    public static Tensor scatterAdd(Tensor tensor, int dimension, Tensor indices, Tensor elements) {
        return new Tensor(torch.scatter_add(tensor.torch(), dimension, indices.torch(), elements.torch()));
    }

    /** A copy with some rows (the first dimension) replaced. */
    public static Tensor withRows(Tensor tensor, Tensor indices, Tensor rows) {
        return new Tensor(torch.index_copy(tensor.torch(), 0, indices.torch(), rows.torch()));
    }

    /** A copy with something added to some rows (the first dimension). */
    public static Tensor plusRows(Tensor tensor, Tensor indices, Tensor rows) {
        return new Tensor(torch.index_add(tensor.torch(), 0, indices.torch(), rows.torch()));
    }

    /** Matrices without the elements below (or above) a diagonal, which become zero. */
    public static Tensor triangle(Tensor tensor, boolean upper, long diagonal) {
        return new Tensor(upper ? torch.triu(tensor.torch(), diagonal) : torch.tril(tensor.torch(), diagonal));
    }

    /** Sums of all elements up to each along a dimension. */
    public static Tensor runningSum(Tensor tensor, int dimension) {
        return new Tensor(torch.cumsum(tensor.torch(), dimension));
    }

    // ---- reductions -----------------------------------------------------------------------------------------------

    /** Mean over dimensions. */
    public static Tensor mean(Tensor tensor, long[] dimensions, boolean keep) {
        return new Tensor(torch.mean(tensor.torch(), dimensions, keep, Constants.SAME_TYPE));
    }

    /** Sum over dimensions. */
    public static Tensor sum(Tensor tensor, long[] dimensions, boolean keep) {
        return new Tensor(torch.sum(tensor.torch(), dimensions, keep, Constants.SAME_TYPE));
    }

    /** Product over one dimension. */
    public static Tensor product(Tensor tensor, int dimension, boolean keep) {
        return new Tensor(torch.prod(tensor.torch(), dimension, keep, Constants.SAME_TYPE));
    }

    /** Largest element over dimensions. */
    public static Tensor max(Tensor tensor, long[] dimensions, boolean keep) {
        return new Tensor(torch.amax(tensor.torch(), dimensions, keep));
    }

    /** Smallest element over dimensions. */
    public static Tensor min(Tensor tensor, long[] dimensions, boolean keep) {
        return new Tensor(torch.amin(tensor.torch(), dimensions, keep));
    }

    /** Logarithm of the sum of exponentials over dimensions. */
    public static Tensor logSumExp(Tensor tensor, long[] dimensions, boolean keep) {
        return new Tensor(torch.logsumexp(tensor.torch(), dimensions, keep));
    }

    /** Index of the largest element along a dimension. */
    public static Tensor argmax(Tensor tensor, int dimension, boolean keep) {
        return new Tensor(torch.argmax(tensor.torch(), new LongOptional(dimension), keep));
    }
}
