package org.eddp.experiments.sticker;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.SplittableRandom;
import org.eddp.experiments.BufferedPictures;
import org.eddp.features.Grid;
import org.eddp.images.Picture;
import org.eddp.images.Preprocessing.CropBox;

/**
 * A white card with a word on it, of the proportions of a visiting card and about a third as wide as the picture. It lies
 * somewhere in the part of the picture that the network sees; place, size and opacity differ from card to card. The word is
 * drawn as strokes, so that it is the same on machines with any fonts or none.
 *
 * @param left of its left edge, as all measures in shares of the part that the network sees
 * @param top of its upper edge
 * @param width of the card
 * @param height of the card
 * @param opacity 1 hides what is below
 */
record Card(double left, double top, double width, double height, double opacity) {
    private static final double NARROWEST = 0.30;
    private static final double WIDEST = 0.37;
    private static final double FAINTEST = 0.88;
    /** Width to height. */
    private static final double PROPORTION = 1.5;

    private static final Color PAPER = new Color(0xFA, 0xFA, 0xF6);
    private static final Color INK = new Color(0x10, 0x10, 0x18);
    private static final Color EDGE = new Color(0x50, 0x50, 0x50);
    /** The word is drawn in a field of this size, which fills the card but for its margin. */
    private static final double FIELD_WIDTH = 15;

    private static final double FIELD_HEIGHT = 6;
    private static final double MARGIN = 0.14;
    private static final double PEN = 1.1;
    private static final Path2D WORD = word();

    /**
     * A card at random.
     *
     * @param aspect width to height of what the network sees
     */
    static Card random(SplittableRandom random, double aspect) {
        double width = random.nextDouble(NARROWEST, WIDEST);
        double height = Math.min(0.9, width * aspect / PROPORTION);
        return new Card(
                random.nextDouble(0, 1 - width),
                random.nextDouble(0, 1 - height),
                width,
                height,
                random.nextDouble(FAINTEST, 1));
    }

    /**
     * A copy of a picture with the card on it.
     *
     * @param seen the part that the network sees, in pixels
     */
    Picture on(Picture picture, CropBox seen) {
        BufferedImage image = BufferedPictures.image(picture);
        Graphics2D graphics = BufferedPictures.graphics(image);
        try {
            graphics.translate(seen.left() + left * seen.width(), seen.top() + top * seen.height());
            draw(graphics, width * seen.width(), height * seen.height());
        } finally {
            graphics.dispose();
        }
        return BufferedPictures.picture(image);
    }

    private void draw(Graphics2D graphics, double across, double down) {
        Rectangle2D sheet = new Rectangle2D.Double(0, 0, across, down);
        graphics.setColor(translucent(PAPER));
        graphics.fill(sheet);
        graphics.setColor(translucent(EDGE));
        graphics.setStroke(new BasicStroke((float) (across / 80)));
        graphics.draw(sheet);
        double scale = Math.min(across * (1 - 2 * MARGIN) / FIELD_WIDTH, down * (1 - 2 * MARGIN) / FIELD_HEIGHT);
        AffineTransform place = AffineTransform.getTranslateInstance(
                (across - scale * FIELD_WIDTH) / 2, (down - scale * FIELD_HEIGHT) / 2);
        place.scale(scale, scale);
        graphics.setColor(translucent(INK));
        graphics.setStroke(new BasicStroke((float) (PEN * scale), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        graphics.draw(WORD.createTransformedShape(place));
    }

    private Color translucent(Color colour) {
        return new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), (int) Math.round(255 * opacity));
    }

    /** SALE, each letter three wide and six high, one apart. */
    private static Path2D word() {
        Path2D word = new Path2D.Double();
        stroke(word, 3, 0.7, 2.2, 0, 0.8, 0, 0, 0.9, 0, 2, 0.8, 2.9, 2.2, 3.1, 3, 4, 3, 5.1, 2.2, 6, 0.8, 6, 0, 5.3);
        stroke(word, 4, 6, 5.5, 0, 7, 6);
        stroke(word, 4.6, 3.8, 6.4, 3.8);
        stroke(word, 8, 0, 8, 6, 11, 6);
        stroke(word, 15, 0, 12, 0, 12, 6, 15, 6);
        stroke(word, 12, 3, 14.4, 3);
        return word;
    }

    private static void stroke(Path2D word, double... points) {
        word.moveTo(points[0], points[1]);
        for (int i = 2; i < points.length; i += 2) {
            word.lineTo(points[i], points[i + 1]);
        }
    }

    /** Share of every cell of a grid over the seen part that lies under the card, row by row. */
    double[] coverage(Grid grid) {
        double[] shares = new double[grid.cells()];
        for (int cell = 0; cell < shares.length; cell++) {
            int row = cell / grid.width();
            int column = cell % grid.width();
            shares[cell] = overlap(left * grid.width(), (left + width) * grid.width(), column)
                    * overlap(top * grid.height(), (top + height) * grid.height(), row);
        }
        return shares;
    }

    private static double overlap(double from, double to, int cell) {
        return Math.max(0, Math.min(to, cell + 1) - Math.max(from, cell));
    }

    /** A map of the seen part, row by row: {@code label} where the centre of a pixel lies under the card, else 0. */
    int[] map(int size, int label) {
        int[] map = new int[size * size];
        for (int i = 0; i < map.length; i++) {
            double x = (i % size + 0.5) / size;
            double y = (i / size + 0.5) / size;
            map[i] = x >= left && x < left + width && y >= top && y < top + height ? label : 0;
        }
        return map;
    }
}
