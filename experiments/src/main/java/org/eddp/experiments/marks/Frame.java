package org.eddp.experiments.marks;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Area;
import java.awt.geom.Rectangle2D;
import java.util.SplittableRandom;

/**
 * A coloured border along the edges of the part that the network sees. Its breadth and opacity differ from picture to picture.
 *
 * @param breadth in shares of the part that the network sees
 * @param opacity 1 hides the picture below
 * @param colour of the border
 */
record Frame(double breadth, double opacity, Color colour) implements Mark {
    private static final double NARROWEST = 0.05;
    private static final double BROADEST = 0.09;
    private static final double FAINTEST = 0.8;

    static Frame random(SplittableRandom random, Color colour) {
        return new Frame(random.nextDouble(NARROWEST, BROADEST), random.nextDouble(FAINTEST, 1), colour);
    }

    @Override
    public void draw(Graphics2D graphics, double width, double height) {
        Area border = new Area(new Rectangle2D.Double(0, 0, width, height));
        border.subtract(new Area(new Rectangle2D.Double(
                breadth * width, breadth * height, (1 - 2 * breadth) * width, (1 - 2 * breadth) * height)));
        graphics.setColor(Mark.translucent(colour, opacity));
        graphics.fill(border);
    }

    @Override
    public boolean covers(double across, double down) {
        return Math.min(Math.min(across, 1 - across), Math.min(down, 1 - down)) <= breadth;
    }
}
