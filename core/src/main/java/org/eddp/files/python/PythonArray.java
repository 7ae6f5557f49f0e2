package org.eddp.files.python;

import java.util.Arrays;
import org.eddp.tensor.Matrix;

/**
 * An array of a file.
 *
 * @param name in the file; that of the file itself where it holds one array only
 * @param shape its dimensions
 * @param values row-major; not copied
 */
public record PythonArray(String name, long[] shape, double[] values) {
    /** Number of dimensions. */
    public int dimensions() {
        return shape.length;
    }

    /**
     * The array as a matrix that shares its elements.
     *
     * @throws IllegalArgumentException if it has other than two dimensions
     */
    public Matrix matrix() {
        if (shape.length != 2) {
            throw new IllegalArgumentException(
                    "array '" + name + "' has the shape " + Arrays.toString(shape) + ", two dimensions are needed");
        }
        return new Matrix(Math.toIntExact(shape[0]), Math.toIntExact(shape[1]), values);
    }

    /** For example {@code W_enc [768, 24576]}. */
    @Override
    public String toString() {
        return name + " " + Arrays.toString(shape);
    }
}
