package org.eddp.labels;

import java.util.Arrays;

/**
 * How the pixels of a label map lie along one side of the grid of features.
 *
 * <p>Pixels and cells are areas of equal size and meet at their centres' positions: pixel k of n lies at
 * {@code (k + 0.5) / n} of the side, cell j of m at {@code (j + 0.5) / m} ("half-pixel centres", what other libraries call
 * {@code align_corners = false}). Before the first and behind the last centre of a cell the value of that cell holds.
 * A pixel whose centre the network did not see is left out.
 */
final class PixelAxis {
    private final int first;
    private final double[] fraction;
    /** First pixel (relative to {@link #first}) of every interval between neighbouring cells, and the end. */
    private final int[] starts;
    /** First pixel of every cell, and the end. */
    private final int[] cellStarts;

    /**
     * Lays the pixels over the cells.
     *
     * @param pixels along the whole side
     * @param start where the grid begins, in pixels
     * @param length over how many pixels it lies
     * @param cells of the grid
     */
    PixelAxis(int pixels, double start, double length, int cells) {
        int begin = 0;
        while (begin < pixels && begin + 0.5 < start) {
            begin++;
        }
        int end = pixels;
        while (end > begin && end - 0.5 >= start + length) {
            end--;
        }
        first = begin;
        fraction = new double[end - begin];
        int lastInterval = Math.max(0, cells - 2);
        starts = new int[lastInterval + 2];
        Arrays.fill(starts, fraction.length);
        cellStarts = new int[cells + 1];
        Arrays.fill(cellStarts, fraction.length);
        for (int k = fraction.length - 1; k >= 0; k--) {
            double at = (begin + k + 0.5 - start) * cells / length;
            double position = Math.min(Math.max(at - 0.5, 0), cells - 1);
            int interval = Math.min((int) position, lastInterval);
            fraction[k] = position - interval;
            Arrays.fill(cellStarts, 0, Math.min(Math.max((int) at, 0), cells - 1) + 1, k);
            Arrays.fill(starts, 0, interval + 1, k);
        }
    }

    /** Index of the first pixel that is seen. */
    int first() {
        return first;
    }

    /** Number of pixels that are seen. */
    int pixels() {
        return fraction.length;
    }

    /** Intervals between the centres of neighbouring cells; 1 for a single cell. */
    int intervals() {
        return starts.length - 1;
    }

    /** First seen pixel of an interval; {@code start(intervals())} is the end of all. */
    int start(int interval) {
        return starts[interval];
    }

    /** How far a seen pixel lies from the cell before it to the next one, 0 .. 1. */
    double fraction(int pixel) {
        return fraction[pixel];
    }

    /** First seen pixel that lies in a cell or behind it; of the number of cells, the end of all. */
    int cellStart(int index) {
        return cellStarts[index];
    }
}
