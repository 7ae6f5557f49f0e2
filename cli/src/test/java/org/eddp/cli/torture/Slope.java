package org.eddp.cli.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A straight line through measurements, by least squares.
 *
 * @param slope growth per unit
 * @param error its standard error
 * @param samples number of measurements
 */
record Slope(double slope, double error, int samples) {
    /** Measurements in the order they were made. */
    static final class Samples {
        private final List<double[]> points = new ArrayList<>();

        void add(double x, double y) {
            points.add(new double[] {x, y});
        }

        int count() {
            return points.size();
        }

        double last() {
            return points.get(points.size() - 1)[1];
        }

        /** The line through those after the first fifth, while caches fill and the compiler works. */
        Slope slope() {
            List<double[]> settled = points.subList(points.size() / 5, points.size());
            return of(settled);
        }
    }

    static Slope of(List<double[]> points) {
        int n = points.size();
        if (n < 3) {
            throw new IllegalArgumentException("a slope needs three measurements, there are " + n);
        }
        double meanX = points.stream().mapToDouble(p -> p[0]).average().orElseThrow();
        double meanY = points.stream().mapToDouble(p -> p[1]).average().orElseThrow();
        double xx = points.stream().mapToDouble(p -> square(p[0] - meanX)).sum();
        double xy = points.stream()
                .mapToDouble(p -> (p[0] - meanX) * (p[1] - meanY))
                .sum();
        double slope = xy / xx;
        double rest = points.stream()
                .mapToDouble(p -> square(p[1] - meanY - slope * (p[0] - meanX)))
                .sum();
        return new Slope(slope, Math.sqrt(rest / (n - 2) / xx), n);
    }

    private static double square(double x) {
        return x * x;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%+.1f +- %.1f", slope, error);
    }
}
