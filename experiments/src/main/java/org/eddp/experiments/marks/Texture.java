package org.eddp.experiments.marks;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.SplittableRandom;

/**
 * A translucent patch of stripes, dots or hatching. Place, size and opacity differ from picture to picture.
 *
 * @param left of its left edge, as all measures in shares of the part that the network sees
 * @param top of its upper edge
 * @param width of the patch
 * @param height of the patch
 * @param opacity 1 hides the picture below the lines
 * @param design pattern and colour
 */
record Texture(double left, double top, double width, double height, double opacity, Design design) implements Mark {
    private static final double SMALLEST = 0.36;
    private static final double LARGEST = 0.46;
    private static final double FAINTEST = 0.7;
    private static final double STRONGEST = 0.95;
    /** Lines or rows of dots per side of the part that the network sees. */
    private static final int LINES = 24;

    /** The repeated pattern. */
    enum Pattern {
        STRIPES,
        DOTS,
        HATCHING
    }

    /** The design of all textures of a trial. */
    record Design(Pattern pattern, Color colour) {}

    static Texture random(SplittableRandom random, Design design) {
        double width = random.nextDouble(SMALLEST, LARGEST);
        double height = random.nextDouble(SMALLEST, LARGEST);
        return new Texture(
                random.nextDouble(0, 1 - width),
                random.nextDouble(0, 1 - height),
                width,
                height,
                random.nextDouble(FAINTEST, STRONGEST),
                design);
    }

    @Override
    public void draw(Graphics2D graphics, double seenWidth, double seenHeight) {
        graphics.translate(left * seenWidth, top * seenHeight);
        double across = width * seenWidth;
        double down = height * seenHeight;
        double step = Math.max(seenWidth, seenHeight) / LINES;
        graphics.clip(new Rectangle2D.Double(0, 0, across, down));
        graphics.setColor(Mark.translucent(design.colour(), opacity));
        graphics.setStroke(new BasicStroke((float) (step / 2.5)));
        switch (design.pattern()) {
            case STRIPES -> stripes(graphics, across, down, step);
            case DOTS -> dots(graphics, across, down, step);
            case HATCHING -> hatching(graphics, across, down, step);
        }
    }

    private static void stripes(Graphics2D graphics, double across, double down, double step) {
        for (double y = step / 2; y < down; y += step) {
            graphics.draw(new Line2D.Double(0, y, across, y));
        }
    }

    private static void dots(Graphics2D graphics, double across, double down, double step) {
        for (double y = step / 2; y < down; y += step) {
            for (double x = step / 2; x < across; x += step) {
                graphics.fill(new Ellipse2D.Double(x - step / 3, y - step / 3, step / 1.5, step / 1.5));
            }
        }
    }

    private static void hatching(Graphics2D graphics, double across, double down, double step) {
        for (double x = step / 2 - down; x < across + down; x += 1.5 * step) {
            graphics.draw(new Line2D.Double(x, 0, x + down, down));
            graphics.draw(new Line2D.Double(x, 0, x - down, down));
        }
    }

    @Override
    public boolean covers(double across, double down) {
        return across >= left && across < left + width && down >= top && down < top + height;
    }
}
