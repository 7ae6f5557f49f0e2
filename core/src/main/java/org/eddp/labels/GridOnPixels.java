package org.eddp.labels;

import org.eddp.features.Grid;
import org.eddp.images.input.Preprocessing;

/**
 * The grid of features laid over the label maps of an image: which pixels are seen and between which cells they lie.
 *
 * <p>Bilinear upsampling of a detector's map touches only the surroundings of cells on which it fires: between four
 * cells of one sign all pixels have that sign, so only the others are interpolated.
 */
final class GridOnPixels {
    private final PixelAxis rows;
    private final PixelAxis columns;
    private final Grid grid;

    GridOnPixels(int height, int width, Preprocessing.CropBox seen, Grid grid) {
        rows = new PixelAxis(height, seen.top(), seen.height(), grid.height());
        columns = new PixelAxis(width, seen.left(), seen.width(), grid.width());
        this.grid = grid;
    }

    PixelAxis rows() {
        return rows;
    }

    PixelAxis columns() {
        return columns;
    }

    /** Number of pixels seen. */
    int pixels() {
        return rows.pixels() * columns.pixels();
    }

    /**
     * Adds to {@code active} the pixels at which the upsampled map is positive.
     *
     * @param map one value per cell, row by row
     */
    void addPositive(float[] map, BitMask active) {
        for (int r = 0; r < rows.intervals(); r++) {
            int upper = r * grid.width();
            int lower = Math.min(r + 1, grid.height() - 1) * grid.width();
            for (int c = 0; c < columns.intervals(); c++) {
                int next = Math.min(c + 1, grid.width() - 1);
                Corners corners = new Corners(map[upper + c], map[upper + next], map[lower + c], map[lower + next]);
                if (corners.anyPositive()) {
                    addPositive(r, c, corners, active);
                }
            }
        }
    }

    /** Values at four neighbouring cells. */
    private record Corners(double upperLeft, double upperRight, double lowerLeft, double lowerRight) {
        boolean anyPositive() {
            return upperLeft > 0 || upperRight > 0 || lowerLeft > 0 || lowerRight > 0;
        }
    }

    private void addPositive(int rowInterval, int columnInterval, Corners corners, BitMask active) {
        int from = columns.start(columnInterval);
        int to = columns.start(columnInterval + 1);
        for (int y = rows.start(rowInterval); y < rows.start(rowInterval + 1); y++) {
            double down = rows.fraction(y);
            double left = between(corners.upperLeft, corners.lowerLeft, down);
            double right = between(corners.upperRight, corners.lowerRight, down);
            int row = y * columns.pixels();
            if (left > 0 && right > 0) {
                active.set(row + from, row + to);
            } else if (left > 0 || right > 0) {
                for (int x = from; x < to; x++) {
                    if (between(left, right, columns.fraction(x)) > 0) {
                        active.set(row + x);
                    }
                }
            }
        }
    }

    /** Between two values of one sign the result has that sign, rounding included. */
    private static double between(double a, double b, double fraction) {
        return (1 - fraction) * a + fraction * b;
    }

    /** Pixels of a set in every cell of the grid. */
    int[] countPerCell(BitMask pixels) {
        int[] counts = new int[grid.cells()];
        for (int r = 0; r < grid.height(); r++) {
            for (int y = rows.cellStart(r); y < rows.cellStart(r + 1); y++) {
                int row = y * columns.pixels();
                for (int c = 0; c < grid.width(); c++) {
                    counts[r * grid.width() + c] +=
                            pixels.count(row + columns.cellStart(c), row + columns.cellStart(c + 1));
                }
            }
        }
        return counts;
    }
}
