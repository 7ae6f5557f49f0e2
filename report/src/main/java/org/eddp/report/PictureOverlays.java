package org.eddp.report;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.function.IntBinaryOperator;
import org.eddp.images.input.Preprocessing.CropBox;
import org.eddp.images.input.Snapshot;
import org.eddp.report.page.Palette;

/** Pictures with overlays, as data URLs. Maps are interpolated between the centres of their cells. */
final class PictureOverlays {
    private static final double STRONGEST = 0.85;
    /** Pixels that the outline of a region is wide, inside the region; its dark rim, outside of it, is one pixel. */
    private static final int OUTLINE = 3;

    private static final int RIM = 0x202020;

    /** JPEG quality of pictures shown on demand. */
    private static final float ON_DEMAND = 0.6f;

    /** All of a picture, in units of its sides. */
    private static final CropBox WHOLE = new CropBox(0, 0, 1, 1);

    private PictureOverlays() {}

    /**
     * A map over a grey picture: brown below zero, blue above, and nothing but the picture at zero.
     *
     * @param limit value of the strongest colour
     */
    static String contributions(Snapshot picture, double[][] map, double limit) {
        BufferedImage from = picture.image();
        return Snapshot.address(paint(from, (x, y) -> {
            double value = limit == 0 ? 0 : at(map, x, y, from, WHOLE) / limit;
            double share = Math.min(1, Math.abs(value)) * STRONGEST;
            return mix(
                    grey(from.getRGB(x, y)),
                    Color.decode(Palette.diverging(Math.signum(value))).getRGB(),
                    share);
        }));
    }

    /** The picture with an outline around the regions where a detector fires (score above zero). */
    static String detection(Snapshot picture, double[][] scores) {
        return Snapshot.address(outlined(picture, scores, WHOLE));
    }

    /** The same in fewer bytes, for pictures shown on demand. */
    static String onDemand(Snapshot picture, double[][] scores) {
        return Snapshot.address(outlined(picture, scores, WHOLE), ON_DEMAND);
    }

    /**
     * The same of a part of a picture.
     *
     * @param part the part, in units of the sides of the picture that the scores cover
     */
    static String detection(Snapshot picture, double[][] scores, CropBox part) {
        return Snapshot.address(outlined(picture, scores, part));
    }

    private static BufferedImage outlined(Snapshot picture, double[][] scores, CropBox part) {
        BufferedImage from = picture.image();
        return outlined(from, (x, y) -> at(scores, x, y, from, part) > 0);
    }

    /** The picture with an outline around the chosen cells of a grid. */
    static String cells(Snapshot picture, int rows, int columns, int[] cells) {
        BufferedImage from = picture.image();
        boolean[] chosen = new boolean[rows * columns];
        for (int cell : cells) {
            chosen[cell] = true;
        }
        return Snapshot.address(outlined(
                from, (x, y) -> chosen[y * rows / from.getHeight() * columns + x * columns / from.getWidth()]));
    }

    private interface Region {
        boolean has(int x, int y);
    }

    private static BufferedImage outlined(BufferedImage from, Region region) {
        boolean[][] inside = new boolean[from.getHeight()][from.getWidth()];
        for (int y = 0; y < inside.length; y++) {
            for (int x = 0; x < inside[y].length; x++) {
                inside[y][x] = region.has(x, y);
            }
        }
        return paint(from, (x, y) -> {
            if (inside[y][x]) {
                return isNear(inside, x, y, OUTLINE) ? Palette.ORANGE.getRGB() : from.getRGB(x, y);
            }
            return isNear(inside, x, y, 1) ? RIM : from.getRGB(x, y);
        });
    }

    /** Whether a border of the region is near; the border of the picture does not count. */
    private static boolean isNear(boolean[][] inside, int x, int y, int distance) {
        for (int row = Math.max(0, y - distance); row <= Math.min(inside.length - 1, y + distance); row++) {
            for (int column = Math.max(0, x - distance);
                    column <= Math.min(inside[row].length - 1, x + distance);
                    column++) {
                if (inside[row][column] != inside[y][x]) {
                    return true;
                }
            }
        }
        return false;
    }

    private static BufferedImage paint(BufferedImage from, IntBinaryOperator colour) {
        BufferedImage out = new BufferedImage(from.getWidth(), from.getHeight(), BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < out.getHeight(); y++) {
            for (int x = 0; x < out.getWidth(); x++) {
                out.setRGB(x, y, colour.applyAsInt(x, y));
            }
        }
        return out;
    }

    /** Bilinear, constant beyond the outermost centres. */
    private static double at(double[][] map, int x, int y, BufferedImage on, CropBox part) {
        double down = part.top() + (y + 0.5) / on.getHeight() * part.height();
        double across = part.left() + (x + 0.5) / on.getWidth() * part.width();
        double row = clamp(down * map.length - 0.5, map.length - 1);
        double column = clamp(across * map[0].length - 0.5, map[0].length - 1);
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
