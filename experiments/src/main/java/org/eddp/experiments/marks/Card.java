package org.eddp.experiments.marks;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.util.SplittableRandom;
import org.eddp.features.Grid;

/**
 * A card with a word on it, of the proportions of a visiting card and about a third as wide as the picture. It lies
 * somewhere in the part of the picture that the network sees; place, size and opacity differ from card to card.
 *
 * @param left of its left edge, as all measures in shares of the part that the network sees
 * @param top of its upper edge
 * @param width of the card
 * @param height of the card
 * @param opacity 1 hides the picture below
 * @param design the word and the colours
 */
public record Card(double left, double top, double width, double height, double opacity, Design design)
        implements Mark {
    private static final double NARROWEST = 0.30;
    private static final double WIDEST = 0.37;
    private static final double FAINTEST = 0.88;
    /** Width to height. */
    private static final double PROPORTION = 1.5;

    private static final Color EDGE = new Color(0x50, 0x50, 0x50);
    private static final double MARGIN = 0.14;
    private static final double PEN = 1.1;

    /** White with SALE in black. */
    public static final Design SALE = new Design("SALE", new Color(0xFA, 0xFA, 0xF6), new Color(0x10, 0x10, 0x18));

    /**
     * The design of all cards of a trial.
     *
     * @param word of letters that {@link StrokeWord} has
     * @param paper colour of the card
     * @param ink colour of the word
     */
    public record Design(String word, Color paper, Color ink) {}

    /**
     * A card at random.
     *
     * @param aspect width to height of the part that the network sees
     */
    public static Card random(SplittableRandom random, double aspect, Design design) {
        double width = random.nextDouble(NARROWEST, WIDEST);
        double height = Math.min(0.9, width * aspect / PROPORTION);
        return new Card(
                random.nextDouble(0, 1 - width),
                random.nextDouble(0, 1 - height),
                width,
                height,
                random.nextDouble(FAINTEST, 1),
                design);
    }

    @Override
    public void draw(Graphics2D graphics, double seenWidth, double seenHeight) {
        graphics.translate(left * seenWidth, top * seenHeight);
        double across = width * seenWidth;
        double down = height * seenHeight;
        Rectangle2D sheet = new Rectangle2D.Double(0, 0, across, down);
        graphics.setColor(Mark.translucent(design.paper(), opacity));
        graphics.fill(sheet);
        graphics.setColor(Mark.translucent(EDGE, opacity));
        graphics.setStroke(new BasicStroke((float) (across / 80)));
        graphics.draw(sheet);
        StrokeWord word = new StrokeWord(design.word());
        double scale = Math.min(across * (1 - 2 * MARGIN) / word.width(), down * (1 - 2 * MARGIN) / word.height());
        AffineTransform place = AffineTransform.getTranslateInstance(
                (across - scale * word.width()) / 2, (down - scale * word.height()) / 2);
        place.scale(scale, scale);
        graphics.setColor(Mark.translucent(design.ink(), opacity));
        graphics.setStroke(new BasicStroke((float) (PEN * scale), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        graphics.draw(word.path().createTransformedShape(place));
    }

    @Override
    public boolean covers(double across, double down) {
        return across >= left && across < left + width && down >= top && down < top + height;
    }

    @Override
    public double[] coverage(Grid grid) {
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
}
