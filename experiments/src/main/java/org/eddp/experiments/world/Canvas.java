package org.eddp.experiments.world;

import java.awt.Rectangle;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.NoninvertibleTransformException;
import java.util.SplittableRandom;

/**
 * A picture being painted, with the labels of every pixel. Later pieces hide earlier ones, in the picture and in the
 * labels alike; a pixel belongs to a piece that covers at least half of it.
 */
final class Canvas {
    private final int size;
    private final float[] red;
    private final float[] green;
    private final float[] blue;
    private final byte[] objects;
    private final byte[] parts;
    private final byte[] materials;
    private final byte[] patterns;
    /** Number of the object last painted on a pixel, for visibility. */
    private final byte[] things;

    Canvas(int size) {
        this.size = size;
        int pixels = size * size;
        red = new float[pixels];
        green = new float[pixels];
        blue = new float[pixels];
        objects = new byte[pixels];
        parts = new byte[pixels];
        materials = new byte[pixels];
        patterns = new byte[pixels];
        things = new byte[pixels];
    }

    int size() {
        return size;
    }

    /**
     * The labels of a piece (0 for none).
     *
     * @param thing number of its object, 0 for the background
     */
    record Piece(int thing, ObjectKind kind, ObjectPart part, Finish finish) {}

    /**
     * Paints a piece.
     *
     * @param shape in the coordinates of its object
     * @param place from those to pixels
     */
    void paint(Shape shape, AffineTransform place, Piece piece, Light light) {
        Coverage coverage = Coverage.of(place.createTransformedShape(shape), size, size);
        if (coverage.isEmpty()) {
            return;
        }
        AffineTransform back = inverse(place);
        Rectangle whole = place.createTransformedShape(shape).getBounds();
        Rectangle box = coverage.box();
        double[] point = new double[2];
        for (int y = box.y; y < box.y + box.height; y++) {
            for (int x = box.x; x < box.x + box.width; x++) {
                float share = coverage.at(x, y);
                if (share > 0) {
                    point[0] = x + 0.5;
                    point[1] = y + 0.5;
                    back.transform(point, 0, point, 0, 1);
                    double lit = light.modelled(
                            2 * (x - whole.getCenterX()) / whole.width, 2 * (y - whole.getCenterY()) / whole.height);
                    blend(y * size + x, piece.finish.surface().at(point[0], point[1]), lit, share);
                    if (share >= 0.5f) {
                        label(y * size + x, piece);
                    }
                }
            }
        }
    }

    private static AffineTransform inverse(AffineTransform place) {
        try {
            return place.createInverse();
        } catch (NoninvertibleTransformException e) {
            throw new IllegalStateException("an object was placed with no extent", e);
        }
    }

    private void blend(int pixel, Rgb colour, double lit, float share) {
        red[pixel] += share * ((float) (colour.red() * lit) - red[pixel]);
        green[pixel] += share * ((float) (colour.green() * lit) - green[pixel]);
        blue[pixel] += share * ((float) (colour.blue() * lit) - blue[pixel]);
    }

    private void label(int pixel, Piece piece) {
        things[pixel] = (byte) piece.thing;
        objects[pixel] = (byte) piece.kind.ordinal();
        parts[pixel] = (byte) piece.part.ordinal();
        materials[pixel] = (byte)
                (piece.finish.material() == null
                        ? 0
                        : 1 + piece.finish.material().ordinal());
        patterns[pixel] = (byte) piece.finish.pattern().ordinal();
    }

    /** Darkens the inside of a shape in pixel coordinates, labels unchanged. */
    void shadow(Shape shape, double strength) {
        Coverage coverage = Coverage.of(shape, size, size);
        Rectangle box = coverage.box();
        for (int y = box.y; y < box.y + box.height; y++) {
            for (int x = box.x; x < box.x + box.width; x++) {
                scale(y * size + x, 1 - strength * coverage.at(x, y));
            }
        }
    }

    private void scale(int pixel, double factor) {
        red[pixel] *= (float) factor;
        green[pixel] *= (float) factor;
        blue[pixel] *= (float) factor;
    }

    /** Number of pixels that show an object. */
    int visible(int thing) {
        int count = 0;
        for (byte t : things) {
            count += t == thing ? 1 : 0;
        }
        return count;
    }

    /** Lights and photographs the scene. */
    WorldPicture develop(Light light, SplittableRandom random) {
        byte[] pixels = new byte[3 * size * size];
        for (int pixel = 0; pixel < size * size; pixel++) {
            double lit = light.fallen(2.0 * (pixel % size) / size - 1, 2.0 * (pixel / size) / size - 1);
            pixels[3 * pixel] = exposed(red[pixel] * lit * light.tint().red(), light, random);
            pixels[3 * pixel + 1] = exposed(green[pixel] * lit * light.tint().green(), light, random);
            pixels[3 * pixel + 2] = exposed(blue[pixel] * lit * light.tint().blue(), light, random);
        }
        return new WorldPicture(size, pixels, objects, parts, materials, patterns);
    }

    private static byte exposed(double value, Light light, SplittableRandom random) {
        // The sum of three uniform numbers is close enough to normal, and cheap.
        double noise = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
        double level = Math.pow(Math.max(0, value), light.gamma()) + 2 * light.grain() * noise;
        return (byte) Math.round(255 * Math.max(0, Math.min(1, level)));
    }
}
