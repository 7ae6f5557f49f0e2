package org.eddp.experiments.world;

import java.awt.Rectangle;
import java.awt.Shape;
import java.awt.geom.PathIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The share of every pixel that lies inside a shape, by the non-zero rule: exact along rows, four samples down a pixel.
 *
 * <p>The platform's own renderer would do, but differs between versions of Java; the same seed must give the same bytes.
 */
final class Coverage {
    private static final int ROWS = 4;
    private static final double FLATNESS = 0.1;

    private final Rectangle box;
    private final float[] share;

    private Coverage(Rectangle box) {
        this.box = box;
        share = new float[Math.max(0, box.width) * Math.max(0, box.height)];
    }

    /** Coverage of a shape in pixel coordinates, clipped to a picture. */
    static Coverage of(Shape shape, int width, int height) {
        Coverage coverage = new Coverage(shape.getBounds().intersection(new Rectangle(width, height)));
        if (!coverage.isEmpty()) {
            List<double[]> edges = edges(shape);
            for (int row = 0; row < coverage.box.height * ROWS; row++) {
                coverage.addRow(edges, row);
            }
        }
        return coverage;
    }

    boolean isEmpty() {
        return box.isEmpty();
    }

    /** The pixels that may be covered. */
    Rectangle box() {
        return box;
    }

    /** Covered share of a pixel of {@link #box()}, from 0 to 1. */
    float at(int x, int y) {
        return share[(y - box.y) * box.width + x - box.x];
    }

    private static List<double[]> edges(Shape shape) {
        List<double[]> edges = new ArrayList<>();
        double[] point = new double[6];
        double[] start = new double[2];
        double[] last = new double[2];
        for (PathIterator path = shape.getPathIterator(null, FLATNESS); !path.isDone(); path.next()) {
            switch (path.currentSegment(point)) {
                case PathIterator.SEG_MOVETO -> {
                    addEdge(edges, last[0], last[1], start[0], start[1]);
                    start = Arrays.copyOf(point, 2);
                }
                case PathIterator.SEG_CLOSE -> {
                    addEdge(edges, last[0], last[1], start[0], start[1]);
                    point = Arrays.copyOf(start, 6);
                }
                default -> addEdge(edges, last[0], last[1], point[0], point[1]);
            }
            last = Arrays.copyOf(point, 2);
        }
        addEdge(edges, last[0], last[1], start[0], start[1]);
        return edges;
    }

    private static void addEdge(List<double[]> edges, double x1, double y1, double x2, double y2) {
        if (y1 != y2) {
            edges.add(new double[] {x1, y1, x2, y2});
        }
    }

    private void addRow(List<double[]> edges, int row) {
        double y = box.y + (row + 0.5) / ROWS;
        double[][] crossings = new double[edges.size()][];
        int count = 0;
        for (double[] e : edges) {
            if ((e[1] <= y) != (e[3] <= y)) {
                double x = e[0] + (y - e[1]) * (e[2] - e[0]) / (e[3] - e[1]);
                crossings[count++] = new double[] {x, e[1] < e[3] ? 1 : -1};
            }
        }
        Arrays.sort(crossings, 0, count, Comparator.comparingDouble(c -> c[0]));
        double winding = 0;
        for (int i = 0; i + 1 < count; i++) {
            winding += crossings[i][1];
            if (winding != 0) {
                addSpan(row / ROWS, crossings[i][0] - box.x, crossings[i + 1][0] - box.x);
            }
        }
    }

    private void addSpan(int row, double from, double to) {
        double start = Math.max(0, from);
        double end = Math.min(box.width, to);
        for (int x = (int) start; x < end; x++) {
            double inside = Math.min(end, x + 1) - Math.max(start, x);
            if (inside > 0) {
                share[row * box.width + x] += (float) (inside / ROWS);
            }
        }
    }
}
