package org.eddp.metrics;

import java.util.ArrayDeque;
import java.util.Deque;
import org.eddp.features.Grid;

/** The rectangle around the patches on which a detector fires that are connected, side by side, with one of them. */
public record FiringRegion(TopImages.Span rows, TopImages.Span columns) {
    /**
     * The region around a patch, whether or not the detector fires on that one.
     *
     * @param map scores of all patches, row by row
     */
    public static FiringRegion around(float[] map, Grid grid, int start) {
        boolean[] seen = new boolean[map.length];
        Deque<Integer> open = new ArrayDeque<>();
        seen[start] = true;
        open.add(start);
        int top = grid.height();
        int bottom = 0;
        int left = grid.width();
        int right = 0;
        while (!open.isEmpty()) {
            int cell = open.remove();
            int row = cell / grid.width();
            int column = cell % grid.width();
            top = Math.min(top, row);
            bottom = Math.max(bottom, row);
            left = Math.min(left, column);
            right = Math.max(right, column);
            visit(row > 0, cell - grid.width(), map, seen, open);
            visit(row < grid.height() - 1, cell + grid.width(), map, seen, open);
            visit(column > 0, cell - 1, map, seen, open);
            visit(column < grid.width() - 1, cell + 1, map, seen, open);
        }
        return new FiringRegion(new TopImages.Span(top, bottom), new TopImages.Span(left, right));
    }

    private static void visit(boolean exists, int cell, float[] map, boolean[] seen, Deque<Integer> open) {
        if (exists && !seen[cell] && map[cell] > 0) {
            seen[cell] = true;
            open.add(cell);
        }
    }
}
