package org.eddp.experiments.chess;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.Paint;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.experiments.BufferedPictures;
import org.eddp.images.decode.Picture;

/**
 * Draws chess pieces as they appear on the boards of online play: many sets, filled or outlined, light or dark, on squares of
 * many boards. Nothing but the shape depends on the piece.
 */
final class PieceRenderer {
    /** Side of a picture in pixels. */
    static final int SIZE = 85;

    private static final List<Color> LIGHT_SETS = colours(0xE6E6E6, 0xDDE6F0, 0xE2EEE2, 0xF0F0E8, 0xE0EAEA);
    private static final List<Color> DARK_SETS = colours(0x3A3A3A, 0x2F3D4D, 0x3A4A3D, 0x3D3F4A, 0x2E4448);
    private static final List<Color> BOARDS =
            colours(0x8FA97A, 0x8CA2AD, 0x9FB8C8, 0xB4B4B4, 0x8A9DAF, 0xA9B7A0, 0x98A8A2, 0xA8B0C0, 0x7F9A8C, 0xB6BDA8);

    /** Mean and standard deviation of the levels of every picture, and the largest factor to get there. */
    private static final double BRIGHTNESS = 150;

    private static final double CONTRAST = 26;
    private static final double MOST_GAIN = 3;

    private final RandomChoices dice;

    private PieceRenderer(SplittableRandom random) {
        dice = new RandomChoices(random);
    }

    /** Draws a piece; the same random numbers give the same picture. */
    static Picture draw(Piece piece, SplittableRandom random) {
        return new PieceRenderer(random).draw(piece);
    }

    private static List<Color> colours(Integer... rgb) {
        return List.of(rgb).stream().map(Color::new).toList();
    }

    private Picture draw(Piece piece) {
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = BufferedPictures.graphics(image);
        try {
            ground(graphics);
            Silhouette shape = Silhouette.of(piece, dice).transformed(place());
            shadow(graphics, shape);
            paint(graphics, shape);
        } finally {
            graphics.dispose();
        }
        return lit(BufferedPictures.picture(image));
    }

    private void ground(Graphics2D graphics) {
        Color colour = varied(dice.one(BOARDS), 12);
        Color other = dice.chance(0.3) ? varied(colour, 30) : colour;
        graphics.setPaint(new GradientPaint(0, 0, colour, SIZE, (float) dice.between(0, SIZE), other));
        graphics.fill(new Rectangle2D.Double(0, 0, SIZE, SIZE));
        if (dice.chance(0.25)) {
            grain(graphics, colour);
        }
        if (dice.chance(0.2)) {
            graphics.setColor(varied(dice.one(BOARDS), 12));
            graphics.setStroke(new BasicStroke((float) dice.between(2, 6)));
            graphics.draw(new Rectangle2D.Double(0, 0, SIZE, SIZE));
        }
    }

    /** Veins of wood or marble. */
    private void grain(Graphics2D graphics, Color colour) {
        double slope = dice.between(-0.4, 0.4);
        for (int line = 0; line < 14; line++) {
            Color vein = varied(colour, 14);
            graphics.setColor(new Color(vein.getRed(), vein.getGreen(), vein.getBlue(), 130));
            graphics.setStroke(new BasicStroke((float) dice.between(0.6, 2.5)));
            double y = dice.between(-20, SIZE + 20);
            graphics.draw(new java.awt.geom.QuadCurve2D.Double(
                    0, y, SIZE / 2.0, y + dice.between(-8, 8), SIZE, y + slope * SIZE));
        }
    }

    private AffineTransform place() {
        double scale = SIZE * dice.between(0.66, 0.9);
        AffineTransform place = AffineTransform.getTranslateInstance(
                SIZE / 2.0 + dice.between(-5, 5), SIZE / 2.0 + dice.between(-4, 4));
        place.rotate(Math.toRadians(dice.between(-7, 7)));
        place.shear(dice.between(-0.06, 0.06), 0);
        place.scale(scale * dice.between(0.85, 1.12), scale);
        place.translate(0, -0.53);
        return place;
    }

    private void shadow(Graphics2D graphics, Silhouette shape) {
        if (dice.chance(0.3)) {
            graphics.setColor(new Color(0, 0, 0, dice.count(40, 110)));
            double away = dice.between(1.5, 4);
            graphics.fill(AffineTransform.getTranslateInstance(away, away * dice.between(0.3, 1))
                    .createTransformedShape(shape.outline()));
        }
    }

    private void paint(Graphics2D graphics, Silhouette shape) {
        boolean light = dice.chance(0.5);
        Color fill = varied(dice.one(light ? LIGHT_SETS : DARK_SETS), 10);
        Color ink = light ? varied(dice.one(DARK_SETS), 10) : varied(dice.one(LIGHT_SETS), 20);
        float pen = (float) dice.between(1, 2);
        double kind = dice.between(0, 1);
        if (kind < 0.8) {
            graphics.setPaint(kind < 0.45 ? fill : shaded(shape, fill));
            graphics.fill(shape.outline());
        }
        graphics.setStroke(new BasicStroke(pen, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        Color edge = kind < 0.8 && !light && dice.chance(0.7) ? fill.darker() : ink;
        graphics.setColor(kind < 0.8 ? edge : light ? ink : fill);
        if (kind >= 0.8 || dice.chance(0.85)) {
            graphics.draw(shape.outline());
        }
        graphics.setColor(kind < 0.8 ? ink : graphics.getColor());
        graphics.setStroke(new BasicStroke(Math.min(pen, 2), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        graphics.draw(shape.lines());
    }

    private Paint shaded(Silhouette shape, Color fill) {
        Rectangle2D box = shape.outline().getBounds2D();
        Color end = dice.chance(0.5) ? varied(fill, 60) : fill.darker();
        return new GradientPaint(
                (float) box.getMinX(), (float) box.getMinY(), fill, (float) box.getMaxX(), (float) box.getMaxY(), end);
    }

    private Color varied(Color colour, int by) {
        int grey = dice.count(-by, by);
        return new Color(
                level(colour.getRed() + grey + dice.count(-by / 3, by / 3)),
                level(colour.getGreen() + grey + dice.count(-by / 3, by / 3)),
                level(colour.getBlue() + grey + dice.count(-by / 3, by / 3)));
    }

    private static int level(double value) {
        return (int) Math.max(0, Math.min(255, Math.round(value)));
    }

    /**
     * The light of the screen, and a little noise of compression. All pictures have about the same contrast: otherwise the
     * network's evidence for a piece would be, above all, how starkly it is drawn.
     */
    private Picture lit(Picture picture) {
        double gain = dice.between(0.85, 1.05);
        double fall = dice.between(-0.12, 0.12);
        double noise = dice.between(0, 5);
        byte[] rgb = picture.rgb();
        double mean = 0;
        double square = 0;
        for (byte b : rgb) {
            double value = b & 0xFF;
            mean += value / rgb.length;
            square += value * value / rgb.length;
        }
        double contrast = Math.min(MOST_GAIN, CONTRAST / Math.sqrt(square - mean * mean));
        for (int i = 0; i < rgb.length; i++) {
            double x = (double) (i / Picture.CHANNELS % SIZE) / SIZE - 0.5;
            double value = BRIGHTNESS + contrast * ((rgb[i] & 0xFF) - mean);
            rgb[i] = (byte) level(value * (gain + fall * x) + dice.between(-noise, noise));
        }
        return picture;
    }
}
