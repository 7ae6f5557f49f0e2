package org.eddp.report.draw;

import java.util.ArrayList;
import java.util.List;

/** The points of a curve that are worth drawing. */
record Curve(double[] x, double[] y) {
    private static final int STRETCHES = 80;

    /** The finite points; of more than a screen can show, the lowest and the highest of each stretch, and both ends. */
    static Curve of(int[] steps, double[] values) {
        List<double[]> points = new ArrayList<>();
        for (int k = 0; k < Math.min(steps.length, values.length); k++) {
            if (Double.isFinite(values[k])) {
                points.add(new double[] {steps[k], values[k]});
            }
        }
        List<double[]> kept = points.size() <= 2 * STRETCHES ? points : thinned(points);
        return new Curve(
                kept.stream().mapToDouble(p -> p[0]).toArray(),
                kept.stream().mapToDouble(p -> p[1]).toArray());
    }

    private static List<double[]> thinned(List<double[]> points) {
        List<double[]> kept = new ArrayList<>();
        int inner = points.size() - 2;
        kept.add(points.get(0));
        for (int s = 0; s < STRETCHES; s++) {
            int from = 1 + (int) ((long) inner * s / STRETCHES);
            int to = 1 + (int) ((long) inner * (s + 1) / STRETCHES);
            int lowest = from;
            int highest = from;
            for (int k = from; k < to; k++) {
                lowest = points.get(k)[1] < points.get(lowest)[1] ? k : lowest;
                highest = points.get(k)[1] > points.get(highest)[1] ? k : highest;
            }
            kept.add(points.get(Math.min(lowest, highest)));
            if (lowest != highest) {
                kept.add(points.get(Math.max(lowest, highest)));
            }
        }
        kept.add(points.get(points.size() - 1));
        return kept;
    }
}
