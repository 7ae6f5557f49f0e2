package org.eddp.tensor;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * A dense matrix of doubles on the Java heap, row-major: the size of the parameters, never of the data.
 *
 * <p>Small matrices are multiplied here, large ones by the engine; callers need not care which.
 */
public final class Matrix implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Below this many multiplications a call into the engine costs more than it saves. */
    private static final long SMALL = 20_000;

    private final int rows;
    private final int columns;
    private final double[] values;

    /** A matrix of zeros. */
    public Matrix(int rows, int columns) {
        this(rows, columns, new double[Math.multiplyExact(rows, columns)]);
    }

    /** Wraps {@code values} (not copied), row-major. */
    public Matrix(int rows, int columns, double[] values) {
        if (rows < 0 || columns < 0 || values.length != (long) rows * columns) {
            throw new IllegalArgumentException(
                    values.length + " values do not fill a " + rows + " x " + columns + " matrix");
        }
        this.rows = rows;
        this.columns = columns;
        this.values = values;
    }

    /** Copies rows given as arrays of equal length. */
    public static Matrix of(double[]... rows) {
        Matrix m = new Matrix(rows.length, rows.length == 0 ? 0 : rows[0].length);
        for (int r = 0; r < rows.length; r++) {
            if (rows[r].length != m.columns) {
                throw new IllegalArgumentException(
                        "row " + r + " has " + rows[r].length + " values, row 0 has " + m.columns);
            }
            System.arraycopy(rows[r], 0, m.values, r * m.columns, m.columns);
        }
        return m;
    }

    /** The identity. */
    public static Matrix identity(int size) {
        Matrix m = new Matrix(size, size);
        for (int i = 0; i < size; i++) {
            m.set(i, i, 1);
        }
        return m;
    }

    /** A matrix of one row. */
    public static Matrix row(double... values) {
        return new Matrix(1, values.length, values);
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    /** The elements themselves, row-major: writing to the array writes to the matrix. */
    public double[] values() {
        return values;
    }

    public double get(int row, int column) {
        return values[row * columns + column];
    }

    public void set(int row, int column, double value) {
        values[row * columns + column] = value;
    }

    /** Copies one column. */
    public double[] column(int column) {
        double[] out = new double[rows];
        for (int r = 0; r < rows; r++) {
            out[r] = get(r, column);
        }
        return out;
    }

    /** Copies {@code count} columns from {@code first} on. */
    public Matrix columns(int first, int count) {
        Matrix out = new Matrix(rows, count);
        for (int r = 0; r < rows; r++) {
            System.arraycopy(values, r * columns + first, out.values, r * count, count);
        }
        return out;
    }

    /** Copies one row. */
    public double[] rowCopy(int row) {
        return Arrays.copyOfRange(values, row * columns, (row + 1) * columns);
    }

    /** The rows as arrays. */
    public double[][] toArrays() {
        double[][] out = new double[rows][];
        for (int r = 0; r < rows; r++) {
            out[r] = rowCopy(r);
        }
        return out;
    }

    public Matrix copy() {
        return new Matrix(rows, columns, values.clone());
    }

    public Matrix transpose() {
        Matrix out = new Matrix(columns, rows);
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                out.values[c * rows + r] = values[r * columns + c];
            }
        }
        return out;
    }

    /** Matrix product. */
    public Matrix times(Matrix other) {
        if (columns != other.rows) {
            throw new IllegalArgumentException(
                    "cannot multiply " + shape() + " by " + other.shape() + ": inner sizes differ");
        }
        if ((long) rows * columns * other.columns > SMALL) {
            return LinearAlgebra.product(this, other);
        }
        Matrix out = new Matrix(rows, other.columns);
        for (int r = 0; r < rows; r++) {
            for (int k = 0; k < columns; k++) {
                double a = values[r * columns + k];
                for (int c = 0; c < other.columns; c++) {
                    out.values[r * other.columns + c] += a * other.values[k * other.columns + c];
                }
            }
        }
        return out;
    }

    /** This transposed, times {@code other}. */
    public Matrix transposeTimes(Matrix other) {
        return transpose().times(other);
    }

    /** This times {@code other} transposed. */
    public Matrix timesTranspose(Matrix other) {
        return times(other.transpose());
    }

    public Matrix plus(Matrix other) {
        return combine(other, Double::sum);
    }

    public Matrix minus(Matrix other) {
        return combine(other, (a, b) -> a - b);
    }

    public Matrix times(double factor) {
        return map(a -> a * factor);
    }

    /** Applies a function to every element. */
    public Matrix map(DoubleUnaryOperator function) {
        double[] out = new double[values.length];
        Arrays.setAll(out, i -> function.applyAsDouble(values[i]));
        return new Matrix(rows, columns, out);
    }

    private Matrix combine(Matrix other, DoubleBinaryOperator function) {
        checkShape(other);
        double[] out = new double[values.length];
        Arrays.setAll(out, i -> function.applyAsDouble(values[i], other.values[i]));
        return new Matrix(rows, columns, out);
    }

    /** Adds {@code factor * other} to this matrix, in place. */
    public void add(Matrix other, double factor) {
        checkShape(other);
        for (int i = 0; i < values.length; i++) {
            values[i] += factor * other.values[i];
        }
    }

    private void checkShape(Matrix other) {
        if (rows != other.rows || columns != other.columns) {
            throw new IllegalArgumentException("matrix shapes differ: " + shape() + " != " + other.shape());
        }
    }

    /** Multiplies column {@code c} by {@code factors[c]}. */
    public Matrix scaleColumns(double[] factors) {
        Matrix out = copy();
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                out.values[r * columns + c] *= factors[c];
            }
        }
        return out;
    }

    /** Euclidean length of every column. */
    public double[] columnNorms() {
        return Arrays.stream(columnDots(this)).map(Math::sqrt).toArray();
    }

    /** Columns scaled to unit length; a zero column stays zero. */
    public Matrix normaliseColumns() {
        return scaleColumns(inverseNorms());
    }

    private double[] inverseNorms() {
        return Arrays.stream(columnNorms())
                .map(norm -> norm == 0 ? 0 : 1 / norm)
                .toArray();
    }

    /**
     * The gradient of a function of the normalised columns u = v / |v| with respect to these columns v.
     *
     * @param units these columns, normalised
     * @param unitGradient gradient with respect to {@code units}
     */
    public Matrix normalisationGradient(Matrix units, Matrix unitGradient) {
        double[] along = units.columnDots(unitGradient);
        return unitGradient.minus(units.scaleColumns(along)).scaleColumns(inverseNorms());
    }

    /** Inner product of column {@code c} of this and of {@code other}, for every c. */
    public double[] columnDots(Matrix other) {
        checkShape(other);
        double[] dots = new double[columns];
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                dots[c] += get(r, c) * other.get(r, c);
            }
        }
        return dots;
    }

    /** Square root of the sum of squares. */
    public double frobenius() {
        double sum = 0;
        for (double v : values) {
            sum += v * v;
        }
        return Math.sqrt(sum);
    }

    /** Singular value decomposition A = U diag(s) V^T, singular values in descending order. */
    public record Svd(Matrix u, double[] singularValues, Matrix vTransposed) {}

    /** Eigenvalues in ascending order and the eigenvectors as columns. */
    public record Eigen(double[] values, Matrix vectors) {}

    /** A = Q R with orthonormal columns in Q and a non-negative diagonal in R. */
    public record Qr(Matrix q, Matrix r) {}

    /** Thin singular value decomposition. */
    public Svd svd() {
        return LinearAlgebra.svd(this);
    }

    /** Eigenvalues and eigenvectors of this matrix, which must be symmetric. */
    public Eigen eigen() {
        return LinearAlgebra.eigen(this);
    }

    /** Thin QR factorisation with the signs fixed, which makes it unique and so differentiable. */
    public Qr qr() {
        return LinearAlgebra.qr(this);
    }

    /**
     * Inverse of this matrix, which must be square.
     *
     * @return the inverse, or null when the matrix is exactly singular
     */
    public Matrix inverse() {
        return LinearAlgebra.inverse(this);
    }

    /** "rows x columns". */
    public String shape() {
        return rows + " x " + columns;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Matrix m && rows == m.rows && columns == m.columns && Arrays.equals(values, m.values);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * rows + columns) + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "Matrix[" + shape() + "]" + (values.length <= 64 ? Arrays.deepToString(toArrays()) : "");
    }
}
