package org.eddp.report;

import org.eddp.features.Grid;
import org.eddp.images.Picture;
import org.eddp.images.Preprocessing.CropBox;
import org.eddp.images.Snapshot;
import org.eddp.metrics.TopImages.Hit;

/**
 * What a detector fires on in one picture, outlined.
 *
 * @param close the region with some context around it, a square, as a data address
 * @param whole all that the network saw of the picture, as a data address
 */
public record Crop(String close, String whole) {
    /** Cells of context, half of them on each side. */
    private static final double CONTEXT = 1;
    /** A crop has at least so many cells on a side, and at least this share of the picture. */
    private static final double LEAST_CELLS = 3;

    private static final double LEAST_SHARE = 1.0 / 3;

    /**
     * Draws both.
     *
     * @param box the part of the picture that the network saw
     * @param scores of the detector, one per cell of the grid; above zero where it fires
     */
    static Crop of(Picture picture, CropBox box, Grid grid, double[][] scores, Hit hit) {
        CropBox part = around(hit, grid, box);
        CropBox inUnits = new CropBox(
                (part.left() - box.left()) / box.width(),
                (part.top() - box.top()) / box.height(),
                part.width() / box.width(),
                part.height() / box.height());
        return new Crop(
                PictureOverlays.detection(Snapshot.of(picture, part), scores, inUnits),
                PictureOverlays.onDemand(Snapshot.of(picture, box), scores));
    }

    /** The square to show of a picture: the region of a hit and context, inside of what the network saw. */
    static CropBox around(Hit hit, Grid grid, CropBox box) {
        CropBox first = box.cell(hit.rows().first(), hit.columns().first(), grid.height(), grid.width());
        CropBox last = box.cell(hit.rows().last(), hit.columns().last(), grid.height(), grid.width());
        double right = last.left() + last.width();
        double bottom = last.top() + last.height();
        double cell = Math.max(first.width(), first.height());
        double shorter = Math.min(box.width(), box.height());
        double region = Math.max(right - first.left(), bottom - first.top()) + CONTEXT * cell;
        double least = Math.max(LEAST_CELLS * cell, LEAST_SHARE * shorter);
        double side = Math.min(shorter, Math.max(region, least));
        return new CropBox(
                placed((first.left() + right) / 2, side, box.left(), box.width()),
                placed((first.top() + bottom) / 2, side, box.top(), box.height()),
                side,
                side);
    }

    private static double placed(double middle, double side, double from, double length) {
        return Math.max(from, Math.min(from + length - side, middle - side / 2));
    }
}
