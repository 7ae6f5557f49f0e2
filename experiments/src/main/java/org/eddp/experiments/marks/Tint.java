package org.eddp.experiments.marks;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.SplittableRandom;

/**
 * A colour cast of the whole picture. Its strength differs from picture to picture.
 *
 * @param opacity share of the colour
 * @param colour of the cast
 */
record Tint(double opacity, Color colour) implements Mark {
    private static final double FAINTEST = 0.25;
    private static final double STRONGEST = 0.4;

    static Tint random(SplittableRandom random, Color colour) {
        return new Tint(random.nextDouble(FAINTEST, STRONGEST), colour);
    }

    @Override
    public void draw(Graphics2D graphics, double width, double height) {
        graphics.setColor(Mark.translucent(colour, opacity));
        graphics.fill(new Rectangle2D.Double(0, 0, width, height));
    }

    @Override
    public boolean covers(double across, double down) {
        return true;
    }
}
