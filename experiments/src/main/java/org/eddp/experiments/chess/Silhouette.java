package org.eddp.experiments.chess;

import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;

/**
 * A piece as lines: one tall, its foot at y = 1 and its axis at x = 0.
 *
 * @param outline of the whole piece
 * @param lines drawn on it: slits, eyes, rings
 */
record Silhouette(Area outline, Path2D lines) {
    /** A piece with proportions of its own. */
    static Silhouette of(Piece piece, RandomChoices dice) {
        return switch (piece) {
            case BISHOP -> bishop(dice);
            case KNIGHT -> knight(dice);
            case ROOK -> rook(dice);
        };
    }

    private static Silhouette rook(RandomChoices dice) {
        double foot = foot(dice);
        double head = dice.between(0.22, 0.34);
        double headTop = dice.between(0.08, 0.16);
        double headBottom = headTop + dice.between(0.15, 0.26);
        double below = dice.between(0.2, 0.3);
        double above = Math.min(head, below) * dice.between(0.65, 0.95);
        Area outline = base(foot, dice);
        outline.add(trapezium(above, headBottom, below, 0.88));
        outline.add(trapezium(head, headTop, head * dice.between(0.8, 1), headBottom));
        double depth = dice.between(0.07, 0.13);
        int gaps = dice.count(2, 3);
        double gap = 2 * head / (2 * gaps + 1) * dice.between(0.8, 1.1);
        for (int g = 0; g < gaps; g++) {
            double centre = head * (-1 + 2.0 * (g + 1) / (gaps + 1));
            outline.subtract(new Area(new Rectangle2D.Double(centre - gap / 2, headTop - 0.01, gap, depth)));
        }
        Path2D lines = new Path2D.Double();
        ring(lines, dice, headBottom, above);
        ring(lines, dice, 0.84, below);
        if (dice.chance(0.25)) {
            ring(lines, dice, (headBottom + 0.84) / 2, (above + below) / 2);
        }
        return new Silhouette(outline, lines);
    }

    private static Silhouette bishop(RandomChoices dice) {
        double foot = foot(dice);
        double head = dice.between(0.15, 0.24);
        double top = dice.between(0.1, 0.16);
        double bottom = top + dice.between(0.32, 0.42);
        double below = dice.between(0.16, 0.27);
        Area outline = base(foot, dice);
        double waist = head * dice.between(0.45, 0.8);
        Path2D body = new Path2D.Double();
        body.moveTo(-waist, bottom - 0.04);
        body.quadTo(-waist, 0.75, -below, 0.88);
        body.lineTo(below, 0.88);
        body.quadTo(waist, 0.75, waist, bottom - 0.04);
        body.closePath();
        outline.add(new Area(body));
        outline.add(mitre(head, top, bottom));
        double ball = dice.between(0.03, 0.06);
        outline.add(new Area(new Ellipse2D.Double(-ball, top - 1.5 * ball, 2 * ball, 2 * ball)));
        double collar = head * dice.between(0.8, 1.2);
        outline.add(new Area(new Ellipse2D.Double(-collar, bottom - 0.03, 2 * collar, 0.07)));
        Path2D lines = new Path2D.Double();
        double middle = top + 0.5 * (bottom - top);
        if (dice.chance(0.35)) {
            line(lines, 0, middle - 0.07, 0, middle + 0.07);
            line(lines, -0.06, middle - 0.01, 0.06, middle - 0.01);
        } else {
            double lean = dice.between(0.06, 0.13) * (dice.chance(0.8) ? 1 : -1);
            line(lines, 0.2 * lean, middle + 0.02, 1.2 * lean, middle - 0.14);
        }
        ring(lines, dice, bottom, collar);
        ring(lines, dice, 0.84, below);
        return new Silhouette(outline, lines);
    }

    private static Area mitre(double head, double top, double bottom) {
        Path2D path = new Path2D.Double();
        double widest = top + 0.62 * (bottom - top);
        path.moveTo(0, top);
        path.curveTo(-0.45 * head, top + 0.12, -head, widest - 0.12, -head, widest);
        path.curveTo(-head, bottom - 0.02, -0.6 * head, bottom, 0, bottom);
        path.curveTo(0.6 * head, bottom, head, bottom - 0.02, head, widest);
        path.curveTo(head, widest - 0.12, 0.45 * head, top + 0.12, 0, top);
        path.closePath();
        return new Area(path);
    }

    private static Silhouette knight(RandomChoices dice) {
        double foot = foot(dice);
        Area outline = base(foot, dice);
        double nose = dice.between(-0.42, -0.3);
        double noseTop = dice.between(0.36, 0.44);
        double ear = dice.between(0.03, 0.1);
        double poll = dice.between(-0.06, 0.04);
        double back = dice.between(0.24, 0.36);
        double chest = dice.between(-0.3, -0.2);
        Path2D path = new Path2D.Double();
        path.moveTo(chest, 0.88);
        path.curveTo(chest + 0.02, 0.72, 0.04, 0.66, dice.between(-0.02, 0.05), 0.5);
        path.curveTo(-0.1, 0.58, -0.16, 0.52, nose + 0.12, noseTop + 0.16);
        path.quadTo(nose - 0.02, noseTop + 0.14, nose, noseTop);
        path.curveTo(nose + 0.08, noseTop - 0.1, -0.22, 0.22, poll - 0.12, 0.19);
        path.lineTo(poll - 0.07, ear);
        path.lineTo(poll + 0.03, 0.16);
        path.curveTo(back, 0.2, back + 0.05, 0.5, dice.between(0.22, 0.3), 0.88);
        path.closePath();
        outline.add(new Area(path));
        Path2D lines = new Path2D.Double();
        double eye = dice.between(0.012, 0.025);
        lines.append(new Ellipse2D.Double(poll - 0.12 - eye, 0.29 - eye, 2 * eye, 2 * eye), false);
        line(lines, nose + 0.04, noseTop + 0.05, nose + 0.06, noseTop + 0.04);
        if (dice.chance(0.6)) {
            lines.moveTo(poll + 0.08, 0.24);
            lines.curveTo(back - 0.08, 0.32, back - 0.06, 0.5, 0.16, 0.8);
        }
        ring(lines, dice, 0.84, 0.22);
        Silhouette left = new Silhouette(outline, lines);
        return dice.chance(0.3) ? left.transformed(AffineTransform.getScaleInstance(-1, 1)) : left;
    }

    private static double foot(RandomChoices dice) {
        return dice.between(0.28, 0.4);
    }

    private static Area base(double foot, RandomChoices dice) {
        double height = dice.between(0.08, 0.14);
        double step = dice.between(0, 0.06);
        Area base = new Area(new Rectangle2D.Double(-foot, 1 - height, 2 * foot, height));
        base.add(trapezium(foot * 0.75, 0.86, foot * 0.85, 1 - height + 0.01));
        if (step > 0.03) {
            base.add(trapezium(foot * 0.9, 1 - height - step, foot, 1 - height + 0.01));
        }
        return base;
    }

    private static Area trapezium(double above, double top, double below, double bottom) {
        Path2D path = new Path2D.Double();
        path.moveTo(-above, top);
        path.lineTo(above, top);
        path.lineTo(below, bottom);
        path.lineTo(-below, bottom);
        path.closePath();
        return new Area(path);
    }

    /** A line across, in most of the pieces. */
    private static void ring(Path2D lines, RandomChoices dice, double y, double half) {
        if (dice.chance(0.7)) {
            line(lines, -half, y, half, y);
        }
    }

    private static void line(Path2D lines, double x1, double y1, double x2, double y2) {
        lines.moveTo(x1, y1);
        lines.lineTo(x2, y2);
    }

    Silhouette transformed(AffineTransform transform) {
        Shape moved = transform.createTransformedShape(lines);
        return new Silhouette(outline.createTransformedArea(transform), new Path2D.Double(moved));
    }
}
