package org.eddp.report.page;

import java.awt.Color;
import java.util.List;
import java.util.Locale;

/**
 * Colours that colour-blind readers can distinguish: Okabe and Ito's set for categories, one scale up, one both ways.
 */
public final class Palette {
    public static final Color BLUE = new Color(0x0072B2);
    public static final Color GREEN = new Color(0x009E73);
    public static final Color ORANGE = new Color(0xE69F00);
    public static final Color PURPLE = new Color(0xCC79A7);
    public static final Color VERMILION = new Color(0xD55E00);

    /** For up to four categories, in the order of the bars in the paper's figure. */
    public static final List<Color> CATEGORIES = List.of(BLUE, GREEN, ORANGE, PURPLE);

    private static final Color NEUTRAL = new Color(0xF7F7F7);
    private static final Color NEGATIVE = new Color(0xB35806);
    private static final Color POSITIVE = new Color(0x2166AC);

    /** Lightness on a dark page of white, of black, and of the limit between colours and pale grounds. */
    private static final double NIGHT_GROUND = 0.13;

    private static final double NIGHT_INK = 0.95;
    private static final double NIGHT_PALE = 0.55;
    /** Colours of less lightness are marks and words, those of more are grounds. */
    private static final double PALE = 0.7;

    private Palette() {}

    /** From neutral at 0 to blue at 1; neutral for NaN. */
    public static String sequential(double share) {
        return hex(blend(POSITIVE, share));
    }

    /** From brown at -1 over neutral at 0 to blue at +1; neutral for NaN. */
    public static String diverging(double value) {
        return hex(blend(value < 0 ? NEGATIVE : POSITIVE, Math.abs(value)));
    }

    /** Black or white, whichever has more contrast: at least 4.5 to 1 on any ground (relative luminance as in WCAG 2). */
    static String inkOn(String background) {
        Color c = Color.decode(background);
        double luminance = 0.2126 * linear(c.getRed()) + 0.7152 * linear(c.getGreen()) + 0.0722 * linear(c.getBlue());
        return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? "#ffffff" : "#000000";
    }

    public static String hex(Color color) {
        return String.format(Locale.ROOT, "#%06x", color.getRGB() & 0xFFFFFF);
    }

    /**
     * The same colour for a dark page: its hue, with light and dark exchanged. White becomes the ground and black the ink; marks and
     * words stay readable.
     */
    static String night(String colour) {
        Color c = Color.decode(colour);
        double high = Math.max(c.getRed(), Math.max(c.getGreen(), c.getBlue())) / 255.0;
        double low = Math.min(c.getRed(), Math.min(c.getGreen(), c.getBlue())) / 255.0;
        double before = (high + low) / 2;
        double after = before < PALE
                ? NIGHT_INK - (NIGHT_INK - NIGHT_PALE) * before / PALE
                : NIGHT_PALE - (NIGHT_PALE - NIGHT_GROUND) * (before - PALE) / (1 - PALE);
        double room = 1 - Math.abs(2 * before - 1);
        double saturation = room == 0 ? 0 : (high - low) / room;
        double span = saturation * (1 - Math.abs(2 * after - 1));
        double scale = high == low ? 0 : span / (high - low);
        double foot = after - span / 2;
        return hex(new Color(
                level(foot + (c.getRed() / 255.0 - low) * scale),
                level(foot + (c.getGreen() / 255.0 - low) * scale),
                level(foot + (c.getBlue() / 255.0 - low) * scale)));
    }

    /** A style with a background and a text colour, for light and dark pages; for class {@code shaded}. */
    public static String shade(String colour) {
        String night = night(colour);
        return "--day:" + colour + ";--day-ink:" + inkOn(colour) + ";--night:" + night + ";--night-ink:" + inkOn(night);
    }

    private static int level(double share) {
        return (int) Math.round(255 * Math.max(0, Math.min(1, share)));
    }

    private static Color blend(Color end, double share) {
        double t = Double.isNaN(share) ? 0 : Math.max(0, Math.min(1, share));
        return new Color(
                mix(NEUTRAL.getRed(), end.getRed(), t),
                mix(NEUTRAL.getGreen(), end.getGreen(), t),
                mix(NEUTRAL.getBlue(), end.getBlue(), t));
    }

    private static int mix(int from, int to, double t) {
        return (int) Math.round(from + t * (to - from));
    }

    private static double linear(int channel) {
        double v = channel / 255.0;
        return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
    }
}
