package org.eddp.report;

import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.CropBox;
import org.eddp.images.input.Snapshot;
import org.eddp.metrics.TopImages.FiringRegion;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/**
 * The region of a picture on which a detector fires, outlined.
 *
 * @param close the region with some context around it, a square, as a data URL
 *
 * @param whole the part of the picture that the network saw, as a data URL
 */
public record Crop(String close, String whole) {
    /** Cells of context, half of them on each side. */
    private static final double CONTEXT = 1;
    /** A crop has at least so many cells on a side, and at least this share of the picture. */
    private static final double LEAST_CELLS = 3;

    private static final double LEAST_SHARE = 1.0 / 3;
    /** Scale of a large picture. */
    private static final int LARGE = 3;

    /**
     * Draws both.
     *
     * @param box the part of the picture that the network saw
     * @param scores of the detector, rows x columns of the grid; above zero where it fires. The region is the one with the largest
     */
    public static Crop of(Picture picture, CropBox box, double[][] scores) {
        return new Crop(close(picture, box, scores), PictureOverlays.onDemand(Snapshot.of(picture, box), scores));
    }

    /** The region alone; arguments as above. */
    public static String close(Picture picture, CropBox box, double[][] scores) {
        Grid grid = new Grid(scores.length, scores[0].length);
        CropBox part = around(region(scores, grid), grid, box);
        CropBox inUnits = new CropBox(
                (part.left() - box.left()) / box.width(),
                (part.top() - box.top()) / box.height(),
                part.width() / box.width(),
                part.height() / box.height());
        return PictureOverlays.detection(Snapshot.of(picture, part), scores, inUnits);
    }

    /** The whole picture alone, large; arguments as above. */
    public static String large(Picture picture, CropBox box, double[][] scores) {
        return PictureOverlays.detection(Snapshot.of(picture, box, LARGE * Snapshot.SIDE), scores);
    }

    /** Scores p = w.x - b of every patch of an image; rows x columns of the grid. */
    public static double[][] scores(FeatureSource set, Detectors detectors, int concept, int image) {
        double[][] map = new double[set.grid().height()][set.grid().width()];
        try (Scope scope = Scope.open()) {
            Matrix rows = set.range(image, 1).rows(0, 1).toMatrix();
            double[] read = rows.times(detectors.filters().columns(concept, 1)).values();
            for (int p = 0; p < read.length; p++) {
                map[p / set.grid().width()][p % set.grid().width()] =
                        read[p] - detectors.thresholds()[concept];
            }
        }
        return map;
    }

    private static FiringRegion region(double[][] scores, Grid grid) {
        float[] map = new float[grid.cells()];
        int peak = 0;
        for (int p = 0; p < map.length; p++) {
            map[p] = (float) scores[p / grid.width()][p % grid.width()];
            peak = map[p] > map[peak] ? p : peak;
        }
        return FiringRegion.around(map, grid, peak);
    }

    /** The square to show of a picture: a region and context, inside of the part that the network saw. */
    static CropBox around(FiringRegion region, Grid grid, CropBox box) {
        CropBox first = box.cell(region.rows().first(), region.columns().first(), grid.height(), grid.width());
        CropBox last = box.cell(region.rows().last(), region.columns().last(), grid.height(), grid.width());
        double right = last.left() + last.width();
        double bottom = last.top() + last.height();
        double cell = Math.max(first.width(), first.height());
        double shorter = Math.min(box.width(), box.height());
        double wanted = Math.max(right - first.left(), bottom - first.top()) + CONTEXT * cell;
        double least = Math.max(LEAST_CELLS * cell, LEAST_SHARE * shorter);
        double side = Math.min(shorter, Math.max(wanted, least));
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
