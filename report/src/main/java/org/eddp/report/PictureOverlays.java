package org.eddp.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.function.IntBinaryOperator;
import org.eddp.images.Snapshot;
import org.eddp.report.page.Palette;

/** Pictures with something laid over them, as data addresses. Maps are interpolated between the centres of their cells. */
final class PictureOverlays {
    private static final double STRONGEST = 0.85;
    /** What is left of brightness and of colour where a detector does not fire: enough to see what is there. */
    private static final double BRIGHTNESS = 0.68;

    private static final double COLOUR = 0.6;

    /** Pixels that the outline of a region is wide. */
    private static final int OUTLINE = 2;

    private PictureOverlays() {}

    /**
     * A map over a grey picture: brown below zero, blue above, and nothing but the picture at zero.
     *
     * @param limit value of the strongest colour
     */
    static String contributions(Snapshot picture, double[][] map, double limit) {
        BufferedImage from = picture.image();
        return paint(from, (x, y) -> {
            double value = limit == 0 ? 0 : at(map, x, y, from) / limit;
            double share = Math.min(1, Math.abs(value)) * STRONGEST;
            return mix(
                    grey(from.getRGB(x, y)),
                    Color.decode(Palette.diverging(Math.signum(value))).getRGB(),
                    share);
        });
    }

    /** The picture where a detector fires (score above zero), outlined; elsewhere a little darker and paler. */
    static String detection(Snapshot picture, double[][] scores) {
        BufferedImage from = picture.image();
        boolean[][] fires = new boolean[from.getHeight()][from.getWidth()];
        for (int y = 0; y < fires.length; y++) {
            for (int x = 0; x < fires[y].length; x++) {
                fires[y][x] = at(scores, x, y, from) > 0;
            }
        }
        return paint(from, (x, y) -> {
            if (fires[y][x] && isEdge(fires, x, y)) {
                return Palette.ORANGE.getRGB();
            }
            return fires[y][x] ? from.getRGB(x, y) : dimmed(from.getRGB(x, y));
        });
    }

    /** Whether a pixel of a region lies at its border; the border of the picture is none. */
    private static boolean isEdge(boolean[][] fires, int x, int y) {
        for (int row = Math.max(0, y - OUTLINE); row <= Math.min(fires.length - 1, y + OUTLINE); row++) {
            for (int column = Math.max(0, x - OUTLINE);
                    column <= Math.min(fires[row].length - 1, x + OUTLINE);
                    column++) {
                if (!fires[row][column]) {
                    return true;
                }
            }
        }
        return false;
    }

    private static int dimmed(int rgb) {
        return mix(0, mix(grey(rgb), rgb, COLOUR), BRIGHTNESS);
    }

    /** The picture with the chosen cells of a grid framed and the others darkened. */
    static String cells(Snapshot picture, int rows, int columns, int[] cells) {
        BufferedImage from = picture.image();
        boolean[] chosen = new boolean[rows * columns];
        for (int cell : cells) {
            chosen[cell] = true;
        }
        BufferedImage out = copy(
                from,
                (x, y) -> chosen[y * rows / from.getHeight() * columns + x * columns / from.getWidth()]
                        ? from.getRGB(x, y)
                        : dimmed(from.getRGB(x, y)));
        Graphics2D canvas = out.createGraphics();
        canvas.setStroke(new BasicStroke(2));
        canvas.setColor(Palette.ORANGE);
        for (int cell : cells) {
            int x0 = cell % columns * from.getWidth() / columns;
            int y0 = cell / columns * from.getHeight() / rows;
            int x1 = (cell % columns + 1) * from.getWidth() / columns;
            int y1 = (cell / columns + 1) * from.getHeight() / rows;
            canvas.drawRect(x0 + 1, y0 + 1, x1 - x0 - 2, y1 - y0 - 2);
        }
        canvas.dispose();
        return Snapshot.address(out);
    }

    private static String paint(BufferedImage from, IntBinaryOperator colour) {
        return Snapshot.address(copy(from, colour));
    }

    private static BufferedImage copy(BufferedImage from, IntBinaryOperator colour) {
        BufferedImage out = new BufferedImage(from.getWidth(), from.getHeight(), BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < out.getHeight(); y++) {
            for (int x = 0; x < out.getWidth(); x++) {
                out.setRGB(x, y, colour.applyAsInt(x, y));
            }
        }
        return out;
    }

    /** Bilinear, constant beyond the outermost centres. */
    private static double at(double[][] map, int x, int y, BufferedImage on) {
        double row = clamp((y + 0.5) / on.getHeight() * map.length - 0.5, map.length - 1);
        double column = clamp((x + 0.5) / on.getWidth() * map[0].length - 0.5, map[0].length - 1);
        int r = (int) row;
        int c = (int) column;
        int below = Math.min(r + 1, map.length - 1);
        int right = Math.min(c + 1, map[0].length - 1);
        double upper = map[r][c] + (column - c) * (map[r][right] - map[r][c]);
        double lower = map[below][c] + (column - c) * (map[below][right] - map[below][c]);
        return upper + (row - r) * (lower - upper);
    }

    private static double clamp(double value, double most) {
        return Math.max(0, Math.min(most, value));
    }

    private static int grey(int rgb) {
        int level = (int) Math.round(0.299 * (rgb >> 16 & 255) + 0.587 * (rgb >> 8 & 255) + 0.114 * (rgb & 255));
        return level << 16 | level << 8 | level;
    }

    private static int mix(int from, int to, double share) {
        int mixed = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int a = from >> shift & 255;
            int b = to >> shift & 255;
            mixed |= (int) Math.round(a + share * (b - a)) << shift;
        }
        return mixed;
    }
}
