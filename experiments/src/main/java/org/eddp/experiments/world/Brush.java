package org.eddp.experiments.world;

import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;

/**
 * Paints the pieces of one object. The object stands at the origin, y points down as in pictures, and it is about one
 * unit high: its top is near y = -1.
 */
final class Brush {
    private final Canvas canvas;
    private final AffineTransform place;
    private final Light light;
    private final int thing;
    private final ObjectKind kind;

    Brush(Canvas canvas, AffineTransform place, Light light, int thing, ObjectKind kind) {
        this.canvas = canvas;
        this.place = place;
        this.light = light;
        this.thing = thing;
        this.kind = kind;
    }

    void fill(Shape shape, ObjectPart part, Finish finish) {
        canvas.paint(shape, place, new Canvas.Piece(thing, kind, part, finish), light);
    }

    void box(double left, double top, double width, double height, ObjectPart part, Finish finish) {
        fill(new Rectangle2D.Double(left, top, width, height), part, finish);
    }

    void disc(double x, double y, double radius, ObjectPart part, Finish finish) {
        oval(x, y, radius, radius, part, finish);
    }

    void oval(double x, double y, double across, double down, ObjectPart part, Finish finish) {
        fill(new Ellipse2D.Double(x - across, y - down, 2 * across, 2 * down), part, finish);
    }

    /** A closed polygon through x, y, x, y, ... */
    void polygon(ObjectPart part, Finish finish, double... points) {
        fill(outline(points), part, finish);
    }

    static Path2D outline(double... points) {
        Path2D path = new Path2D.Double();
        path.moveTo(points[0], points[1]);
        for (int i = 2; i < points.length; i += 2) {
            path.lineTo(points[i], points[i + 1]);
        }
        path.closePath();
        return path;
    }
}
