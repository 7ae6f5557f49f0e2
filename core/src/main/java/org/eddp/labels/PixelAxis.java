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
    private final int[] cell;
    private final int[] nearest;
    private final double[] fraction;
    /** First pixel (relative to {@link #first}) of every interval between neighbouring cells, and the end. */
    private final int[] starts;

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
        cell = new int[end - begin];
        nearest = new int[end - begin];
        fraction = new double[end - begin];
        int lastInterval = Math.max(0, cells - 2);
        starts = new int[lastInterval + 2];
        Arrays.fill(starts, cell.length);
        for (int k = cell.length - 1; k >= 0; k--) {
            double at = (begin + k + 0.5 - start) * cells / length;
            double position = Math.min(Math.max(at - 0.5, 0), cells - 1);
            cell[k] = Math.min((int) position, lastInterval);
            fraction[k] = position - cell[k];
            nearest[k] = Math.min(Math.max((int) at, 0), cells - 1);
            Arrays.fill(starts, 0, cell[k] + 1, k);
        }
    }

    /** Index of the first pixel that is seen. */
    int first() {
        return first;
    }

    /** Number of pixels that are seen. */
    int pixels() {
        return cell.length;
    }

    /** Intervals between the centres of neighbouring cells; 1 for a single cell. */
    int intervals() {
        return starts.length - 1;
    }

    /** First seen pixel of an interval; {@code start(intervals())} is the end of all. */
    int start(int interval) {
        return starts[interval];
    }

    /** The cell at or before a seen pixel: its interval. */
    int cell(int pixel) {
        return cell[pixel];
    }

    /** How far a seen pixel lies from {@link #cell} to the next cell, 0 .. 1. */
    double fraction(int pixel) {
        return fraction[pixel];
    }

    /** The cell in which a seen pixel lies. */
    int nearest(int pixel) {
        return nearest[pixel];
    }
}
