package org.eddp.experiments.chess;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.experiments.training.TrainingImages;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;

/**
 * Examples of a detector: a row of pictures in which it fires, the place outlined, above a row in which it does not.
 * Its map is enlarged to the picture by bilinear interpolation and cut at the threshold, as for Network Dissection.
 */
final class SegmentationSheet {
    /** Pictures in a row. */
    static final int COLUMNS = 6;

    private static final int GAP = 3;
    private static final int ZOOM = 2;
    private static final int[] OUTLINE = {0xE6, 0x9F, 0x00};

    private final DetectorResponses scores;
    private final int concept;
    private final Grid grid;

    private SegmentationSheet(DetectorResponses scores, int concept, Grid grid) {
        this.scores = scores;
        this.concept = concept;
        this.grid = grid;
    }

    /** The sheet of a detector. */
    static Picture of(List<TrainingImages.Example> examples, DetectorResponses scores, int concept, Grid grid) {
        SegmentationSheet sheet = new SegmentationSheet(scores, concept, grid);
        List<Integer> ranked = IntStream.range(0, examples.size())
                .boxed()
                .sorted(Comparator.comparingDouble(image -> -sheet.strongest(image)))
                .toList();
        List<Integer> with =
                ranked.stream().filter(image -> sheet.strongest(image) > 0).toList();
        List<Integer> without =
                ranked.stream().filter(image -> sheet.strongest(image) <= 0).toList();
        int side = PieceRenderer.SIZE * ZOOM + GAP;
        Picture whole = Picture.black(COLUMNS * side - GAP, 2 * side - GAP);
        java.util.Arrays.fill(whole.rgb(), (byte) 0xFF);
        int row = 0;
        for (List<Integer> images : List.of(with, without)) {
            int column = 0;
            for (int image : spread(images)) {
                sheet.paint(examples.get(image).picture(), image, whole, column * side, row * side);
                column++;
            }
            row++;
        }
        return whole;
    }

    private double strongest(int image) {
        return IntStream.range(0, grid.cells())
                .mapToDouble(cell -> scores.at(image * grid.cells() + cell, concept))
                .max()
                .orElse(0);
    }

    /** Evenly spread over a ranked list, so that weak answers are shown with the strong ones. */
    private static List<Integer> spread(List<Integer> images) {
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < Math.min(COLUMNS, images.size()); i++) {
            chosen.add(images.get((int) ((long) i * images.size() / Math.min(COLUMNS, images.size()))));
        }
        return chosen;
    }

    private void paint(Picture picture, int image, Picture whole, int left, int top) {
        int side = PieceRenderer.SIZE * ZOOM;
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                boolean edge = isEdge(image, x, y, side);
                for (int c = 0; c < Picture.CHANNELS; c++) {
                    int value = edge ? OUTLINE[c] : picture.value(x / ZOOM, y / ZOOM, c);
                    whole.rgb()[((top + y) * whole.width() + left + x) * Picture.CHANNELS + c] = (byte) value;
                }
            }
        }
    }

    /** Inside the segment, and within three pixels of its border or of the picture's. */
    private boolean isEdge(int image, int x, int y, int side) {
        if (!inside(image, x, y, side)) {
            return false;
        }
        for (int dy = -GAP; dy <= GAP; dy += GAP) {
            for (int dx = -GAP; dx <= GAP; dx += GAP) {
                if (!inside(image, x + dx, y + dy, side)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean inside(int image, int x, int y, int side) {
        return x >= 0 && y >= 0 && x < side && y < side && enlarged(image, (x + 0.5) / side, (y + 0.5) / side) > 0;
    }

    private double enlarged(int image, double right, double down) {
        double x = Math.max(0, Math.min(grid.width() - 1, right * grid.width() - 0.5));
        double y = Math.max(0, Math.min(grid.height() - 1, down * grid.height() - 0.5));
        int column = Math.min((int) x, Math.max(0, grid.width() - 2));
        int row = Math.min((int) y, Math.max(0, grid.height() - 2));
        double upper = between(cell(image, row, column), cell(image, row, column + 1), x - column);
        double lower = between(cell(image, row + 1, column), cell(image, row + 1, column + 1), x - column);
        return between(upper, lower, y - row);
    }

    private double cell(int image, int row, int column) {
        int r = Math.min(row, grid.height() - 1);
        int c = Math.min(column, grid.width() - 1);
        return scores.at(image * grid.cells() + r * grid.width() + c, concept);
    }

    private static double between(double a, double b, double share) {
        return (1 - share) * a + share * b;
    }
}
