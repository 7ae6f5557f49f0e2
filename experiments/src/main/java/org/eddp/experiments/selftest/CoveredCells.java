package org.eddp.experiments.selftest;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Area;
import java.awt.geom.Rectangle2D;
import java.util.BitSet;
import org.eddp.experiments.marks.Mark;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.CropBox;

/**
 * Hides some cells of a grid under one colour.
 *
 * @param grid over the part of the picture that the network sees
 * @param cells that are hidden
 */
record CoveredCells(Grid grid, BitSet cells, Color colour) implements Mark {
    /** Hides cells under the mean colour of the other cells that the network sees. */
    static CoveredCells of(Picture picture, CropBox seen, Grid grid, BitSet cells) {
        long[] sums = new long[3];
        long pixels = 0;
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < picture.width(); x++) {
                double across = (x + 0.5 - seen.left()) / seen.width();
                double down = (y + 0.5 - seen.top()) / seen.height();
                if (isSeen(across, down) && !cells.get(cell(grid, across, down))) {
                    for (int channel = 0; channel < sums.length; channel++) {
                        sums[channel] += picture.value(x, y, channel);
                    }
                    pixels++;
                }
            }
        }
        long count = Math.max(1, pixels);
        return new CoveredCells(
                grid, cells, new Color((int) (sums[0] / count), (int) (sums[1] / count), (int) (sums[2] / count)));
    }

    private static boolean isSeen(double across, double down) {
        return across >= 0 && across < 1 && down >= 0 && down < 1;
    }

    private static int cell(Grid grid, double across, double down) {
        return (int) (down * grid.height()) * grid.width() + (int) (across * grid.width());
    }

    @Override
    public void draw(Graphics2D graphics, double width, double height) {
        double across = width / grid.width();
        double down = height / grid.height();
        Area area = new Area();
        cells.stream()
                .forEach(cell -> area.add(new Area(new Rectangle2D.Double(
                        cell % grid.width() * across, cell / grid.width() * down, across, down))));
        graphics.setColor(colour);
        graphics.fill(area);
    }

    @Override
    public boolean covers(double across, double down) {
        return isSeen(across, down) && cells.get(cell(grid, across, down));
    }
}
