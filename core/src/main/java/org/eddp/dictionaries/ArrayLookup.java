package org.eddp.dictionaries;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.failure.InvalidInput;
import org.eddp.files.python.PythonArrays;
import org.eddp.files.python.PythonArrays.PythonArray;
import org.eddp.tensor.Matrix;

/** Finds arrays by their names and turns them so that units are columns. */
final class ArrayLookup {
    private final PythonArrays arrays;
    private final int width;
    private final List<String> notes = new ArrayList<>();

    ArrayLookup(PythonArrays arrays, int width) {
        this.arrays = arrays;
        this.width = width;
    }

    /** Assumptions about ambiguous content. */
    List<String> notes() {
        return notes;
    }

    void note(String note) {
        notes.add(note);
    }

    /** An array by the name that is given or one of the usual ones; null if there is none of these. */
    PythonArray find(String given, List<String> usual) {
        if (given == null) {
            return arrays.any(usual);
        }
        PythonArray array = arrays.find(given);
        if (array == null) {
            throw new InvalidInput("there is no array '" + given + "'; it has " + arrays.contents());
        }
        return array;
    }

    /** A required array of this name. */
    PythonArray need(String name) {
        return find(name, List.of());
    }

    /**
     * Directions as columns, D x I.
     *
     * @param unitsFirst how the array stands where both lengths are D
     */
    Matrix directions(PythonArray array, boolean unitsFirst) {
        if (array.dimensions() == 1 && array.values().length == width) { // a single probe
            return new Matrix(width, 1, array.values());
        }
        Matrix matrix = array.matrix();
        if (matrix.rows() != width && matrix.columns() != width) {
            throw new InvalidInput("array " + array + " has no side of " + width
                    + ", the width of the features; is it a dictionary of another layer?");
        }
        if (matrix.rows() == width && matrix.columns() == width) {
            notes.add("array " + array + " is square; its " + (unitsFirst ? "rows" : "columns")
                    + " were taken for the directions, as is usual under this name");
            return unitsFirst ? matrix.transpose() : matrix;
        }
        return matrix.rows() == width ? matrix : matrix.transpose();
    }

    /** A number per unit or feature. */
    static double[] vector(PythonArray array, int length) {
        if (array.values().length != length) {
            throw new InvalidInput(
                    "array " + array + " has " + array.values().length + " numbers, the encoder makes it " + length);
        }
        return array.values();
    }

    /** Thresholds on w.x of units that fire where w.(x - origin) + bias exceeds a level. */
    static double[] thresholds(Matrix filters, double[] bias, double[] origin, double[] level) {
        double[] thresholds = new double[filters.columns()];
        Arrays.setAll(thresholds, i -> {
            double threshold = (level == null ? 0 : level[i]) - (bias == null ? 0 : bias[i]);
            for (int d = 0; origin != null && d < filters.rows(); d++) {
                threshold += filters.get(d, i) * origin[d];
            }
            return threshold;
        });
        return thresholds;
    }
}
