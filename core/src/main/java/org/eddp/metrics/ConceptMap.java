package org.eddp.metrics;

import org.eddp.directions.Directions;
import org.eddp.tensor.Matrix;

/**
 * Concepts as points of a plane, near each other when they are written alike: the two principal components of their
 * signal vectors, all taken to be of length one. The same directions give the same map.
 *
 * @param x one per concept, within -1 .. 1
 * @param y one per concept, within -1 .. 1
 * @param shown share of the variance in the plane
 */
public record ConceptMap(double[] x, double[] y, double shown) {
    /** The map of directions; a concept without a signal vector lies at the centre. */
    public static ConceptMap of(Directions directions) {
        Matrix unit = centred(directions.signals());
        Matrix.Eigen eigen = unit.transpose().times(unit).eigen();
        int last = eigen.values().length - 1;
        double all = 0;
        for (double value : eigen.values()) {
            all += Math.max(0, value);
        }
        double planar = Math.max(0, eigen.values()[last]) + (last > 0 ? Math.max(0, eigen.values()[last - 1]) : 0);
        return new ConceptMap(coordinate(eigen, last), coordinate(eigen, last - 1), all == 0 ? 0 : planar / all);
    }

    /** Columns of length one (or zero), less their mean. */
    private static Matrix centred(Matrix signals) {
        int concepts = signals.columns();
        Matrix unit = new Matrix(signals.rows(), concepts);
        double[] lengths = new double[concepts];
        for (int i = 0; i < concepts; i++) {
            for (int d = 0; d < signals.rows(); d++) {
                lengths[i] += signals.get(d, i) * signals.get(d, i);
            }
            lengths[i] = Math.sqrt(lengths[i]);
        }
        for (int d = 0; d < signals.rows(); d++) {
            double mean = 0;
            for (int i = 0; i < concepts; i++) {
                double value = lengths[i] == 0 ? 0 : signals.get(d, i) / lengths[i];
                unit.set(d, i, value);
                mean += value / concepts;
            }
            for (int i = 0; i < concepts; i++) {
                unit.set(d, i, lengths[i] == 0 ? 0 : unit.get(d, i) - mean);
            }
        }
        return unit;
    }

    /** A component of all concepts, at most one in size; its sign is that of its largest element, which is made positive. */
    private static double[] coordinate(Matrix.Eigen eigen, int component) {
        double[] values = new double[eigen.vectors().rows()];
        if (component < 0) {
            return values;
        }
        double largest = 0;
        for (int i = 0; i < values.length; i++) {
            values[i] = eigen.vectors().get(i, component);
            largest = Math.abs(values[i]) > Math.abs(largest) ? values[i] : largest;
        }
        for (int i = 0; i < values.length && largest != 0; i++) {
            values[i] /= largest;
        }
        return values;
    }
}
