package org.eddp.experiments.marks;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.util.SplittableRandom;

/**
 * A small coloured emblem near a corner: a disc with a star of a few points on it. Corner, distance from it, size and opacity differ
 * from picture to picture.
 *
 * @param centreAcross in shares of the width of the part that the network sees
 * @param centreDown in shares of its height
 * @param radiusAcross of the disc, in shares of the width
 * @param radiusDown of the disc, in shares of the height
 * @param opacity 1 hides the picture below
 * @param design points and colours
 */
record Logo(
        double centreAcross, double centreDown, double radiusAcross, double radiusDown, double opacity, Design design)
        implements Mark {
    private static final double SMALLEST = 0.10;
    private static final double LARGEST = 0.14;
    private static final double FARTHEST = 0.06;
    private static final double FAINTEST = 0.85;
    private static final double STAR = 0.85;
    private static final double NOTCH = 0.35;

    /**
     * The design of all logos of a trial.
     *
     * @param points of the star
     * @param disc its colour
     * @param star its colour
     */
    record Design(int points, Color disc, Color star) {}

    static Logo random(SplittableRandom random, double aspect, Design design) {
        double radius = random.nextDouble(SMALLEST, LARGEST);
        double down = radius * aspect;
        double across = radius + random.nextDouble(0, FARTHEST);
        double below = down + random.nextDouble(0, FARTHEST);
        return new Logo(
                random.nextBoolean() ? across : 1 - across,
                random.nextBoolean() ? below : 1 - below,
                radius,
                down,
                random.nextDouble(FAINTEST, 1),
                design);
    }

    @Override
    public void draw(Graphics2D graphics, double width, double height) {
        graphics.translate(centreAcross * width, centreDown * height);
        graphics.scale(radiusAcross * width, radiusDown * height);
        graphics.setColor(Mark.translucent(design.disc(), opacity));
        graphics.fill(new Ellipse2D.Double(-1, -1, 2, 2));
        graphics.setColor(Mark.translucent(design.star(), opacity));
        graphics.fill(star());
    }

    private Path2D star() {
        Path2D star = new Path2D.Double();
        for (int k = 0; k < 2 * design.points(); k++) {
            double angle = Math.PI * (k / (double) design.points() - 0.5);
            double radius = k % 2 == 0 ? STAR : NOTCH;
            double x = radius * Math.cos(angle);
            double y = radius * Math.sin(angle);
            if (k == 0) {
                star.moveTo(x, y);
            } else {
                star.lineTo(x, y);
            }
        }
        star.closePath();
        return star;
    }

    @Override
    public boolean covers(double across, double down) {
        double x = (across - centreAcross) / radiusAcross;
        double y = (down - centreDown) / radiusDown;
        return x * x + y * y <= 1;
    }
}
