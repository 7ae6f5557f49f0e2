package org.eddp.intervene;

import org.eddp.features.Grid;

/** The patches that an edit changes. */
public sealed interface Place {
    /** Where the detector of a concept fires on the image as it was before any edit. */
    record Detected(int concept) implements Place {
        @Override
        public String toString() {
            return "where " + concept + " is";
        }
    }

    /**
     * A rectangle of the grid.
     *
     * @param top first row
     * @param left first column
     * @param bottom last row, included
     * @param right last column, included
     */
    record Rectangle(int top, int left, int bottom, int right) implements Place {
        public Rectangle {
            if (top < 0 || left < 0 || bottom < top || right < left) {
                throw new IllegalArgumentException("rectangle rows " + top + " .. " + bottom + ", columns " + left
                        + " .. " + right + " is empty; give the first and the last row and column, from 0");
            }
        }

        @Override
        public String toString() {
            return "rows " + top + " .. " + bottom + ", columns " + left + " .. " + right;
        }
    }

    /** All patches. */
    record Everywhere() implements Place {
        @Override
        public String toString() {
            return "everywhere";
        }
    }

    /**
     * Which patches these are.
     *
     * @param fires patches x concepts: where detectors fire on the unchanged image
     */
    default boolean[] cells(Grid grid, boolean[][] fires) {
        boolean[] chosen = new boolean[grid.cells()];
        if (this instanceof Rectangle r && (r.bottom() >= grid.height() || r.right() >= grid.width())) {
            throw new IllegalArgumentException("rectangle " + r + " does not fit the grid of " + grid.height() + " x "
                    + grid.width() + " patches; rows and columns are counted from 0");
        }
        for (int p = 0; p < chosen.length; p++) {
            int row = p / grid.width();
            int column = p % grid.width();
            if (this instanceof Detected d) {
                chosen[p] = fires[p][d.concept()];
            } else if (this instanceof Rectangle r) {
                chosen[p] = row >= r.top() && row <= r.bottom() && column >= r.left() && column <= r.right();
            } else {
                chosen[p] = true;
            }
        }
        return chosen;
    }
}
