package org.eddp.experiments.marks;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import org.eddp.experiments.BufferedPictures;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.CropBox;

/** A mark drawn on a picture, with the region that it covers. */
public interface Mark {
    /** Sample points per side of a cell for coverage. */
    int SAMPLES = 16;

    /**
     * Draws it. The origin is the upper left corner of the part that the network sees.
     *
     * @param graphics may be changed; the caller disposes of it
     * @param width of the part that the network sees, in pixels
     * @param height of the part that the network sees, in pixels
     */
    void draw(Graphics2D graphics, double width, double height);

    /** Whether a point lies under it; both in shares of the part that the network sees. */
    boolean covers(double across, double down);

    /**
     * A copy of a picture with the mark on it.
     *
     * @param seen the part that the network sees, in pixels
     */
    default Picture on(Picture picture, CropBox seen) {
        BufferedImage image = BufferedPictures.image(picture);
        Graphics2D graphics = BufferedPictures.graphics(image);
        try {
            graphics.translate(seen.left(), seen.top());
            draw(graphics, seen.width(), seen.height());
        } finally {
            graphics.dispose();
        }
        return BufferedPictures.picture(image);
    }

    /** Share of every cell of a grid over the seen part that lies under the mark, row by row. */
    default double[] coverage(Grid grid) {
        double[] shares = new double[grid.cells()];
        for (int cell = 0; cell < shares.length; cell++) {
            int covered = 0;
            for (int s = 0; s < SAMPLES * SAMPLES; s++) {
                double across = (cell % grid.width() + (s % SAMPLES + 0.5) / SAMPLES) / grid.width();
                double down = (cell / grid.width() + (s / SAMPLES + 0.5) / SAMPLES) / grid.height();
                covered += covers(across, down) ? 1 : 0;
            }
            shares[cell] = covered / (double) (SAMPLES * SAMPLES);
        }
        return shares;
    }

    /** A map of the seen part, row by row: {@code label} where the centre of a pixel lies under the mark, else 0. */
    default int[] map(int size, int label) {
        int[] map = new int[size * size];
        for (int i = 0; i < map.length; i++) {
            map[i] = covers((i % size + 0.5) / size, (i / size + 0.5) / size) ? label : 0;
        }
        return map;
    }

    /** A colour of a certain opacity, 0 .. 1. */
    static Color translucent(Color colour, double opacity) {
        return new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), (int) Math.round(255 * opacity));
    }
}
