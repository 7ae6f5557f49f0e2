package org.eddp.tensor;

/** Inverse of a matrix of a few rows by elimination on the heap: a call into the engine takes longer. */
final class SmallInverse {
    /** Rows up to which elimination is used. */
    static final int MOST_ROWS = 8;

    private final int size;
    private final double[] left;
    private final double[] right;

    private SmallInverse(Matrix matrix) {
        size = matrix.rows();
        left = matrix.values().clone();
        right = Matrix.identity(size).values();
    }

    /**
     * Gauss and Jordan's elimination with the largest element of a column as pivot.
     *
     * @return the inverse, or null when the matrix is exactly singular
     */
    static Matrix of(Matrix matrix) {
        SmallInverse work = new SmallInverse(matrix);
        for (int column = 0; column < work.size; column++) {
            int pivot = work.pivot(column);
            if (!(Math.abs(work.left[pivot * work.size + column]) > 0)) {
                return null;
            }
            work.swap(column, pivot);
            work.eliminate(column);
        }
        return new Matrix(work.size, work.size, work.right);
    }

    private int pivot(int column) {
        int best = column;
        for (int row = column + 1; row < size; row++) {
            if (Math.abs(left[row * size + column]) > Math.abs(left[best * size + column])) {
                best = row;
            }
        }
        return best;
    }

    private void swap(int a, int b) {
        if (a == b) {
            return;
        }
        for (double[] side : new double[][] {left, right}) {
            for (int c = 0; c < size; c++) {
                double kept = side[a * size + c];
                side[a * size + c] = side[b * size + c];
                side[b * size + c] = kept;
            }
        }
    }

    private void eliminate(int column) {
        double scale = 1 / left[column * size + column];
        for (int c = 0; c < size; c++) {
            left[column * size + c] *= scale;
            right[column * size + c] *= scale;
        }
        for (int row = 0; row < size; row++) {
            double factor = left[row * size + column];
            if (row == column || factor == 0) {
                continue;
            }
            for (int c = 0; c < size; c++) {
                left[row * size + c] -= factor * left[column * size + c];
                right[row * size + c] -= factor * right[column * size + c];
            }
        }
    }
}
