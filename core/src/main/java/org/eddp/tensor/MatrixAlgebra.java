package org.eddp.tensor;

import java.util.function.IntConsumer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.pytorch.T_TensorTensorTensor_T;
import org.bytedeco.pytorch.global.torch;

/**
 * Products and inverses of {@link Matrix} on several threads, in double precision.
 *
 * <p>Large ones are cut into blocks of rows or columns that threads take. How they are cut depends on their size alone, so
 * the bytes of a result do not depend on the number of threads. Small ones are left to {@link Matrix}.
 */
public final class MatrixAlgebra {
    /** Blocks of a large matrix: enough to keep that many threads busy. */
    private static final int BLOCKS = 8;
    /** Multiplications below which a product is not worth cutting: less than a millisecond. */
    private static final long LARGE = 1L << 24;

    private final Workers workers;
    private final boolean onHeap;

    /** Algebra on these threads, which are not closed by it. */
    public MatrixAlgebra(Workers workers) {
        this(workers, false);
    }

    private MatrixAlgebra(Workers workers, boolean onHeap) {
        this.workers = workers;
        this.onHeap = onHeap;
    }

    /** Algebra on these threads for very small matrices, which does not ask the engine for their inverses. */
    public static MatrixAlgebra onHeap(Workers workers) {
        return new MatrixAlgebra(workers, true);
    }

    /** Algebra on the caller's thread. */
    public static MatrixAlgebra onOneThread() {
        return new MatrixAlgebra(new Workers(1));
    }

    /** a b. */
    public Matrix product(Matrix a, Matrix b) {
        return isLarge(a.rows(), b) ? product(a, false, b, false) : a.times(b);
    }

    /** a^T b. */
    public Matrix transposeProduct(Matrix a, Matrix b) {
        return isLarge(a.columns(), b) ? product(a, true, b, false) : a.transposeTimes(b);
    }

    /** a b^T. */
    public Matrix productTranspose(Matrix a, Matrix b) {
        return isLarge(a.rows(), b) ? product(a, false, b, true) : a.timesTranspose(b);
    }

    private static boolean isLarge(int rows, Matrix b) {
        return (double) rows * b.rows() * b.columns() > LARGE;
    }

    private Matrix product(Matrix a, boolean transposeA, Matrix b, boolean transposeB) {
        int rows = transposeA ? a.columns() : a.rows();
        int inner = transposeA ? a.rows() : a.columns();
        if (inner != (transposeB ? b.columns() : b.rows())) {
            throw new IllegalArgumentException("cannot multiply " + a.shape() + (transposeA ? " transposed" : "")
                    + " by " + b.shape() + (transposeB ? " transposed" : "") + ": inner sizes differ");
        }
        Matrix out = new Matrix(rows, transposeB ? b.rows() : b.columns());
        try (Scope scope = Scope.open()) {
            Tensor left = transposeA ? upload(a).t() : upload(a);
            Tensor right = transposeB ? upload(b).t() : upload(b);
            forEachBlock(rows, first -> {
                long start = System.nanoTime();
                Tensor block = left.narrow(0, first, blockLength(rows, first)).mm(right);
                Kernels.countProduct(start);
                download(block, out, first);
            });
        }
        return out;
    }

    /**
     * Inverse of a square matrix.
     *
     * @return the inverse, or null when the matrix is exactly singular
     */
    public Matrix inverse(Matrix a) {
        if (onHeap && a.rows() <= SmallInverse.MOST_ROWS) {
            return SmallInverse.of(a);
        }
        if (!isLarge(a.rows(), a)) {
            return a.inverse();
        }
        int size = a.rows();
        // the rows of the inverse are the columns of that of the transpose, and arrive as the engine stores them
        Matrix out = new Matrix(size, size);
        try (Scope scope = Scope.open()) {
            T_TensorTensorTensor_T factors =
                    torch.linalg_lu_factor_ex(upload(a).t().torch());
            if (new Tensor(factors.get2()).item() != 0) {
                return null;
            }
            forEachBlock(size, first -> {
                int length = blockLength(size, first);
                Tensor unit = Tensor.zeros(DType.FLOAT64, length, size);
                new Tensor(unit.narrow(1, first, length).torch().diagonal())
                        .torch()
                        .fill_(Constants.scalar(1));
                Tensor solved = new Tensor(torch.linalg_lu_solve(
                        factors.get0(), factors.get1(), unit.t().torch()));
                download(solved.t().contiguous(), out, first);
            });
        }
        return out;
    }

    private Tensor upload(Matrix matrix) {
        int rows = matrix.rows();
        int columns = matrix.columns();
        Tensor tensor = Tensor.empty(DType.FLOAT64, rows, columns);
        forEachBlock(
                rows,
                first -> new DoublePointer(tensor.torch().data_ptr())
                        .position((long) first * columns)
                        .put(matrix.values(), first * columns, blockLength(rows, first) * columns));
        return tensor;
    }

    private static void download(Tensor block, Matrix out, int firstRow) {
        int columns = out.columns();
        new DoublePointer(block.torch().data_ptr()).get(out.values(), firstRow * columns, block.size(0) * columns);
    }

    /** Runs a task for the first index of every block. */
    private void forEachBlock(int length, IntConsumer task) {
        int step = blockStep(length);
        workers.forEach(
                (length + step - 1) / step,
                block -> {
                    task.accept(block * step);
                    return block;
                },
                block -> {});
    }

    private static int blockStep(int length) {
        return (length + BLOCKS - 1) / BLOCKS;
    }

    private static int blockLength(int length, int first) {
        return Math.min(blockStep(length), length - first);
    }
}
