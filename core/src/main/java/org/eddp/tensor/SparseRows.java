package org.eddp.tensor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * The positive elements of a mostly non-positive matrix, row by row, and products with a dense matrix that touch these
 * elements only.
 *
 * <p>The engine's sums of selected rows ("embedding bags") do the work: with few elements they take a small part of the
 * time of a dense product that multiplies mostly zeros.
 */
public final class SparseRows {
    private static final int SUM = 0;
    /** Eight truth values at once. */
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long[] starts;
    private long[] columns = new long[256];
    private double[] values = new double[256];
    private int count;

    private SparseRows(int rows) {
        starts = new long[rows];
    }

    /**
     * Finds the elements above zero.
     *
     * @param blocks contiguous matrices with the same number of rows, seen as one matrix from left to right
     * @param limit most elements worth keeping
     * @return the elements, or null when there are more than {@code limit}
     */
    public static SparseRows positives(List<Tensor> blocks, long limit) {
        SparseRows found = new SparseRows(blocks.get(0).size(0));
        Buffer[] memory = blocks.stream().map(SparseRows::buffer).toArray(Buffer[]::new);
        ByteBuffer[] positive = blocks.stream().map(SparseRows::positive).toArray(ByteBuffer[]::new);
        int[] widths = blocks.stream().mapToInt(block -> block.size(1)).toArray();
        for (int row = 0; row < found.starts.length; row++) {
            found.starts[row] = found.count;
            int left = 0;
            for (int b = 0; b < memory.length; b++) {
                found.scan(positive[b], memory[b], row * widths[b], widths[b], left);
                left += widths[b];
            }
            if (found.count > limit) {
                return null;
            }
        }
        return found;
    }

    private static Buffer buffer(Tensor block) {
        ByteBuffer bytes = block.bytes();
        return block.type() == DType.FLOAT32 ? bytes.asFloatBuffer() : bytes.asDoubleBuffer();
    }

    /** One byte per element of a block: 1 where it is above zero. The engine compares many at a time, Java one. */
    private static ByteBuffer positive(Tensor block) {
        return new Tensor(block.torch().gt(Constants.scalar(0.0))).bytes();
    }

    /** Adds the elements above zero of one row of a block that begins at column {@code left}. */
    private void scan(ByteBuffer positive, Buffer memory, int first, int width, int left) {
        reserve(width);
        byte[] row = new byte[width + Long.BYTES]; // with room for a last eight
        positive.get(first, row, 0, width);
        for (int c = 0; c < width; c += Long.BYTES) {
            long eight = (long) EIGHT.get(row, c);
            while (eight != 0) {
                int column = c + Long.numberOfTrailingZeros(eight) / Byte.SIZE;
                columns[count] = left + column;
                values[count++] = value(memory, first + column);
                eight &= eight - 1; // a truth value has one bit
            }
        }
    }

    private static double value(Buffer memory, int index) {
        return memory instanceof FloatBuffer floats ? floats.get(index) : ((DoubleBuffer) memory).get(index);
    }

    private void reserve(int more) {
        if (count + more > columns.length) {
            int capacity = Math.max(count + more, 2 * columns.length);
            columns = Arrays.copyOf(columns, capacity);
            values = Arrays.copyOf(values, capacity);
        }
    }

    /** Number of rows. */
    public int rows() {
        return starts.length;
    }

    /** Number of elements. */
    public int count() {
        return count;
    }

    /** Index of the first element of a row; {@code start(rows())} is {@link #count()}. */
    public int start(int row) {
        return row == starts.length ? count : (int) starts[row];
    }

    /** The element with this index. */
    public double value(int index) {
        return values[index];
    }

    /**
     * For every row, the sum of the rows of {@code dense} that its elements name, each times its weight.
     *
     * @param dense columns x D
     * @param weights one per element
     * @return rows x D
     */
    public Tensor weightedSums(Tensor dense, double[] weights) {
        if (count == 0) {
            return Tensor.zeros(dense.type(), rows(), dense.size(1));
        }
        long begin = System.nanoTime();
        Tensor sums = bag(dense, Tensor.of(weights, dense.type(), count));
        Kernels.countSparseProduct(begin, 2L * count * dense.size(1));
        return sums;
    }

    /**
     * For every element, the inner product of its row of {@code left} and of its column's row of {@code dense}.
     *
     * @param left rows x D
     * @param dense columns x D
     */
    public double[] dots(Tensor left, Tensor dense) {
        if (count == 0) {
            return new double[0];
        }
        long begin = System.nanoTime();
        // a weighted sum's derivative with respect to a weight is the row it multiplies
        Tensor weights = Autograd.variable(Tensor.zeros(dense.type(), count));
        Tensor sums = bag(dense, weights);
        TensorVector gradients = torch.grad(
                new TensorVector(sums.torch()),
                new TensorVector(weights.torch()),
                new TensorVector(left.torch()),
                new BoolOptional(false),
                false,
                false);
        Kernels.countSparseProduct(begin, 2L * count * dense.size(1));
        return new Tensor(gradients.get(0)).toDoubles();
    }

    /**
     * Adds a number to every element's place in one of the blocks.
     *
     * @param block as large as the block whose leftmost column is {@code left}
     * @param numbers one per element, of this block or of others
     */
    public void addTo(Tensor block, int left, double[] numbers) {
        int width = block.size(1);
        Buffer memory = buffer(block);
        for (int row = 0; row < starts.length; row++) {
            for (int k = start(row); k < start(row + 1); k++) {
                long column = columns[k] - left;
                if (column >= 0 && column < width) {
                    add(memory, (int) (row * (long) width + column), numbers[k]);
                }
            }
        }
    }

    private static void add(Buffer memory, int index, double number) {
        if (memory instanceof FloatBuffer floats) {
            floats.put(index, (float) (floats.get(index) + number));
        } else if (memory instanceof DoubleBuffer doubles) {
            doubles.put(index, doubles.get(index) + number);
        }
    }

    private Tensor bag(Tensor dense, Tensor weights) {
        Tensor where = Tensor.indices(Arrays.copyOf(columns, count));
        return new Tensor(torch.embedding_bag(
                        dense.torch(),
                        where.torch(),
                        Tensor.indices(starts).torch(),
                        false,
                        SUM,
                        false,
                        new TensorOptional(weights.torch()),
                        false)
                .get0());
    }
}
