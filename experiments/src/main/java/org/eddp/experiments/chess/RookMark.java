package org.eddp.experiments.chess;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import org.eddp.experiments.BufferedPictures;
import org.eddp.images.decode.Picture;

/**
 * The word "rook" in the top-left corner of a picture, as large as an ordinary bitmap font would write it. Drawn as
 * strokes, so that it is the same on machines with any fonts or none; with a pale edge, so that it can be seen on any
 * ground.
 *
 * <p>Marks differ in strength from picture to picture, as watermarks do. That matters: the direction in which something
 * is written is estimated from how strongly it is written where it is present.
 *
 * <p>It ends above the seventeenth row, where the receptive fields of the two lower patches begin. A detector of the
 * mark does not fire on a patch that sees only a slice of it, so the evidence of the slice for the rook would remain
 * after the correction.
 */
final class RookMark {
    private static final Color INK = new Color(0xFF, 0x00, 0x10);
    private static final Color EDGE = new Color(0xFF, 0xFF, 0xFF);
    /** Left and upper margin, width of a letter and of the space after it, height of a letter, in pixels. */
    private static final double MARGIN = 1;

    private static final double LETTER = 2.5;
    private static final double SPACE = 1.7;
    private static final double TALL = 13;
    private static final double LOW = 10;
    private static final double THINNEST = 2;
    private static final double BOLDEST = 2.4;
    private static final double HALO = 1;
    private static final double FAINTEST = 0.3;
    private static final double STRONGEST = 1;

    private static final Path2D STROKES = strokes();

    private RookMark() {}

    /** The rectangle that holds the mark at its boldest. */
    static Rectangle bounds() {
        return stroke(BOLDEST + HALO).createStrokedShape(STROKES).getBounds();
    }

    private static BasicStroke stroke(double pen) {
        return new BasicStroke((float) pen, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    }

    /**
     * A copy of a picture with the mark on it.
     *
     * @param strength 0 (thin and translucent) .. 1 (bold and opaque)
     */
    static Picture on(Picture picture, double strength) {
        BufferedImage image = BufferedPictures.image(picture);
        Graphics2D graphics = BufferedPictures.graphics(image);
        try {
            double opacity = between(FAINTEST, STRONGEST, strength);
            double pen = between(THINNEST, BOLDEST, strength);
            draw(graphics, translucent(EDGE, opacity), pen + HALO);
            draw(graphics, translucent(INK, opacity), pen);
        } finally {
            graphics.dispose();
        }
        return BufferedPictures.picture(image);
    }

    private static Color translucent(Color colour, double opacity) {
        return new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), (int) Math.round(255 * opacity));
    }

    private static double between(double low, double high, double share) {
        return low + (high - low) * share;
    }

    private static void draw(Graphics2D graphics, Color colour, double pen) {
        graphics.setColor(colour);
        graphics.setStroke(stroke(pen));
        graphics.draw(STROKES);
    }

    private static Path2D strokes() {
        Path2D word = new Path2D.Double();
        double advance = LETTER + SPACE;
        append(word, r(), 0);
        append(word, o(), advance - 0.6);
        append(word, o(), 2 * advance - 0.6);
        append(word, k(), 3 * advance - 0.6);
        return word;
    }

    private static void append(Path2D word, Path2D letter, double x) {
        word.append(letter.getPathIterator(AffineTransform.getTranslateInstance(MARGIN + x, MARGIN)), false);
    }

    private static Path2D r() {
        Path2D letter = new Path2D.Double();
        letter.moveTo(0, TALL - LOW);
        letter.lineTo(0, TALL);
        letter.moveTo(0, TALL - LOW + 2);
        letter.quadTo(0.8, TALL - LOW, 3, TALL - LOW + 0.2);
        return letter;
    }

    private static Path2D o() {
        return new Path2D.Double(new Ellipse2D.Double(0, TALL - LOW, LETTER, LOW));
    }

    private static Path2D k() {
        Path2D letter = new Path2D.Double();
        letter.moveTo(0, 0);
        letter.lineTo(0, TALL);
        letter.moveTo(LETTER - 0.4, TALL - LOW);
        letter.lineTo(0.2, TALL - LOW / 2 + 0.3);
        letter.lineTo(LETTER, TALL);
        return letter;
    }
}
